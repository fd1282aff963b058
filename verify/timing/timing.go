// Package timing judges a change by the clock: it runs the benchmark binaries from
// before and after the change interleaved, round by round, until it is clear for each
// benchmark whether it has lost time. It finds a loss of 3 % in at least nine of ten
// judgements. Each candidate is timed by itself, so that what another one gains does
// not hide what it loses, and then all that was kept so far together.
package timing

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/clock"
)

const judge = "timing"

// result is one benchmark.
type result struct {
	name     string
	decision decision
	ratio    float64 // new over old
	p        float64 // two-sided, corrected for the number of benchmarks
	n        int

	orders   int     // of functions, in which it was timed besides; 0 for none
	inOrders float64 // new over old, in the mean of these
}

// results judges each benchmark by its times. at the end of all rounds none stays
// undecided. Benchmarks with less than a round are left out.
func results(times map[string]*clock.Times, end bool) []result {
	var list []result
	for _, name := range slices.Sorted(maps.Keys(times)) {
		p := paired(times[name].Old, times[name].New)
		if len(p) == 0 {
			continue
		}
		list = append(list, result{name: name, ratio: math.Exp(p.center()), n: len(p),
			decision: p.decide(len(times), end), p: min(1, 2*min(p.above(0), p.below(0)))})
	}
	holm(list)
	slices.SortFunc(list, func(a, b result) int { return cmp.Compare(a.name, b.name) })
	return list
}

// verdict sums up results. Its ratio is the geometric mean over the benchmarks, its P
// the smallest one. Benchmarks that had fewer rounds than the first look takes leave it
// unknown.
func verdict(list []result) alloc.Verdict {
	list = slices.DeleteFunc(slices.Clone(list), func(r result) bool { return r.n < looks[0] })
	if len(list) == 0 {
		return alloc.Verdict{Judge: judge, Outcome: alloc.Unknown,
			Reason: "no benchmark could be timed"}
	}
	v := alloc.Verdict{Judge: judge, Outcome: alloc.Accepted,
		Evidence: alloc.Evidence{Time: &alloc.TimeEvidence{P: 1}}}
	logs := 0.0
	for _, r := range list {
		if r.orders > 0 && r.decision == unharmed {
			r.ratio, r.p = r.inOrders, 1 // the rest is due to its place
		}
		logs += math.Log(r.ratio)
		v.Evidence.Time.P = min(v.Evidence.Time.P, r.p)
		v.Evidence.Time.N = max(v.Evidence.Time.N, r.n)
		if r.decision == slower && v.Outcome == alloc.Accepted {
			v.Outcome = alloc.Rejected
			v.Reason = fmt.Sprintf("%s takes %.3f times as long (p=%.3f, n=%d)",
				r.name, r.ratio, r.p, r.n)
			if r.orders > 0 {
				v.Reason += fmt.Sprintf(", and %.3f times with its functions in %d other orders",
					r.inOrders, r.orders)
			}
		}
	}
	v.Evidence.Time.Ratio = math.Exp(logs / float64(len(list)))
	return v
}

// holm corrects the P of each for there being several, by the step-down method
// of Holm: the smallest times their number, the next times one less, and none
// smaller than the one before it.
func holm(list []result) {
	slices.SortFunc(list, func(a, b result) int { return cmp.Compare(a.p, b.p) })
	least := 0.0
	for i := range list {
		least = max(least, min(1, list[i].p*float64(len(list)-i)))
		list[i].p = least
	}
}
