package collector

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Interval is a figure of several runs: its median, and the least and the
// greatest of them or, of many, what 95 % are between.
type Interval struct {
	Low    float64 `json:"low"`
	Median float64 `json:"median"`
	High   float64 `json:"high"`
}

// Point is what the collector costs under one setting.
type Point struct {
	Setting Setting
	Runs    int
	Share   Interval // of the process's CPU, from 0 to 1
	CPU     Interval // seconds, of the whole process
	GC      Interval // seconds, of the collector
	Wall    Interval // seconds
	Peak    Interval // bytes
	Live    Interval // bytes
	Cycles  Interval
	P99     Interval // pause, in seconds
	Longest Interval // pause, in seconds
	Assist  Interval // seconds of CPU that goroutines gave to be allowed to allocate
	Idle    Interval // seconds of it on processors that had nothing else to do
	Rate    Interval // bytes allocated a second
	Stretch Interval // how much longer its threads were at work than they ran
	Forced  int      // cycles of a run that something other than the heap began
}

// Plan says which settings are tried, and how often each.
type Plan struct {
	Settings []Setting
	Rounds   int // 0 means DefaultRounds
	// Progress, when not nil, is called with what is run.
	Progress func(phase, what string)
}

// DefaultRounds is how often a program is run under each setting.
const DefaultRounds = 5

// Measure runs a program under each setting in turn, and again, in an order that
// alternates: what else happens on the machine then happens to all of them.
func Measure(ctx context.Context, p Program, plan Plan) ([]Point, error) {
	if plan.Rounds == 0 {
		plan.Rounds = DefaultRounds
	}
	runs := make([][]Run, len(plan.Settings))
	for round := range plan.Rounds {
		for i := range plan.Settings {
			if round%2 == 1 {
				i = len(plan.Settings) - 1 - i
			}
			s := plan.Settings[i]
			if plan.Progress != nil {
				plan.Progress("running", fmt.Sprintf("%v (%d of %d)", s, round+1, plan.Rounds))
			}
			r, err := p.Once(ctx, s)
			if err != nil {
				return nil, fmt.Errorf("with %v: %w", s, err)
			}
			runs[i] = append(runs[i], r)
		}
	}
	points := make([]Point, len(runs))
	for i := range runs {
		points[i] = pointOf(runs[i])
	}
	return points, nil
}

// pointOf puts the runs under one setting together.
func pointOf(runs []Run) Point {
	over := func(f func(Run) float64) Interval {
		values := make([]float64, len(runs))
		for i, r := range runs {
			values[i] = f(r)
		}
		return interval(values)
	}
	return Point{
		Setting: runs[0].Setting, Runs: len(runs), Forced: runs[0].Forced,
		Share:   over(Run.Share),
		CPU:     over(func(r Run) float64 { return r.CPU.Seconds() }),
		GC:      over(func(r Run) float64 { return r.Share() * r.CPU.Seconds() }),
		Wall:    over(func(r Run) float64 { return r.Wall.Seconds() }),
		Peak:    over(func(r Run) float64 { return float64(r.Peak) }),
		Live:    over(func(r Run) float64 { return float64(r.Live) }),
		Cycles:  over(func(r Run) float64 { return float64(r.Cycles) }),
		P99:     over(func(r Run) float64 { return r.pause(0.99) }),
		Longest: over(func(r Run) float64 { return r.pause(1) }),
		Assist:  over(func(r Run) float64 { return r.Assist.Seconds() }),
		Idle:    over(func(r Run) float64 { return r.Idle.Seconds() }),
		Rate:    over(Run.rate),
		Stretch: over(func(r Run) float64 { return r.Stretch }),
	}
}

// pause returns the p-quantile of the pauses, in seconds.
func (c Cost) pause(p float64) float64 {
	if len(c.Pauses) == 0 {
		return 0
	}
	return c.Pauses[rank(p, len(c.Pauses))].Seconds()
}

// rate returns how many bytes were allocated a second, as far as the cycles show.
func (r Run) rate() float64 {
	if r.Span <= 0 {
		return 0
	}
	return float64(r.Allocated) / r.Span.Seconds()
}

func interval(values []float64) Interval {
	slices.Sort(values)
	n := len(values)
	if n == 0 {
		return Interval{}
	}
	middle := values[n/2]
	if n%2 == 0 {
		middle = (values[n/2-1] + values[n/2]) / 2
	}
	return Interval{values[rank(0.025, n)], middle, values[rank(0.975, n)]}
}

// rank returns where in n sorted values the p-quantile is.
func rank(p float64, n int) int { return min(max(int(math.Ceil(p*float64(n)))-1, 0), n-1) }
