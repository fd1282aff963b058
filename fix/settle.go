package fix

import (
	"math"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify/counts"
)

// settle returns now with the figures of old for the benchmarks that run none
// of the functions, where they differ by less than an object per operation:
// that is chance, and not what the functions do.
func settle(old, now *alloc.Record, funcs []string) *alloc.Record {
	ran, runs := running(old, funcs), running(now, funcs)
	before := map[string]float64{}
	for _, b := range old.Benchmarks {
		before[b.FullName()] = objects(b)
	}
	chance := map[string]bool{}
	for _, b := range now.Benchmarks {
		name := b.FullName()
		was, known := before[name]
		chance[name] = known && !ran[name] && !runs[name] && math.Abs(objects(b)-was) < 1
	}
	return merge(now, restrict(old, func(b alloc.Benchmark) bool { return chance[b.FullName()] }))
}

// objects returns what one operation allocates.
func objects(b alloc.Benchmark) float64 {
	return float64(b.Objects-b.FirstUseObjects) / float64(max(1, b.N))
}

// running returns the full names of the benchmarks that allocate in the
// functions, or in what they call.
func running(rec *alloc.Record, funcs []string) map[string]bool {
	inside := make([]bool, len(rec.Frames))
	for i, f := range rec.Frames {
		inside[i] = slices.ContainsFunc(funcs, func(fn string) bool {
			return counts.Within(f.Func, fn)
		})
	}
	runs := map[string]bool{}
	for _, s := range rec.Samples {
		if slices.ContainsFunc(rec.Stacks[s.Stack], func(f int) bool { return inside[f] }) {
			runs[rec.Benchmarks[s.Benchmark].FullName()] = true
		}
	}
	return runs
}
