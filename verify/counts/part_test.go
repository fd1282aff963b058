package counts

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// TestPart counts benchmarks that run nothing of what a step changes when it is known what is kept,
// and each time where one of them became heavier all the same.
func TestPart(t *testing.T) {
	const names = "one p.F, two p.F, three p.F"
	for _, test := range []struct {
		name, heavy string // with which candidate another benchmark is heavier
		others      int
		want        []string
		counted     int // with all benchmarks
	}{
		{"no other one", "", 3, []string{"accepted", "accepted", "rejected"}, 1},
		{"few others", "", 0, []string{"accepted", "accepted", "rejected"}, 3},
		{"another one with the second", "two", 3, []string{"accepted", "rejected", "rejected"}, 4},
	} {
		list, text := candidates(strings.Split(names, ", "))
		counted := 0
		trace := func(_ context.Context, files map[string][]byte, _, bench string) (*alloc.Record,
			error) {
			made := func(name string) bool {
				return strings.HasPrefix(after(string(files[file]), "const "+name), "1")
			}
			samples := []sample{{"F", "p.F p.BenchmarkF", 3, 8}}
			for _, name := range []string{"one", "two"} {
				if made(name) {
					samples[0].objects--
				}
			}
			for i := range test.others {
				s := sample{fmt.Sprint("G", i), "p.G p.BenchmarkG", 1, 8}
				if i == 0 && test.heavy != "" && made(test.heavy) {
					s.objects++
				}
				samples = append(samples, s)
			}
			if bench == "" {
				counted++
			} else {
				samples = slices.DeleteFunc(samples, func(s sample) bool {
					return !regexp.MustCompile(bench).MatchString(s.benchmark)
				})
			}
			return record(samples...), nil
		}
		c := verify.Change{Packages: []string{"p"}, Candidates: list,
			Base: map[string][]byte{file: text}, Old: map[string][]byte{file: text}}
		c, err := c.With(list)
		if err != nil {
			t.Fatal(err)
		}
		before, _ := trace(t.Context(), c.Old, "old", "")
		counted = 0
		tr := tracer{packages: c.Packages, known: &steady{}, trace: trace}
		j, err := tr.judge(t.Context(), c, verify.Measurements{Before: before},
			func() bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range j.Verdicts {
			got = append(got, string(v.Outcome))
		}
		if !slices.Equal(got, test.want) || counted != test.counted {
			t.Errorf("%s: got %q, want %q; all benchmarks were counted %d times, want %d",
				test.name, got, test.want, counted, test.counted)
		}
		if n := len(j.After.Benchmarks); n != 1+test.others {
			t.Errorf("%s: afterwards %d benchmarks are known", test.name, n)
		}
	}
}
