// Package counts judges a change by counting: benchmarks are traced before and
// after it, so the figures are exact. A change must reduce what the functions
// that it is about allocate, and must not increase what any benchmark
// allocates.
package counts

import (
	"fmt"
	"math"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

const judge = "counts"

// shiftedReason explains a rejection by shifted.
const shiftedReason = "nothing is gained: what the function no longer allocates, " +
	"its callers do, into which the compiler inlines it"

// shifted reports whether the benchmarks together gain clearly less than the
// verdicts claim for their functions: a function that is now small enough to be
// inlined leaves its objects to its callers. Clearly less means by more than
// half of the smallest claim, so that no larger one hides it.
func shifted(old, now *alloc.Record, claims []alloc.Verdict) bool {
	var claimed, total figures
	least := figures{math.Inf(1), math.Inf(1)}
	for _, v := range claims {
		e := v.Evidence
		objects, bytes := e.ObjectsPerOp[0]-e.ObjectsPerOp[1], e.BytesPerOp[0]-e.BytesPerOp[1]
		claimed.objects += objects
		claimed.bytes += bytes
		if objects > 0.1 || bytes <= 0 {
			least.objects = min(least.objects, objects)
		} else {
			least.bytes = min(least.bytes, bytes)
		}
	}
	before, after := perOp(old), perOp(now)
	for name, was := range before {
		total.objects += was.objects - after[name].objects
		total.bytes += was.bytes - after[name].bytes
	}
	return claimed.objects-total.objects > 0.5*least.objects ||
		claimed.bytes-total.bytes > 0.5*least.bytes
}

// reduced judges whether the objects allocated in the functions, or by what
// they call, became fewer, or smaller if their number stays.
func reduced(old, now *alloc.Record, funcs []string) alloc.Verdict {
	return reducedFrom(through(old, funcs), through(now, funcs), funcs)
}

func reducedFrom(was, is figures, funcs []string) alloc.Verdict {
	v := alloc.Verdict{Judge: judge, Outcome: alloc.Accepted}
	v.Evidence.ObjectsPerOp = &[2]float64{was.objects, is.objects}
	v.Evidence.BytesPerOp = &[2]float64{was.bytes, is.bytes}
	switch {
	case was.objects == 0:
		return reject(v, "no benchmark allocates in %s", strings.Join(funcs, ", "))
	case is.objects < was.objects-tolerance(was.objects):
	case is.objects <= was.objects+tolerance(was.objects) && is.bytes < 0.99*was.bytes:
	default:
		return reject(v, "nothing is gained: %s objects and %s bytes per operation",
			figure(was.objects, is.objects), figure(was.bytes, is.bytes))
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

// figures are what one operation allocates, first use left out.
type figures struct{ objects, bytes float64 }

// perOp returns the figures of each benchmark by its full name.
func perOp(rec *alloc.Record) map[string]figures {
	list := map[string]figures{}
	for _, b := range rec.Benchmarks {
		n := float64(max(1, b.N))
		list[b.FullName()] = figures{float64(b.Objects-b.FirstUseObjects) / n,
			float64(b.Bytes-b.FirstUseBytes) / n}
	}
	return list
}

// totalOf returns what one operation of the benchmarks in names allocates,
// summed.
func totalOf(rec *alloc.Record, names map[string]bool) figures {
	var sum figures
	for name, f := range perOp(rec) {
		if names[name] {
			sum.objects += f.objects
			sum.bytes += f.bytes
		}
	}
	return sum
}

// tolerance is how much a figure may differ between runs of one binary, because
// of the runtime's own objects and of maps that grow at random.
func tolerance(figure float64) float64 { return 0.02 + 0.001*figure }

// through returns what one operation allocates in the functions and in what
// they call, summed over the benchmarks.
func through(rec *alloc.Record, funcs []string) figures {
	return sumOf(rec, verify.Inside(rec, funcs))
}

// sumOf adds up the samples whose stacks count.
func sumOf(rec *alloc.Record, counts func(stack []int) bool) figures {
	var sum figures
	for _, s := range rec.Samples {
		if !counts(rec.Stacks[s.Stack]) {
			continue
		}
		n := float64(max(1, rec.Benchmarks[s.Benchmark].N))
		sum.objects += float64(s.Objects-s.FirstUse) / n
		sum.bytes += float64(s.Charged*(s.Objects-s.FirstUse)) / n
	}
	return sum
}
