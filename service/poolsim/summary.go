package poolsim

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
)

// Interval is what a figure is over seeds: its median, and between which values
// 95 % of the runs are.
type Interval struct {
	Low    float64 `json:"low"`
	Median float64 `json:"median"`
	High   float64 `json:"high"`
}

// Distribution is a time that each query has: two quantiles and the largest, of
// all queries, those of no time included. They are seconds.
type Distribution struct {
	P50, P99, Max Interval
}

// Summary is what a setting costs, over seeds.
type Summary struct {
	Setting  Setting
	Runs     int
	Queries  int
	Connects Interval
	// How many connections were closed, by cause.
	MaxIdle, IdleTime, Lifetime Interval
	WaitCount                   Interval
	Wait                        Distribution // for another's connection
	Delay                       Distribution // until there is a connection
	PeakOpen, MeanOpen          Interval
	Seconds                     Interval // until the last query was done
	// Middle is the seed of a run with the median number of connects.
	Middle uint64
	// Ties says that things happened at the same instant, in an order that the
	// model had to choose.
	Ties bool
}

// Repeat runs a load under a setting with the seeds from 0 on.
func Repeat(ctx context.Context, s Setting, l Load, seeds int) (Summary, error) {
	runs := make([]figures, seeds)
	errs := make([]error, seeds)
	var all sync.WaitGroup
	next := make(chan int)
	for range min(seeds, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := range next {
				r, err := Simulate(ctx, s, l, Options{Seed: uint64(i)})
				runs[i], errs[i] = r.figures(), err
			}
		})
	}
	for i := range seeds {
		next <- i
	}
	close(next)
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return Summary{}, err
		}
	}
	return summarize(s.Normal(), l, runs), nil
}

// figures are the numbers of a run, in the order of fields.
type figures [fields]float64

const (
	connects = iota
	closedIdle
	closedIdleTime
	closedLifetime
	waitCount
	waitP50
	waitP99
	waitMax
	delayP50
	delayP99
	delayMax
	peakOpen
	meanOpen
	seconds
	ties
	fields
)

func (r Run) figures() figures {
	f := figures{
		connects: float64(r.Connects), closedIdle: float64(r.Closes.MaxIdle),
		closedIdleTime: float64(r.Closes.IdleTime), closedLifetime: float64(r.Closes.Lifetime),
		waitCount: float64(r.WaitCount), peakOpen: float64(r.PeakOpen), meanOpen: r.MeanOpen,
		seconds: r.End.Seconds(), ties: float64(r.Ties),
	}
	for i, p := range []float64{0.5, 0.99, 1} {
		f[waitP50+i] = Quantile(r.Waits, r.Queries, p).Seconds()
		f[delayP50+i] = Quantile(r.Delays, r.Queries, p).Seconds()
	}
	return f
}

func summarize(s Setting, l Load, runs []figures) Summary {
	var over [fields]Interval
	for k := range over {
		over[k] = interval(runs, k)
	}
	times := func(k int) Distribution { return Distribution{over[k], over[k+1], over[k+2]} }
	return Summary{
		Setting: s, Runs: len(runs), Queries: l.N, Connects: over[connects],
		MaxIdle: over[closedIdle], IdleTime: over[closedIdleTime], Lifetime: over[closedLifetime],
		WaitCount: over[waitCount], Wait: times(waitP50), Delay: times(delayP50),
		PeakOpen: over[peakOpen], MeanOpen: over[meanOpen], Seconds: over[seconds],
		Middle: middle(runs, over[connects].Median), Ties: over[ties].High > 0,
	}
}

func interval(runs []figures, k int) Interval {
	values := make([]float64, len(runs))
	for i, f := range runs {
		values[i] = f[k]
	}
	slices.Sort(values)
	return Interval{values[rank(0.025, len(values))], values[rank(0.5, len(values))],
		values[rank(0.975, len(values))]}
}

// rank returns where in n sorted values the p-quantile is.
func rank(p float64, n int) int {
	return min(max(int(math.Ceil(p*float64(n)))-1, 0), n-1)
}

func middle(runs []figures, median float64) uint64 {
	i := slices.IndexFunc(runs, func(f figures) bool { return f[connects] == median })
	return uint64(max(i, 0))
}
