package poolsim

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Goal is a figure and what it must stay below.
type Goal struct {
	Name  string // as in the document of wring pool -json, as wait.p99
	Below float64
	Equal bool // it may be just that
	text  string
}

// String returns the goal as it was written.
func (g Goal) String() string { return g.text }

// goals lists the figures that a goal may be about. Times are seconds.
var goals = []struct {
	name string
	time bool
	get  func(Summary) Interval
}{
	{"connects", false, func(s Summary) Interval { return s.Connects }},
	{"closes.max_idle", false, func(s Summary) Interval { return s.MaxIdle }},
	{"closes.idle_time", false, func(s Summary) Interval { return s.IdleTime }},
	{"closes.lifetime", false, func(s Summary) Interval { return s.Lifetime }},
	{"wait.count", false, func(s Summary) Interval { return s.WaitCount }},
	{"wait.p50", true, func(s Summary) Interval { return s.Wait.P50 }},
	{"wait.p99", true, func(s Summary) Interval { return s.Wait.P99 }},
	{"wait.max", true, func(s Summary) Interval { return s.Wait.Max }},
	{"delay.p50", true, func(s Summary) Interval { return s.Delay.P50 }},
	{"delay.p99", true, func(s Summary) Interval { return s.Delay.P99 }},
	{"delay.max", true, func(s Summary) Interval { return s.Delay.Max }},
	{"open.peak", false, func(s Summary) Interval { return s.PeakOpen }},
	{"open.mean", false, func(s Summary) Interval { return s.MeanOpen }},
}

// ParseGoals reads goals separated by commas, as wait.p99<5ms,connects<=100.
func ParseGoals(text string) ([]Goal, error) {
	var list []Goal
	for _, one := range strings.Split(text, ",") {
		g, err := parseGoal(strings.TrimSpace(one))
		if err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	return list, nil
}

func parseGoal(text string) (Goal, error) {
	name, value, found := strings.Cut(text, "<")
	if !found {
		return Goal{}, fmt.Errorf("goal %q: say what must be less than what, "+
			"as in wait.p99<5ms", text)
	}
	g := Goal{Name: strings.TrimSpace(name), text: text}
	value, g.Equal = strings.CutPrefix(value, "=")
	value = strings.TrimSpace(value)
	var names []string
	for _, known := range goals {
		names = append(names, known.name)
		if known.name != g.Name {
			continue
		}
		if known.time {
			d, err := time.ParseDuration(value)
			if err != nil {
				return g, fmt.Errorf("goal %q: %q is no time such as 5ms", text, value)
			}
			g.Below = d.Seconds()
			return g, nil
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return g, fmt.Errorf("goal %q: %q is no number", text, value)
		}
		g.Below = n
		return g, nil
	}
	return g, fmt.Errorf("goal %q: there is no %q; the figures are %s", text, g.Name,
		strings.Join(names, ", "))
}

// Value returns the figure that the goal is about.
func (g Goal) Value(s Summary) Interval {
	for _, known := range goals {
		if known.name == g.Name {
			return known.get(s)
		}
	}
	return Interval{}
}

// Kept reports whether s keeps the goal in all but the worst 2.5 % of its runs.
func (g Goal) Kept(s Summary) bool {
	high := g.Value(s).High
	return high < g.Below || g.Equal && high == g.Below
}

// Advice is the cheapest setting that keeps goals.
type Advice struct {
	Found bool
	// Best is the cheapest, or, if none keeps the goals, the one of those tried
	// that was given the most connections.
	Best  Summary
	Tried []Summary // in the order in which they were tried
}

// Cheapest looks for the setting that keeps the goals with the fewest connections
// open; with those, for the fewest connects, and for the smallest MaxIdle that
// gives them. The times in s are kept. It takes for granted that what is kept with
// some connections is kept with more.
func Cheapest(ctx context.Context, s Setting, l Load, list []Goal, seeds int) (Advice, error) {
	f := &finder{ctx: ctx, base: s, load: l, goals: list, seeds: seeds}
	f.base.MaxOpen, f.base.MaxIdle = 0, l.N
	free := f.try(0, l.N)
	top := max(int(free.PeakOpen.High), 1)
	open := f.least(1, top, func(n int) bool { return f.kept(f.try(n, n)) })
	best := f.try(min(open, top), min(open, top))
	if open > top || f.err != nil {
		return Advice{Best: best, Tried: f.tried}, f.err
	}
	enough := best.Connects.Median*1.02 + 0.5
	idle := f.least(0, open, func(n int) bool {
		got := f.try(open, n)
		return f.kept(got) && got.Connects.Median <= enough
	})
	best = f.try(open, min(idle, open))
	return Advice{Found: true, Best: best, Tried: f.tried}, f.err
}

// finder tries settings, each once.
type finder struct {
	ctx   context.Context
	base  Setting
	load  Load
	goals []Goal
	seeds int
	tried []Summary
	err   error
}

// least returns the least number from low to high for which ok holds, or high+1.
func (f *finder) least(low, high int, ok func(int) bool) int {
	for low <= high && f.err == nil {
		if mid := low + (high-low)/2; ok(mid) {
			high = mid - 1
		} else {
			low = mid + 1
		}
	}
	return low
}

func (f *finder) try(open, idle int) Summary {
	s := f.base
	s.MaxOpen, s.MaxIdle = open, idle
	s = s.Normal()
	for _, done := range f.tried {
		if done.Setting == s {
			return done
		}
	}
	if f.err != nil {
		return Summary{}
	}
	sum, err := Repeat(f.ctx, s, f.load, f.seeds)
	if f.err = err; err == nil {
		f.tried = append(f.tried, sum)
	}
	return sum
}

func (f *finder) kept(s Summary) bool {
	for _, g := range f.goals {
		if !g.Kept(s) {
			return false
		}
	}
	return f.err == nil
}
