package diary

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"
)

// Options say how to measure.
type Options struct {
	// Rounds is how often each version is timed; 0 means that nothing is timed
	// and only the exact counts are taken.
	Rounds int

	// Target is how long a version runs in each round; 0 means 20 milliseconds.
	Target time.Duration

	// Progress, when not nil, receives what is being measured.
	Progress func(string)
}

// Measure measures cases one after the other. A case whose setup lacks
// something is in the table with Skipped set.
func Measure(ctx context.Context, cases []Case, opt Options) (Table, error) {
	t := Table{Version: 1, Go: runtime.Version(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH,
		Rounds: opt.Rounds, Cases: []Result{}}
	for _, c := range cases {
		if opt.Progress != nil {
			opt.Progress(c.Name)
		}
		r, err := measureCase(ctx, c, opt)
		if errors.Is(err, ErrMissing) {
			r, err = Result{Name: c.Name, Title: c.Title, Published: c.Published,
				Notes: []string{}, Skipped: err.Error()}, nil
		}
		if err != nil {
			return Table{}, fmt.Errorf("casebook: %s: %w", c.Name, err)
		}
		t.Cases = append(t.Cases, r)
	}
	return t, nil
}

func measureCase(ctx context.Context, c Case, opt Options) (Result, error) {
	if c.Setup != nil {
		stop, err := c.Setup(ctx)
		if err != nil {
			return Result{}, err
		}
		defer stop()
	}
	r := Result{Name: c.Name, Title: c.Title, Published: c.Published,
		Notes: append([]string{}, c.Notes...)}
	for _, v := range c.Versions {
		m, err := count(c, v)
		if err != nil {
			return Result{}, fmt.Errorf("%s: %w", v.Name, err)
		}
		r.Versions = append(r.Versions, m)
	}
	if opt.Rounds == 0 {
		return r, nil
	}
	return r, race(ctx, c, &r, opt)
}

// count takes the exact counts of v.
func count(c Case, v Version) (Measured, error) {
	n := c.Count
	if n == 0 {
		n = 100
	}
	if v.Counted != nil {
		v.Run = v.Counted
	}
	s, err := least(v, n)
	if err != nil {
		return Measured{}, err
	}
	m := Measured{Name: v.Name, What: v.What, About: v.About, N: n,
		Objects: float64(s.Objects) / float64(n), Bytes: float64(s.Bytes) / float64(n)}
	if v.Figures != nil {
		m.Figures, err = v.Figures()
	}
	return m, err
}

// least counts n operations five times and returns the smallest figures: what
// else the process does in the meantime can only add to them. The first
// operations are not counted, because pools and tables are filled then, and the
// collector rests, because it empties the pools. One processor runs all of it:
// each packs objects of less than 16 bytes into blocks of its own, so that a
// goroutine that comes back on another one begins a block more.
func least(v Version, n int) (Sample, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	best, err := v.sample(min(n, 3))
	for round := 0; round < 5 && err == nil; round++ {
		var s Sample
		s, err = v.sample(n)
		if round == 0 {
			best = s
		}
		best.Objects, best.Bytes = min(best.Objects, s.Objects), min(best.Bytes, s.Bytes)
	}
	return best, err
}

// sample does n operations of v, here or elsewhere.
func (v Version) sample(n int) (Sample, error) {
	if v.Sample != nil {
		return v.Sample(n)
	}
	return Take(func() error { return v.Run(n) })
}

// Take runs f and says what it took. Programs that do the operations of a case
// for another process use it too.
func Take(f func() error) (Sample, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, start := processorTime(), time.Now()
	err := f()
	elapsed := time.Since(start)
	cpu = processorTime() - cpu
	runtime.ReadMemStats(&after)
	return Sample{Elapsed: elapsed, CPU: cpu, Objects: after.Mallocs - before.Mallocs,
		Bytes: after.TotalAlloc - before.TotalAlloc}, err
}
