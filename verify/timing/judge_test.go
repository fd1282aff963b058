package timing

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// TestTimedAlone: what the benchmark Both runs is changed by two candidates, so that small
// losses may add up there; the others say the same of all candidates as of one.
func TestTimedAlone(t *testing.T) {
	rec := &alloc.Record{
		Benchmarks: []alloc.Benchmark{{Package: "p", Name: "A"}, {Package: "p", Name: "B"},
			{Package: "p", Name: "Both"}, {Package: "p", Name: "Other"}},
		Frames: []alloc.Frame{{Func: "p.a"}, {Func: "p.b"}, {Func: "p.c"}},
		Stacks: [][]int{{0}, {1}, {2}},
		Samples: []alloc.Sample{{Benchmark: 0, Stack: 0, Objects: 1},
			{Benchmark: 1, Stack: 1, Objects: 1}, {Benchmark: 2, Stack: 0, Objects: 1},
			{Benchmark: 2, Stack: 1, Objects: 1}, {Benchmark: 3, Stack: 2, Objects: 1}},
	}
	var c verify.Change
	for _, fn := range []string{"p.a", "p.b"} {
		c.Candidates = append(c.Candidates,
			verify.Candidate{Candidate: alloc.Candidate{Func: fn}})
	}
	got := slices.Sorted(maps.Keys(timedAlone(c, rec)))
	if want := []string{"p.A", "p.B"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestGained: a benchmark by which each of its candidates was timed need not time them together
// where they gain clearly.
func TestGained(t *testing.T) {
	rec := &alloc.Record{
		Benchmarks: []alloc.Benchmark{{Package: "p", Name: "Clear"}, {Package: "p", Name: "Slight"},
			{Package: "p", Name: "Untimed"}},
		Frames: []alloc.Frame{{Func: "p.a"}, {Func: "p.b"}},
		Stacks: [][]int{{0}, {1}},
	}
	for b := range rec.Benchmarks {
		rec.Samples = append(rec.Samples, alloc.Sample{Benchmark: b, Stack: 0, Objects: 1},
			alloc.Sample{Benchmark: b, Stack: 1, Objects: 1})
	}
	var c verify.Change
	for _, fn := range []string{"p.a", "p.b"} {
		c.Candidates = append(c.Candidates,
			verify.Candidate{Candidate: alloc.Candidate{Func: fn}})
	}
	entries := []*entry{
		{results: []result{{name: "p.Clear", ratio: 0.8}, {name: "p.Slight", ratio: 0.9},
			{name: "p.Untimed", ratio: 0.5}}},
		{results: []result{{name: "p.Clear", ratio: 1.02}, {name: "p.Slight", ratio: 1.02}}},
	}
	got := gained(c, rec, entries, [][]int{{0}, {1}})
	for name, want := range map[string]bool{"p.Clear": true, "p.Slight": false,
		"p.Untimed": false} {
		if got[name] != want {
			t.Errorf("%s: got %t, want %t", name, got[name], want)
		}
	}
}

// TestShare: a race takes a quarter of what is left, and a run an eighth, in bounds.
func TestShare(t *testing.T) {
	left := 80 * time.Second
	opt := Options{Left: func() time.Duration { return left }}
	if got := opt.timeout(); got != 10*time.Second {
		t.Errorf("a run may take %v, want 10 s", got)
	}
	enough := opt.share(mostOfLeft)
	for _, test := range []struct {
		left time.Duration
		want bool
	}{{80, false}, {61, false}, {60, true}, {1, true}} {
		left = test.left * time.Second
		if got := enough(); got != test.want {
			t.Errorf("with %v left: %t, want %t", left, got, test.want)
		}
	}
	if got := opt.timeout(); got != leastTimeout {
		t.Errorf("a run may take %v, want %v", got, leastTimeout)
	}
	if none := (Options{}); none.share(mostOfLeft)() || none.timeout() != mostTimeout {
		t.Error("without a limit there is an end")
	}
}

// TestHeaviest: a function that a benchmark runs is not timed by replays of tests, one that
// none runs is: by the replay of its calls, or else by others.
func TestHeaviest(t *testing.T) {
	replay, whole := alloc.ReplayBenchmark+"/a", alloc.ReplayBenchmark+"/"+alloc.WholeTests+"b"
	method := alloc.ReplayBenchmark + "/T.c"
	rec := &alloc.Record{
		Benchmarks: []alloc.Benchmark{{Package: "p", Name: "A"}, {Package: "p", Name: replay},
			{Package: "p", Name: whole}, {Package: "p", Name: method}},
		Frames: []alloc.Frame{{Func: "p.a"}, {Func: "p.b"}, {Func: "p.(*T).c"}},
		Stacks: [][]int{{0}, {1}, {2}},
		Samples: []alloc.Sample{{Benchmark: 0, Stack: 0, Objects: 1},
			{Benchmark: 1, Stack: 0, Objects: 9}, {Benchmark: 2, Stack: 0, Objects: 1},
			{Benchmark: 2, Stack: 1, Objects: 5}, {Benchmark: 2, Stack: 2, Objects: 5},
			{Benchmark: 3, Stack: 2, Objects: 1}, {Benchmark: 3, Stack: 1, Objects: 1}},
	}
	for _, test := range []struct{ funcs, want []string }{
		{[]string{"p.a"}, []string{"p.A"}},
		{[]string{"p.b"}, []string{"p." + method, "p." + whole}},
		{[]string{"p.(*T).c"}, []string{"p." + method}},
		{[]string{"p.a", "p.b"}, []string{"p.A", "p." + method, "p." + whole}},
	} {
		got := slices.Sorted(maps.Keys(heaviest(rec, test.funcs, most)))
		if !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v, want %v", test.funcs, got, test.want)
		}
	}
}
