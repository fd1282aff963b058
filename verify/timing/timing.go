// Package timing judges a change by the clock: the benchmarks' binaries from
// before and after it are run by turns, and a benchmark that became slower
// beyond chance speaks against it.
package timing

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/perf/benchmath"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/observe/load"
)

const judge = "timing"

// Options say how to run, and what is too slow.
type Options struct {
	Rounds int
	Time   time.Duration
	// Benchmarks are names by import path; packages without any are not run.
	Benchmarks map[string][]string
	Packages   []load.Package

	// Dir is a folder for the binaries, which the next call with the same folder
	// need not build again; "" means a temporary one.
	Dir string
	// Alone, when not nil, is called before anything is timed and returns when
	// the machine has nothing else to do for the caller. What it returns is
	// called afterwards.
	Alone func() (done func())
}

// alpha is the probability at which chance is ruled out, and slower the ratio
// from which on a benchmark counts as slower: less is code that moved.
const (
	alpha  = 0.05
	slower = 1.05
)

// Judge measures and compares. An error means that the judge itself failed, or
// that ctx ended.
func Judge(ctx context.Context, c alloc.Change, opt Options) (alloc.Verdict, error) {
	times, err := Measure(ctx, c, opt)
	if err != nil {
		return alloc.Verdict{}, err
	}
	return Compare(times), nil
}

// Measure builds the tests of the packages before and after the change, runs
// them by turns, and returns the times by the full names of the benchmarks.
func Measure(ctx context.Context, c alloc.Change, opt Options) (map[string]*clock.Times, error) {
	if opt.Dir == "" {
		dir, err := os.MkdirTemp("", "wring-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		opt.Dir = dir
	}
	all := map[string]*clock.Times{}
	for _, p := range opt.Packages {
		if len(opt.Benchmarks[p.Path]) == 0 {
			continue
		}
		times, err := measure(ctx, c, opt, p)
		if err != nil {
			return nil, err
		}
		for name, t := range times {
			all[p.Path+"."+name] = t
		}
	}
	return all, nil
}

// measure times the benchmarks of one package.
func measure(ctx context.Context, c alloc.Change, opt Options,
	p load.Package) (map[string]*clock.Times, error) {
	dir := filepath.Join(opt.Dir, url.PathEscape(p.Path))
	old, err := binary(ctx, c, c.Old, p, dir)
	if err != nil {
		return nil, err
	}
	now, err := binary(ctx, c, c.New, p, dir)
	if err != nil {
		return nil, err
	}
	if err := keepOnly(dir, old, now); err != nil {
		return nil, err
	}
	if opt.Alone != nil {
		defer opt.Alone()()
	}
	return clock.Run(ctx, old, now, clock.Options{Rounds: opt.Rounds, Time: opt.Time,
		Benchmarks: opt.Benchmarks[p.Path], Env: c.Env})
}

// compared is one benchmark.
type compared struct {
	name  string
	ratio float64 // of the medians, new over old
	p     float64
	n     int
}

// Compare judges times. The ratio of the verdict is the geometric mean over
// the benchmarks, its P the smallest one.
func Compare(times map[string]*clock.Times) alloc.Verdict {
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
