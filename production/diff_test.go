package production

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// sampledBook is a book of lines of p.go with so many objects of 64 bytes each, as
// a profiler sees them that looks at one allocation in 4096 bytes.
func sampledBook(random *rand.Rand, objects map[int]int) *Book {
	const rate = 4096
	rec := &alloc.Record{ModuleDir: "/m", Packages: []alloc.Package{{Path: "m", Dir: "/m"}},
		Benchmarks: []alloc.Benchmark{{Name: "heap", N: 1, Rate: rate}}}
	seen := -math.Expm1(-64. / rate)
	for line := range 100 {
		n := 0
		for range objects[line] {
			if random.Float64() < seen {
				n++
			}
		}
		rec.Frames = append(rec.Frames, alloc.Frame{Func: "m.F", File: "/m/p.go", Line: line})
		rec.Stacks = append(rec.Stacks, []int{line})
		if n > 0 {
			rec.Samples = append(rec.Samples, alloc.Sample{Stack: line, Size: 64, Charged: 64,
				Objects: uint64(float64(n) / seen)})
		}
	}
	return New(rec)
}

// TestDiffHolds wants what was removed in the interval about as often as promised,
// and no difference where there is none.
func TestDiffHolds(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const runs = 200
	missed, wrong := 0, 0
	for range runs {
		old := Side{sampledBook(random, map[int]int{3: 40000, 4: 20000}), 1000}
		now := Side{sampledBook(random, map[int]int{3: 20000, 4: 40000}), 2000}
		d := Diff(old, now, nil)
		if r := d.Totals[0].Removed; r.Low > 0.5 || r.High < 0.5 {
			missed++
		}
		for _, l := range d.Lines {
			if want := map[int]alloc.Judgement{3: alloc.Better, 4: alloc.Same}[l.Line]; want !=
				l.Changes[0].Judgement {
				wrong++
			}
		}
	}
	if missed > runs/12 || wrong > runs/12 {
		t.Errorf("in %d runs the interval missed %d times, and %d verdicts are wrong", runs,
			missed, wrong)
	}
}

// TestDiffLines compares a function as a whole whose lines are not those of the
// other side, beside what was predicted.
func TestDiffLines(t *testing.T) {
	exact := func(lines ...int) Side {
		rec := record()
		rec.Samples = nil
		for _, line := range lines {
			rec.Frames = append(rec.Frames, alloc.Frame{Func: "main.Grow", File: "/m/p.go",
				Line: line})
			rec.Stacks = append(rec.Stacks, []int{len(rec.Frames) - 1})
			rec.Samples = append(rec.Samples, alloc.Sample{Stack: len(rec.Stacks) - 1, Size: 16,
				Charged: 16, Objects: 100})
		}
		return Side{New(rec), 10}
	}
	p := &alloc.Production{Lines: []alloc.ProductionLine{{Func: "main.Grow", File: "p.go", Line: 5,
		Held: alloc.Sampled{Objects: alloc.Sum{Value: 200}}, Removed: [2]float64{0.75, 0.5}}}}
	d := Diff(exact(5, 6), exact(5), p)
	if len(d.Lines) != 1 || d.Lines[0].Line != 0 || d.Scale != "requests" {
		t.Fatalf("got %+v", d)
	}
	c := d.Lines[0].Changes[0]
	if c.Removed.Value != 0.5 || c.Judgement != alloc.Better || *c.Predicted != 0.75 ||
		c.Old.Value != 20 {
		t.Errorf("got %+v", c)
	}
	if d := Diff(exact(5), exact(5), nil); d.Lines[0].Line != 5 || d.Worse() {
		t.Errorf("got %+v", d)
	}
	if d := Diff(exact(5), exact(5, 6), nil); !d.Worse() {
		t.Errorf("got %+v", d.Totals)
	}
}

// TestDiffScales divides by CPU time where both sides have it, and says so where
// nothing is known.
func TestDiffScales(t *testing.T) {
	one := Side{Book: New(record())}
	if d := Diff(one, one, nil); d.Scale != "cpu" || d.Old.By != 1 {
		t.Errorf("by %s, %v", d.Scale, d.Old.By)
	}
	rec := record()
	rec.Benchmarks, rec.Samples = rec.Benchmarks[:1], rec.Samples[:4]
	none := Side{Book: New(rec)}
	if d := Diff(one, none, nil); d.Scale != "none" || len(d.Warnings) != 1 {
		t.Errorf("by %s, %v", d.Scale, d.Warnings)
	}
}
