package counts

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// TestAgain counts once what was found to gain beside others, and as if nothing were known where
// one of them gains no more, makes a benchmark heavier, or shares its function.
func TestAgain(t *testing.T) {
	for _, test := range []struct {
		name, set    string
		known, heavy bool
		want         string
		once         bool
	}{
		{"known", "one p.F, two p.G", true, false, "accepted accepted", true},
		{"not known", "one p.F, two p.G", false, false, "accepted accepted", false},
		{"no gain any more", "one p.F, none p.G", true, false, "accepted rejected", false},
		{"heavier", "one p.F, two p.G", true, true, "rejected rejected", false},
		{"one function", "one p.F, two p.F", true, false, "accepted accepted", false},
	} {
		list, text := candidates(strings.Split(test.set, ", "))
		var counted atomic.Int32 // two are counted at the same time
		trace := func(_ context.Context, files map[string][]byte, _, _ string) (*alloc.Record,
			error) {
			counted.Add(1)
			made := func(name string) bool {
				return strings.HasPrefix(after(string(files[file]), "const "+name), "1")
			}
			samples := []sample{{"F", "p.F p.BenchmarkF", 3, 8}, {"G", "p.G p.BenchmarkG", 3, 8}}
			for i, name := range []string{"one", "two"} {
				if strings.Contains(test.set, name+" p.F") {
					i = 0
				}
				if made(name) {
					samples[i].objects -= slight - 0.1
				}
			}
			if test.heavy && made("one") {
				samples[1].objects += 5
			}
			return record(samples...), nil
		}
		c := verify.Change{Packages: []string{"p"}, Candidates: list,
			Base: map[string][]byte{file: text}, Old: map[string][]byte{file: text}}
		c, err := c.With(list)
		if err != nil {
			t.Fatal(err)
		}
		if test.known {
			for i := range c.Candidates {
				c.Candidates[i].Known = []alloc.Verdict{{Judge: judge, Outcome: alloc.Accepted}}
			}
		}
		before, _ := trace(t.Context(), c.Old, "old", "")
		counted.Store(0)
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
		if text := strings.Join(got, " "); text != test.want || (counted.Load() == 1) != test.once {
			t.Errorf("%s: %s, want %s; counted %d times", test.name, text, test.want,
				counted.Load())
		}
		if n := len(j.After.Benchmarks); n != 2 {
			t.Errorf("%s: afterwards %d benchmarks are known", test.name, n)
		}
	}
}
