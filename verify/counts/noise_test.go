package counts

import (
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestDropNoise has a benchmark that runs the function, one that does not and
// differs by chance, one that does not and differs clearly, and a new one.
func TestDropNoise(t *testing.T) {
	record := func(figures map[string]uint64) *alloc.Record {
		rec := &alloc.Record{Frames: []alloc.Frame{{Func: "p.F.func1"}, {Func: "p.G"}},
			Stacks: [][]int{{0}, {1}}}
		for _, name := range []string{"Runs", "Chance", "Clear", "New"} {
			n, ok := figures[name]
			if !ok {
				continue
			}
			stack := 1
			if name == "Runs" {
				stack = 0
			}
			rec.Samples = append(rec.Samples, alloc.Sample{Benchmark: len(rec.Benchmarks),
				Stack: stack, Objects: n})
			rec.Benchmarks = append(rec.Benchmarks,
				alloc.Benchmark{Package: "p", Name: name, N: 100, Objects: n})
		}
		return rec
	}
	old := record(map[string]uint64{"Runs": 300, "Chance": 100, "Clear": 100})
	now := record(map[string]uint64{"Runs": 250, "Chance": 107, "Clear": 200, "New": 1})
	got := map[string]uint64{}
	for _, b := range dropNoise(old, now, []string{"p.F"}).Benchmarks {
		got[b.Name] = b.Objects
	}
	for name, want := range map[string]uint64{"Runs": 250, "Chance": 100, "Clear": 200, "New": 1} {
		if got[name] != want {
			t.Errorf("%s: got %d objects, want %d", name, got[name], want)
		}
	}
}
