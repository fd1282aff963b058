package fix

import (
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// keyed returns candidates by names like "F1", of which the letter is the function.
func keyed(names string) []candidate {
	var list []candidate
	for name := range strings.FieldsSeq(names) {
		c := candidate{key: name}
		c.Func = name[:1]
		list = append(list, c)
	}
	return list
}

// TestDivided leaves those that are above suspicion in the first half, and takes half of the
// suspects of each function.
func TestDivided(t *testing.T) {
	keys := func(list []candidate) string {
		var names []string
		for _, c := range list {
			names = append(names, c.key)
		}
		return strings.Join(names, " ")
	}
	for _, test := range []struct{ set, suspects, one, other string }{
		{"F1 G1", "", "F1", "G1"},
		{"F1 F2 F3", "", "F1", "F2 F3"},
		{"F1 G1 F2 H1 F3", "F1 F2 F3", "F1 G1 H1", "F2 F3"},
		{"F1 F2 G1 G2 H1", "F1 F2 G1 G2", "F1 G1 H1", "F2 G2"},
		{"F1 G1", "F1", "G1", "F1"},
	} {
		one, other := divided(keyed(test.set), keyed(test.suspects))
		if keys(one) != test.one || keys(other) != test.other {
			t.Errorf("%s, suspects %s: %s | %s", test.set, test.suspects, keys(one), keys(other))
		}
	}
}

// TestRecall keeps what the comparison said only as long as the function is the one that was
// compared.
func TestRecall(t *testing.T) {
	set := keyed("F1 F2 G1")
	for i := range set {
		set[i].knows(alloc.Verdict{Judge: "timing"})
		set[i].knows(alloc.Verdict{Judge: "differential"})
		set[i].beside = besides(set[i], set)
	}
	for _, test := range []struct{ left, want string }{
		{"F1 F2 G1", "2 2 2"}, {"F1 F2", "2 2"}, {"F1 G1", "1 2"},
	} {
		var rest []candidate
		for _, c := range set {
			if strings.Contains(test.left, c.key) {
				rest = append(rest, c)
			}
		}
		got := ""
		for _, c := range rest {
			c.recall(rest)
			got += " " + string(rune('0'+len(c.Known)))
		}
		if strings.TrimSpace(got) != test.want {
			t.Errorf("%s: verdicts known are%s, want %s", test.left, got, test.want)
		}
	}
}
