package poolsim

import (
	"context"
	"time"
)

// Point is what a pool looked like in a stretch of time.
type Point struct {
	Seconds  float64 `json:"seconds"` // when the stretch begins
	Open     int     `json:"open"`    // the most connections
	Busy     int     `json:"in_use"`  // of them, the most in use
	Waiting  int     `json:"waiting"` // the most queries that waited
	Connects int64   `json:"connects"`
}

// Course is one run over time.
type Course struct {
	Seed   uint64
	Step   float64 // seconds from one point to the next
	Points []Point
	Waves  Waves
}

// Waves says whether connections are opened in waves, as they are when those
// opened together also grow old together.
type Waves struct {
	// Count is how often, after the pool had first been filled, at least half as
	// many connections as are open on average were opened within Width of each
	// other, and Largest how many that were at most, from At on.
	Count   int
	Largest int64
	At      float64 // seconds
	Width   float64 // seconds
}

// Follow runs a load once and says what the pool looked like over time, in n
// stretches of the same length.
func Follow(ctx context.Context, sum Summary, l Load, n int) (Course, error) {
	seed := sum.Middle
	run, err := Simulate(ctx, sum.Setting, l, Options{Seed: seed})
	if err != nil {
		return Course{}, err
	}
	step := max(run.End/time.Duration(n)+1, 1)
	c := Course{Seed: seed, Step: step.Seconds(), Points: make([]Point, n)}
	for i := range c.Points {
		c.Points[i].Seconds = (time.Duration(i) * step).Seconds()
	}
	width := max(sum.Setting.MaxLifetime/20, 2*l.Connect.Mean, time.Millisecond)
	w := &waves{width: width, least: max(3, int64(run.MeanOpen/2)), first: run.PeakOpen}
	var before int64
	_, err = Simulate(ctx, sum.Setting, l, Options{Seed: seed, Watch: func(s State) {
		p := &c.Points[min(int(s.At/step), n-1)]
		p.Open, p.Waiting = max(p.Open, s.Open), max(p.Waiting, s.Waiting)
		p.Busy = max(p.Busy, s.Open-s.Idle)
		p.Connects += s.Connects - before
		for range s.Connects - before {
			w.connect(s.At)
		}
		before = s.Connects
	}})
	fill(c.Points)
	c.Waves = w.Waves
	c.Waves.Width = width.Seconds()
	return c, err
}

// fill gives stretches in which nothing happened what was there before.
func fill(points []Point) {
	for i := 1; i < len(points); i++ {
		if p := &points[i]; p.Open == 0 && p.Connects == 0 {
			p.Open, p.Busy, p.Waiting = points[i-1].Open, points[i-1].Busy, points[i-1].Waiting
		}
	}
}

// waves looks for many connects within a short time.
type waves struct {
	Waves
	width  time.Duration
	least  int64
	first  int // connects that fill the pool
	recent []time.Duration
	rest   time.Duration // the last wave is over then
}

func (w *waves) connect(at time.Duration) {
	if w.first > 0 {
		w.first--
		return
	}
	w.recent = append(w.recent, at)
	for w.recent[0] < at-w.width {
		w.recent = w.recent[1:]
	}
	size := int64(len(w.recent))
	if size < w.least {
		return
	}
	if at > w.rest {
		w.Count++
	}
	w.rest = at + w.width
	if size > w.Largest {
		w.Largest, w.At = size, w.recent[0].Seconds()
	}
}
