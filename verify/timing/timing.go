// Package timing judges a change by the clock: it runs the benchmark binaries
// from before and after the change interleaved, and rejects the change if a
// benchmark became slower beyond chance.
package timing

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/clock"
)

const judge = "timing"

// alpha is the probability at which chance is ruled out, and slower the ratio
// from which on a benchmark counts as slower: less is code that moved.
const (
	alpha  = 0.05
	slower = 1.05
)

// compared is one benchmark.
type compared struct {
	name  string
	ratio float64 // of the medians, new over old
	p     float64
	n     int
}

// compare judges times. The ratio of the verdict is the geometric mean over
// the benchmarks, its P the smallest one.
func compare(times map[string]*clock.Times) alloc.Verdict {
	list := compareAll(times)
	if len(list) == 0 {
		return alloc.Verdict{Judge: judge, Outcome: alloc.Unknown,
			Reason: "no benchmark could be timed"}
	}
	v := alloc.Verdict{Judge: judge, Outcome: alloc.Accepted,
		Evidence: alloc.Evidence{Time: &alloc.TimeEvidence{P: 1}}}
	logs := 0.0
	for _, c := range list {
		logs += math.Log(c.ratio)
		v.Evidence.Time.P = min(v.Evidence.Time.P, c.p)
		v.Evidence.Time.N = max(v.Evidence.Time.N, c.n)
		if c.p < alpha && c.ratio > slower && v.Outcome == alloc.Accepted {
			v.Outcome = alloc.Rejected
			v.Reason = fmt.Sprintf("%s takes %.2f times as long (p=%.3f, n=%d)",
				c.name, c.ratio, c.p, c.n)
		}
	}
	v.Evidence.Time.Ratio = math.Exp(logs / float64(len(list)))
	return v
}

// compareAll compares each benchmark and corrects P for their number.
func compareAll(times map[string]*clock.Times) []compared {
	var list []compared
	for name, t := range times {
		if len(t.Old) < 4 || len(t.New) < 4 {
			continue // too few for any test
		}
		old := benchmath.NewSample(t.Old, &benchmath.DefaultThresholds)
		now := benchmath.NewSample(t.New, &benchmath.DefaultThresholds)
		before := benchmath.AssumeNothing.Summary(old, 0.95).Center
		after := benchmath.AssumeNothing.Summary(now, 0.95).Center
		if before <= 0 || after <= 0 {
			continue
		}
		list = append(list, compared{name: name, ratio: after / before,
			p: benchmath.AssumeNothing.Compare(old, now).P, n: min(len(t.Old), len(t.New))})
	}
	holm(list)
	slices.SortFunc(list, func(a, b compared) int { return cmp.Compare(a.name, b.name) })
	return list
}

// holm corrects the P of each for there being several, by the step-down method
// of Holm: the smallest times their number, the next times one less, and none
// smaller than the one before it.
func holm(list []compared) {
	slices.SortFunc(list, func(a, b compared) int { return cmp.Compare(a.p, b.p) })
	least := 0.0
	for i := range list {
		least = max(least, min(1, list[i].p*float64(len(list)-i)))
		list[i].p = least
	}
}
