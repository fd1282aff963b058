package counts

import (
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
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
	rec, err := dropNoise(old, now, step{funcs: []string{"p.F"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range rec.Benchmarks {
		got[b.Name] = b.Objects
	}
	for name, want := range map[string]uint64{"Runs": 250, "Chance": 100, "Clear": 200, "New": 1} {
		if got[name] != want {
			t.Errorf("%s: got %d objects, want %d", name, got[name], want)
		}
	}
}

// TestDropNoiseLines has figures of the old code, because they differ by chance, and of the
// new, because they do not: the lines are those of the new code in both.
func TestDropNoiseLines(t *testing.T) {
	const file = "/m/p.go"
	record := func(objects uint64, line int) *alloc.Record {
		return &alloc.Record{
			Benchmarks: []alloc.Benchmark{{Package: "p", Name: "G", N: 100, Objects: objects}},
			Frames:     []alloc.Frame{{Func: "p.G", File: file, Line: line}},
			Stacks:     [][]int{{0}},
			Samples:    []alloc.Sample{{Objects: objects}},
		}
	}
	change := verify.Change{
		Old: map[string][]byte{file: []byte("package p\n\nfunc F() {}\nfunc G() { g() }\n")},
		New: map[string][]byte{file: []byte("package p\n\nfunc F() {\n\tf()\n}\n" +
			"func G() { g() }\n")},
	}
	for _, objects := range []uint64{100, 107} {
		rec, err := dropNoise(record(100, 4), record(objects, 6),
			step{funcs: []string{"p.F"}, change: change})
		if err != nil {
			t.Fatal(err)
		}
		if got := rec.Samples[0].Objects; got != 100 {
			t.Errorf("%d objects: got %d, want those before", objects, got)
		}
		if got := rec.Frames[rec.Stacks[rec.Samples[0].Stack][0]].Line; got != 6 {
			t.Errorf("%d objects: they are on line %d, want 6", objects, got)
		}
	}
}
