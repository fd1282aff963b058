package diary

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"time"
)

// race times the versions of c interleaved and puts their ratios into r. In each
// round every version runs once, and is compared with the naive one of the same
// round, so that a machine that becomes slower does not change the ratio. Each
// round begins with another version, so that none always follows the same.
func race(ctx context.Context, c Case, r *Result, opt Options) error {
	target := cmp.Or(opt.Target, 20*time.Millisecond)
	n := make([]int, len(c.Versions))
	for i, v := range c.Versions {
		var err error
		if n[i], err = calibrate(v, target); err != nil {
			return err
		}
	}
	wall, cpu := make([][]float64, len(n)), make([][]float64, len(n)) // ns/op by version, round
	for round := range opt.Rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		for turn := range c.Versions {
			i := (round + turn) % len(c.Versions)
			runtime.GC() // each pays for its own garbage only
			s, err := c.Versions[i].sample(n[i])
			if err != nil {
				return err
			}
			wall[i] = append(wall[i], float64(s.Elapsed)/float64(n[i]))
			cpu[i] = append(cpu[i], float64(s.CPU)/float64(n[i]))
		}
	}
	for i := range r.Versions {
		r.Versions[i].Time = spread(ratios(wall[i], wall[0]))
		r.Versions[i].CPU = spread(ratios(cpu[i], cpu[0]))
		r.Versions[i].NS = math.Round(Median(wall[i]))
	}
	return nil
}

// calibrate returns how many operations of v take about as long as target.
func calibrate(v Version, target time.Duration) (int, error) {
	for n := 1; ; {
		s, err := v.sample(n)
		if err != nil {
			return 0, err
		}
		if s.Elapsed >= target/2 || n >= 1<<30 {
			return max(1, int(float64(n)*float64(target)/float64(max(s.Elapsed, 1)))), nil
		}
		grow := float64(target) / float64(max(s.Elapsed, time.Microsecond))
		n = int(float64(n) * min(max(grow, 2), 100))
	}
}

// ratios returns a[i]/b[i], without the pairs in which b is 0.
func ratios(a, b []float64) []float64 {
	var all []float64
	for i := range a {
		if b[i] > 0 {
			all = append(all, a[i]/b[i])
		}
	}
	return all
}

// Spread is a median between the bounds of its 95 % confidence interval: low,
// median, high. All are 0 when nothing was measured.
type Spread [3]float64

// SpreadOf returns the median and its confidence interval, as the tables do.
func SpreadOf(values []float64) Spread { return spread(values) }

// spread returns the median of values and the bounds between which the true
// median lies with a probability of 95 %, whatever the distribution: each value
// falls on either side of it with the same chance, so the number on one side
// is binomial.
func spread(values []float64) Spread {
	n := len(values)
	if n == 0 {
		return Spread{}
	}
	sorted := slices.Sorted(slices.Values(values))
	outside := 0 // values left out at each end
	chance := math.Pow(0.5, float64(n))
	for sum := chance; sum <= 0.025 && outside < (n-1)/2; sum += chance {
		outside++
		chance *= float64(n-outside+1) / float64(outside)
	}
	low := max(outside-1, 0)
	return Spread{sorted[low], Median(values), sorted[n-1-low]}
}

// Median returns the middle of values, which are not empty.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
