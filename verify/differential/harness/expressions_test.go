package harness

import (
	"regexp"
	"testing"
)

// TestMatching has texts match the expressions that they are made of, whole, and differ.
func TestMatching(t *testing.T) {
	for _, text := range []string{
		`v?([0-9]+(\.[0-9]+)*?)(-([0-9]+[0-9A-Za-z\-~]*)|(-?([A-Za-z\-~]+)))?(\+([0-9A-Za-z]+))?`,
		`[^"\\]*`, `(?i)select\s+(\w+|\*)`, `\d{4}-\d{2}-\d{2}`, `a{2,}|[α-ω]+`, `(?s).\n.`,
		`[^\x00-\x7f]`, `x*`,
	} {
		re := regexp.MustCompile("^(?:" + text + ")$")
		own := regexp.MustCompile(text)
		reg := &Registry{Vars: []Var{{Name: "re", Pointer: &own}}}
		s := newSource(reg, newBuilder(reg), 1)
		matched, seen := 0, map[string]bool{}
		for range 200 {
			m := s.matching()
			seen[m] = true
			if re.MatchString(m) {
				matched++
			}
		}
		if matched < 150 || len(seen) < 3 {
			t.Errorf("%s matches %d of 200 texts, %d different ones", text, matched, len(seen))
		}
	}
}
