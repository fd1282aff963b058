package timing

import (
	"maps"
	"slices"
	"testing"

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
