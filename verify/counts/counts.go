// Package counts judges a change by counting: benchmarks are traced before and
// after it, so the figures are exact. A change must lighten the functions that
// it is about, and must not make any benchmark heavier.
package counts

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/trace"
)

const judge = "counts"

// Options say what is allowed. The zero value allows bytes to grow by a tenth.
type Options struct {
	// Bytes is the share by which a benchmark's bytes per operation may grow
	// when its objects become fewer; 0 means 0.1, less than 0 none.
	Bytes float64
}

const defaultBytes = 0.1

// Measure traces the benchmarks that cfg names with the change's files. What is
// built stays in dir, for who measures the same change again.
func Measure(ctx context.Context, cfg trace.Config, c alloc.Change,
	dir string) (*alloc.Record, error) {
	cfg.CacheDir, cfg.Overlay = dir, c.New
	return trace.Measure(ctx, cfg)
}

// Judge compares two records of the same benchmarks. funcs are the functions
// that the change is about, as pprof prints them: see [Lighter]. No benchmark
// may become heavier: see [Heavier].
func Judge(old, now *alloc.Record, funcs []string, opt Options) alloc.Verdict {
	v := Lighter(old, now, funcs)
	if reason := Heavier(old, now, opt); reason != "" {
		return reject(v, "%s", reason)
	}
	if v.Outcome == alloc.Accepted && Moved(old, now, []alloc.Verdict{v}) {
		return reject(v, "%s", MovedReason)
	}
	return v
}

// MovedReason is why a change is rejected of which Moved reports true.
const MovedReason = "nothing is gained: what the function does not allocate any more, " +
	"its callers do, where the compiler puts its code"

// Moved reports whether the benchmarks gain clearly less than the verdicts of
// Lighter say of functions, all taken together: a function that is small enough
// now to be inlined leaves its objects to its callers. Clearly less is half of
// what the smallest of the verdicts claims, so that no larger one hides it.
func Moved(old, now *alloc.Record, lighter []alloc.Verdict) bool {
	var claimed, total PerOp
	least := PerOp{math.Inf(1), math.Inf(1)}
	for _, v := range lighter {
		e := v.Evidence
		objects, bytes := e.ObjectsPerOp[0]-e.ObjectsPerOp[1], e.BytesPerOp[0]-e.BytesPerOp[1]
		claimed.Objects += objects
		claimed.Bytes += bytes
		if objects > 0.1 || bytes <= 0 {
			least.Objects = min(least.Objects, objects)
		} else {
			least.Bytes = min(least.Bytes, bytes)
		}
	}
	before, after := perOp(old), perOp(now)
	for name, was := range before {
		total.Objects += was.Objects - after[name].Objects
		total.Bytes += was.Bytes - after[name].Bytes
	}
	return claimed.Objects-total.Objects > 0.5*least.Objects ||
		claimed.Bytes-total.Bytes > 0.5*least.Bytes
}

// Heavier returns which benchmark became heavier, and in what; "" for none.
func Heavier(old, now *alloc.Record, opt Options) string {
	for _, g := range Growths(old, now, opt) {
		return g.Benchmark + ": " + g.Reason
	}
	return ""
}

// Lighter judges whether the objects allocated in the functions, or by what
// they call, became fewer, or smaller if their number stays.
func Lighter(old, now *alloc.Record, funcs []string) alloc.Verdict {
	return lighter(Through(old, funcs), Through(now, funcs), funcs)
}

func lighter(was, is PerOp, funcs []string) alloc.Verdict {
	v := alloc.Verdict{Judge: judge, Outcome: alloc.Accepted}
	v.Evidence.ObjectsPerOp = &[2]float64{was.Objects, is.Objects}
	v.Evidence.BytesPerOp = &[2]float64{was.Bytes, is.Bytes}
	switch {
	case was.Objects == 0:
		return reject(v, "no benchmark allocates in %s", strings.Join(funcs, ", "))
	case is.Objects < was.Objects-tolerance(was.Objects):
	case is.Objects <= was.Objects+tolerance(was.Objects) && is.Bytes < 0.99*was.Bytes:
	default:
		return reject(v, "nothing is gained: %s objects and %s bytes per operation",
			figure(was.Objects, is.Objects), figure(was.Bytes, is.Bytes))
	}
	return v
}

func reject(v alloc.Verdict, format string, args ...any) alloc.Verdict {
	v.Outcome, v.Reason = alloc.Rejected, fmt.Sprintf(format, args...)
	return v
}

func figure(was, is float64) string {
	if was == is {
		return fmt.Sprintf("%.4g", was)
	}
	return fmt.Sprintf("%.4g (now %.4g)", was, is)
}

// PerOp is what one operation allocates, first use left out.
type PerOp struct{ Objects, Bytes float64 }

// perOp returns the figures of each benchmark by its full name.
func perOp(rec *alloc.Record) map[string]PerOp {
	list := map[string]PerOp{}
	for _, b := range rec.Benchmarks {
		n := float64(max(1, b.N))
		list[b.FullName()] = PerOp{float64(b.Objects-b.FirstUseObjects) / n,
			float64(b.Bytes-b.FirstUseBytes) / n}
	}
	return list
}

// tolerance is by how much a figure may differ between runs of one binary: the
// runtime's own objects, and maps that grow by chance.
func tolerance(figure float64) float64 { return 0.02 + 0.001*figure }

// Through returns what one operation allocates in the functions and in what
// they call, summed over the benchmarks.
func Through(rec *alloc.Record, funcs []string) PerOp {
	inside := make([]bool, len(rec.Frames))
	for i, f := range rec.Frames {
		inside[i] = slices.ContainsFunc(funcs, func(fn string) bool { return Within(f.Func, fn) })
	}
	return sumOf(rec, func(stack []int) bool {
		return slices.ContainsFunc(stack, func(f int) bool { return inside[f] })
	})
}

// sumOf adds up the samples whose stacks count.
func sumOf(rec *alloc.Record, counts func(stack []int) bool) PerOp {
	var sum PerOp
	for _, s := range rec.Samples {
		if !counts(rec.Stacks[s.Stack]) {
			continue
		}
		n := float64(max(1, rec.Benchmarks[s.Benchmark].N))
		sum.Objects += float64(s.Objects-s.FirstUse) / n
		sum.Bytes += float64(s.Charged*(s.Objects-s.FirstUse)) / n
	}
	return sum
}

// Within reports whether a frame's function is fn or a closure in it.
func Within(frame, fn string) bool {
	rest, ok := strings.CutPrefix(frame, fn)
	if !ok {
		return false
	}
	return rest == "" || strings.HasPrefix(rest, ".func") || strings.HasPrefix(rest, "-range") ||
		strings.HasPrefix(rest, ".gowrap") || strings.HasPrefix(rest, ".deferwrap")
}
