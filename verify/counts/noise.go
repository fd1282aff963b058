package counts

import (
	"math"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// dropNoise returns now with the figures of old for the benchmarks that run none
// of the functions, where they differ by less than an object per operation:
// that is chance, and not what the functions do.
func dropNoise(old, now *alloc.Record, funcs []string) *alloc.Record {
	ran, runs := verify.Running(old, funcs), verify.Running(now, funcs)
	before, after := perOp(old), perOp(now)
	chance := map[string]bool{}
	for name, is := range after {
		was, known := before[name]
		chance[name] = known && !ran[name] && !runs[name] && math.Abs(is.objects-was.objects) < 1
	}
	return verify.Merge(now, verify.Restrict(old, func(b alloc.Benchmark) bool {
		return chance[b.FullName()]
	}))
}
