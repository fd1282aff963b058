package verify

import (
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestMergeAgain merges records as often as rewrites are measured: stacks that no sample needs
// any more must go, and those that are needed lead to the frames that they led to.
func TestMergeAgain(t *testing.T) {
	record := func(benchmark, fn string) *alloc.Record {
		return &alloc.Record{
			Benchmarks: []alloc.Benchmark{{Name: benchmark}},
			Frames:     []alloc.Frame{{Func: "unused"}, {Func: fn}, {Func: "main"}},
			Stacks:     [][]int{{0, 2}, {1, 2}},
			Samples:    []alloc.Sample{{Stack: 1, Objects: 1}},
		}
	}
	rec := Merge(record("BenchmarkA", "a"), record("BenchmarkB", "b"))
	for range 10 {
		kept := Restrict(rec, func(b alloc.Benchmark) bool { return b.Name == "BenchmarkA" })
		rec = Merge(rec, Merge(record("BenchmarkB", "b2"), kept))
	}
	if len(rec.Samples) != 2 || len(rec.Stacks) > 4 || len(rec.Frames) > 8 {
		t.Errorf("%d samples, %d stacks, %d frames", len(rec.Samples), len(rec.Stacks),
			len(rec.Frames))
	}
	var got []string
	for _, s := range rec.Samples {
		text := rec.Benchmarks[s.Benchmark].Name
		for _, f := range rec.Stacks[s.Stack] {
			text += " " + rec.Frames[f].Func
		}
		got = append(got, text)
	}
	slices.Sort(got)
	if want := []string{"BenchmarkA a main", "BenchmarkB b2 main"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWithin(t *testing.T) {
	for frame, want := range map[string]bool{
		"p.F": true, "p.F.func1": true, "p.F-range1": true, "p.F.gowrap2": true,
		"p.F2": false, "p.FG.func1": false, "q/p.F": false, "p.(*T).F": false,
		"p.G.F.func1": true, "p_test.G.F-range1": true, "p.G.F": false, "q.G.F.func1": false,
		"p.G.H.F.func1.2": true, "p.G.F2.func1": false, "p.G.(*T).F.func1": false,
		"p2.G.F.func1": false,
	} {
		if got := Within(frame, "p.F"); got != want {
			t.Errorf("Within(%q) = %t", frame, got)
		}
	}
}
