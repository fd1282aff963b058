package poolsim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestModelEqualsDatabaseSQL compares the model with database/sql under random
// settings and loads: every counter of sql.DBStats, the connects, and how long
// each query waited for its connection must be equal, to the nanosecond.
//
// Two things are random in database/sql. Which of those that wait is served is
// drawn there, so the model is made to serve the same; that it is one of those
// that wait in the model, too, is part of the test. And of two things that happen
// at the same instant the scheduler chooses the first, so no two may; when the
// draw of database/sql lets two meet all the same, the case is run again. TestTies
// is about things that meet.
func TestModelEqualsDatabaseSQL(t *testing.T) {
	cases := 200
	if testing.Short() {
		cases = 25
	}
	var sum Run
	for i := range cases {
		s, l := randomCase(uint64(i))
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			r, got := untied(t, s, l)
			if r.compare(t, got); t.Failed() {
				t.Logf("%+v, connect %v, query %v", s, l.Connect.Mean, l.Query.Mean)
			}
			if got.Ties != 0 {
				t.Errorf("%d events at the same time as another", got.Ties)
			}
			sum.Connects += got.Connects
			sum.WaitCount += got.WaitCount
			sum.Closes.MaxIdle += got.Closes.MaxIdle
			sum.Closes.IdleTime += got.Closes.IdleTime
			sum.Closes.Lifetime += got.Closes.Lifetime
		})
	}
	t.Logf("%d connects, %d waits, closed %+v", sum.Connects, sum.WaitCount, sum.Closes)
	if sum.WaitCount == 0 || sum.Closes.MaxIdle == 0 || sum.Closes.IdleTime == 0 ||
		sum.Closes.Lifetime == 0 {
		t.Error("something was never tried")
	}
}

// untied runs a case in database/sql and in the model, at most five times, until
// no two things happen at the same instant.
func untied(t *testing.T, s Setting, l Load) (r *reality, got Run) {
	t.Helper()
	for range 5 {
		r = real(t, s, l)
		var err error
		if got, err = Simulate(t.Context(), s, l, Options{Choose: r.choose()}); err != nil {
			t.Fatal(err)
		}
		if got.Ties == 0 {
			break
		}
	}
	return r, got
}

// randomCase returns a setting and a load in which no two things happen at once.
func randomCase(seed uint64) (Setting, Load) {
	rng := rand.New(rand.NewPCG(seed, 7))
	pick := func(values ...int) int { return values[rng.IntN(len(values))] }
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	s := Setting{
		MaxOpen:     pick(0, 1, 2, 5, 10, 20, 20, 30, 1+rng.IntN(60)),
		MaxIdle:     pick(0, 1, 2, 4, 10, 20, 100, rng.IntN(40)),
		MaxLifetime: ms(pick(0, 0, 1+rng.IntN(100), 300, 1000+rng.IntN(3000))),
		MaxIdleTime: ms(pick(0, 0, 1+rng.IntN(100), 1000, 1000+rng.IntN(2000))),
	}
	burst := pick(0, 0, 1, 1+rng.IntN(40))
	a := Arrivals{Rate: float64(pick(20, 100, 500, 1000, 3000)), Burst: burst}
	n := pick(100, 500, 1000, 1+rng.IntN(2000))
	l := Load{N: n, Arrivals: apart(a, n, rng),
		Connect: vary(ms(pick(0, 1, 10, rng.IntN(50))), pick(0, 1) > 0, 4*n, rng),
		Query:   vary(ms(pick(1, 10, 1+rng.IntN(60))), pick(0, 1) > 0, n, rng)}
	return s, l
}

// apart returns n arrivals, no two at the same time.
func apart(a Arrivals, n int, rng *rand.Rand) Arrivals {
	c := clock{Arrivals: a, rng: rng}
	for range n {
		a.Times = append(a.Times, time.Duration(c.next()+rng.Int64N(1_000_000)))
	}
	slices.Sort(a.Times)
	for i := 1; i < n; i++ {
		a.Times[i] = max(a.Times[i], a.Times[i-1]+1)
	}
	return a
}

// vary returns n times about a mean, or with it as their mean, none the same.
func vary(mean time.Duration, exponential bool, n int, rng *rand.Rand) Duration {
	d := Duration{Mean: mean, Exponential: exponential}
	var list []time.Duration
	for i := range n {
		list = append(list, time.Duration(d.draw(i, rng)+1+rng.Int64N(100_000)))
	}
	return Duration{Mean: mean, List: list}
}
