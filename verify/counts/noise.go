package counts

import (
	"math"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
)

// dropNoise returns what a step counted, now, with the figures of old for the benchmarks
// that run none of its functions, where they differ by less than an object per operation:
// that is chance, and not what the functions do. The lines are those of the new code
// throughout: what comes next is found by them.
func dropNoise(old, now *alloc.Record, next step) (*alloc.Record, error) {
	ran, runs := verify.Running(old, next.funcs), verify.Running(now, next.funcs)
	before, after := perOp(old), perOp(now)
	chance := map[string]bool{}
	for name, is := range after {
		was, known := before[name]
		chance[name] = known && was != is && !ran[name] && !runs[name] &&
			math.Abs(is.objects-was.objects) < 1
	}
	kept, err := moved(verify.Restrict(old, func(b alloc.Benchmark) bool {
		return chance[b.FullName()]
	}), next.change)
	return verify.Merge(now, kept), err
}

// moved returns a record of the code before a change with the lines that its frames have
// after it. A line that is gone counts as the one in its place.
func moved(rec *alloc.Record, c verify.Change) (*alloc.Record, error) {
	if len(rec.Samples) == 0 {
		return rec, nil
	}
	frames := slices.Clone(rec.Frames)
	for name, text := range c.New {
		old, err := c.Before(name)
		if err != nil {
			return nil, err
		}
		line := rewrite.Moved(old, text)
		for i, f := range frames {
			if f.File == name {
				frames[i].Line = line(f.Line)
			}
		}
	}
	out := *rec
	out.Frames = frames
	return &out, nil
}
