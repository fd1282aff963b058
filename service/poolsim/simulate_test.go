package poolsim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

// BenchmarkSimulate runs a million queries.
func BenchmarkSimulate(b *testing.B) {
	for _, burst := range []int{0, 1, 100} {
		l := steady(1_000_000, burst)
		b.Run(l.Arrivals.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := Simulate(b.Context(), Setting{MaxOpen: 20, MaxIdle: 4}, l,
					Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// steady is the load of the diaries: 1,000 queries a second, of 10 ms each, and
// 10 ms to connect.
func steady(n, burst int) Load {
	return Load{N: n, Arrivals: Arrivals{Rate: 1000, Burst: burst},
		Connect: Duration{Mean: 10 * time.Millisecond},
		Query:   Duration{Mean: 10 * time.Millisecond}}
}

// TestTies compares what database/sql does with what the model does where much
// happens at the same instant. Neither is determined then, so medians are
// compared, of 15 real runs and of 60 seeds. Short tests also run under the race
// detector, which decides what comes first in a way of its own.
func TestTies(t *testing.T) {
	if testing.Short() {
		t.Skip("compares what many goroutines do at the same instant")
	}
	const times = 15
	for _, burst := range []int{1, 10, 25} {
		for _, s := range []Setting{
			{MaxOpen: 20, MaxIdle: 2}, {MaxOpen: 20, MaxIdle: 4}, {MaxOpen: 20, MaxIdle: 10},
			{MaxOpen: 20, MaxIdle: 20, MaxLifetime: 300 * time.Millisecond},
			{MaxOpen: 10, MaxIdle: 10}, {MaxIdle: 5},
		} {
			t.Run(fmt.Sprintf("%d/%+v", burst, s), func(t *testing.T) {
				compareMedians(t, s, steady(1000, burst), times)
			})
		}
	}
}

func compareMedians(t *testing.T, s Setting, l Load, times int) {
	sum, err := Repeat(t.Context(), s, l, 60)
	if err != nil {
		t.Fatal(err)
	}
	c := clock{Arrivals: l.Arrivals}
	for range l.N {
		l.Arrivals.Times = append(l.Arrivals.Times, time.Duration(c.next()))
	}
	var connects, waits []float64
	for range times {
		r := real(t, s, l)
		connects = append(connects, float64(r.opened))
		waits = append(waits, float64(r.stats.WaitCount))
	}
	near(t, "connects", sum.Connects.Median, connects)
	near(t, "waits", sum.WaitCount.Median, waits)
}

// near fails the test when the medians are further apart than a quarter, and 5.
func near(t *testing.T, name string, model float64, real []float64) {
	slices.Sort(real)
	median := real[len(real)/2]
	if math.Abs(model-median) > 5+0.25*median {
		t.Errorf("%s: %v, in database/sql %v", name, model, real)
	}
}

// TestPoissonSpread expects what the real database/sql gave with 100 seeds of
// Poisson arrivals: of its least and largest number of connects at most a tenth
// more or less.
func TestPoissonSpread(t *testing.T) {
	for _, c := range []struct {
		s                 Setting
		low, median, high float64
	}{
		{Setting{MaxOpen: 20, MaxIdle: 4}, 164, 201, 234},
		{Setting{MaxOpen: 20, MaxIdle: 10}, 40, 58, 78},
		{Setting{MaxOpen: 20, MaxIdle: 20}, 20, 20, 20},
		{Setting{MaxOpen: 20, MaxIdle: 100, MaxLifetime: 300 * time.Millisecond}, 57, 74, 80},
	} {
		sum, err := Repeat(t.Context(), c.s, steady(1000, 0), 100)
		if err != nil {
			t.Fatal(err)
		}
		got := sum.Connects
		if got.Low < c.low*0.9 || got.High > c.high*1.1 ||
			math.Abs(got.Median-c.median) > max(3, c.median/20) {
			t.Errorf("%+v: %v connects, in database/sql %v, %v, %v", c.s, got, c.low, c.median,
				c.high)
		}
	}
}

// TestSameSeed gives the same run twice, and stops when it is told to.
func TestSameSeed(t *testing.T) {
	var runs [2]figures
	for i := range runs {
		r, err := Simulate(t.Context(), Setting{MaxOpen: 5, MaxIdle: 2}, steady(5000, 0),
			Options{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		runs[i] = r.figures()
	}
	if runs[0] != runs[1] {
		t.Errorf("%v, then %v", runs[0], runs[1])
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Simulate(ctx, Setting{}, steady(100_000, 0), Options{}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("the end of the context is not seen: %v", err)
	}
}

// TestQuantile counts those that did not wait.
func TestQuantile(t *testing.T) {
	list := []time.Duration{1, 2, 3, 4}
	for _, c := range []struct {
		n    int
		p    float64
		want time.Duration
	}{
		{4, 0.5, 2}, {4, 1, 4}, {4, 0.99, 4}, {100, 0.5, 0}, {100, 0.99, 3}, {8, 0.5, 0},
		{8, 0.51, 1},
	} {
		if got := Quantile(list, c.n, c.p); got != c.want {
			t.Errorf("the %v-quantile of %d is %v, want %v", c.p, c.n, got, c.want)
		}
	}
}
