package text

import (
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// Of many warnings of one kind only the first are printed, with the number of
// the others, so that other kinds are not lost among them.
func TestWarningsOfAKind(t *testing.T) {
	rep := alloc.Report{Benchmarks: []alloc.Benchmark{{Package: "m/p", Name: "BenchmarkA", N: 1}}}
	for _, name := range []string{"A", "B", "C", "D"} {
		slow := alloc.Warning{Code: alloc.WarnSlowBenchmark, Text: name + " is slow."}
		rep.Warnings = append(rep.Warnings, slow)
	}
	rep.Warnings = append(rep.Warnings, alloc.Warning{Code: alloc.WarnDeepStack,
		Text: "Some are deep."})
	var out strings.Builder
	if err := Top(&out, rep, Options{}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"! slow-benchmark: A is slow.": true,
		"! slow-benchmark: B is slow.": true,
		"C is slow.":                   false,
		"! deep-stack: Some are deep.": true,
		"! … and 2 more warnings of slow-benchmark: -json shows all": true,
		"more warnings of deep-stack":                                false,
	} {
		if strings.Contains(out.String(), text) != want {
			t.Errorf("%q: not %v in\n%s", text, want, &out)
		}
	}
}
