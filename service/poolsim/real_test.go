package poolsim

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// real runs a load through database/sql itself, in the fake time of
// testing/synctest, with a driver that does nothing but take time.
func real(t *testing.T, s Setting, l Load) *reality {
	r := &reality{load: l, served: map[time.Duration][]int{}}
	synctest.Test(t, func(t *testing.T) {
		db := sql.OpenDB(r)
		db.SetMaxOpenConns(s.MaxOpen)
		db.SetMaxIdleConns(s.MaxIdle)
		db.SetConnMaxLifetime(s.MaxLifetime)
		db.SetConnMaxIdleTime(s.MaxIdleTime)
		r.start = time.Now()
		r.queries(t, db)
		r.stats, r.opened = db.Stats(), r.connects.Load()
		db.Close()
		time.Sleep(time.Hour) // the opener may be at work
	})
	return r
}

// reality is what happened to a load, and the driver that it happened with.
type reality struct {
	load  Load
	start time.Time
	// What had happened when the last query was done.
	stats  sql.DBStats
	opened int64

	connects atomic.Int64
	mu       sync.Mutex
	served   map[time.Duration][]int // which queries got their connections at a time
	odd      string                  // what the model could not follow
	delays   []time.Duration         // those above 0
}

func (r *reality) queries(t *testing.T, db *sql.DB) {
	var all sync.WaitGroup
	for i, at := range r.load.Arrivals.Times {
		time.Sleep(at - time.Since(r.start))
		all.Go(func() {
			if _, err := db.ExecContext(t.Context(), "", i); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func (r *reality) Connect(context.Context) (driver.Conn, error) {
	i := r.connects.Add(1) - 1
	time.Sleep(time.Duration(r.load.Connect.draw(int(i), nil)))
	return fakeConn{r}, nil
}

func (r *reality) Driver() driver.Driver { return nil }

type fakeConn struct{ *reality }

func (c fakeConn) ExecContext(_ context.Context, _ string,
	args []driver.NamedValue) (driver.Result, error) {
	i := int(args[0].Value.(int64))
	now := time.Since(c.start)
	c.mu.Lock()
	c.served[now] = append(c.served[now], i)
	if d := now - c.load.Arrivals.Times[i]; d > 0 {
		c.delays = append(c.delays, d)
	}
	c.mu.Unlock()
	time.Sleep(time.Duration(c.load.Query.draw(i, nil)))
	return driver.ResultNoRows, nil
}

func (fakeConn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }
func (fakeConn) Close() error                        { return nil }
func (fakeConn) Begin() (driver.Tx, error)           { return nil, errors.ErrUnsupported }

// choose makes the model serve whom database/sql served. Where that is none of
// those that wait in the model, it says so in r.odd.
func (r *reality) choose() func(time.Duration, []int) int {
	return func(at time.Duration, waiting []int) int {
		for _, query := range r.served[at] {
			if i := slices.Index(waiting, query); i >= 0 {
				return i
			}
		}
		r.odd = fmt.Sprintf("at %v one of %v is served here, in database/sql %v",
			at, waiting, r.served[at])
		return 0
	}
}

// compare fails the test unless the model's run is what really happened.
func (r *reality) compare(t *testing.T, got Run) {
	t.Helper()
	if r.odd != "" {
		t.Error(r.odd)
	}
	for _, c := range []struct {
		name      string
		got, want int64
	}{
		{"connects", got.Connects, r.opened},
		{"closed, idle", got.Closes.MaxIdle, r.stats.MaxIdleClosed},
		{"closed, idle time", got.Closes.IdleTime, r.stats.MaxIdleTimeClosed},
		{"closed, lifetime", got.Closes.Lifetime, r.stats.MaxLifetimeClosed},
		{"waits", got.WaitCount, r.stats.WaitCount},
		{"waited", int64(got.WaitDuration), int64(r.stats.WaitDuration)},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, in database/sql %d", c.name, c.got, c.want)
		}
	}
	slices.Sort(r.delays)
	if !slices.Equal(got.Delays, r.delays) {
		t.Errorf("the delays of %d queries differ from those of %d in database/sql",
			len(got.Delays), len(r.delays))
	}
}
