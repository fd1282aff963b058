package poolsim

import (
	"context"
	"fmt"
	"time"
)

// Report is everything that wring pool says.
type Report struct {
	Release string // of Go
	Load    Load
	Summary         // the setting that was asked for, or the one advised
	Asked   Summary // the setting that was asked for
	Course  Course  // of the setting of Summary
	Sweep   []Summary
	Goals   []Goal
	Advice  Advice // if there are goals
	// Warnings are worth knowing, such as what the load leaves out.
	Warnings []string
}

// Question is what a Report answers.
type Question struct {
	Release  string
	Setting  Setting
	Load     Load
	Seeds    int // 0 chooses a number that takes seconds at most
	Settings []Setting
	Goals    []Goal
	Points   int // of the course; 0 means 60
}

// Answer simulates what it takes to answer a question.
func Answer(ctx context.Context, q Question) (Report, error) {
	r := Report{Release: q.Release, Load: q.Load, Goals: q.Goals}
	if err := q.Load.Check(); err != nil {
		return r, err
	}
	seeds := q.Seeds
	if seeds == 0 {
		seeds = Seeds(q.Load.N)
	}
	var err error
	if r.Asked, err = Repeat(ctx, q.Setting, q.Load, seeds); err != nil {
		return r, err
	}
	r.Summary = r.Asked
	for _, s := range q.Settings {
		sum, err := Repeat(ctx, s, q.Load, seeds)
		if err != nil {
			return r, err
		}
		r.Sweep = append(r.Sweep, sum)
	}
	if len(q.Goals) > 0 {
		if r.Advice, err = Cheapest(ctx, q.Setting, q.Load, q.Goals, seeds); err != nil {
			return r, err
		}
		r.Summary = r.Advice.Best
	}
	points := q.Points
	if points == 0 {
		points = 60
	}
	r.Course, err = Follow(ctx, r.Summary, q.Load, points)
	r.Warnings = r.warnings()
	return r, err
}

// Seeds returns how often a load of n queries is run unless said otherwise: often
// enough for an interval of 95 %, and within seconds.
func Seeds(n int) int { return max(10, min(100, 2_000_000/max(n, 1))) }

func (r Report) warnings() []string {
	var list []string
	if r.Load.Arrivals.Burst == 1 && r.Load.Arrivals.Times == nil {
		list = append(list, "even arrivals hide what chance does: real ones are rather "+
			"like -arrivals poisson, or recorded ones")
	}
	if r.Ties {
		list = append(list, "some things happen at the same instant; what comes first is drawn, "+
			"as a scheduler would")
	}
	if life := r.Setting.MaxLifetime; r.Course.Waves.Count > 1 && life > 0 {
		list = append(list, fmt.Sprintf("connections are opened in waves: %d times at least half "+
			"the pool within %v of each other, up to %d at once", r.Course.Waves.Count,
			time.Duration(r.Course.Waves.Width*float64(time.Second)), r.Course.Waves.Largest))
	}
	busy := r.Load.Query.mean() * r.Load.PerSecond()
	if open := r.Setting.MaxOpen; open > 0 && busy > 0.95*float64(open) {
		list = append(list, fmt.Sprintf("the queries keep %.3g connections busy on average, and "+
			"there are %d at most: waits grow for as long as this goes on", busy, open))
	}
	return list
}

// PerSecond returns how many queries arrive a second, on average.
func (l Load) PerSecond() float64 {
	times := l.Arrivals.Times
	if times == nil {
		return l.Arrivals.Rate
	}
	if d := times[len(times)-1] - times[0]; d > 0 {
		return float64(len(times)) / d.Seconds()
	}
	return 0
}

// mean returns the mean in seconds.
func (d Duration) mean() float64 {
	if len(d.List) == 0 {
		return d.Mean.Seconds()
	}
	var sum time.Duration
	for _, v := range d.List {
		sum += v
	}
	return sum.Seconds() / float64(len(d.List))
}
