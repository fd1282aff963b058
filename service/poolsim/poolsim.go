// Package poolsim predicts what a setting of database/sql's connection pool
// costs: how many connections are opened and closed, why, and how long queries
// wait for one.
//
// It is a simulation of events in virtual time, of the pool as it is in Go 1.25
// to 1.27, whose pools do not differ. Everything that decides about a connection
// is modelled as it is written there: the most recently returned one is reused
// first, a caller that may open a connection does so itself, one that may not
// waits in a set from which a random member is served, requests left over are
// served by a single goroutine that opens one connection after the other, and a
// cleaner looks for old ones at most once a second. Not modelled are failing
// connections, contexts that end, and the time that the pool's own code takes.
package poolsim

import (
	"fmt"
	"time"
)

// Setting is what a program may set of its pool. Unlike there, the values are
// meant literally: MaxIdle 0 keeps no idle connection.
type Setting struct {
	MaxOpen     int           // 0 is without limit
	MaxIdle     int           // 0 is none; database/sql's default is DefaultMaxIdle
	MaxLifetime time.Duration // 0 is for ever
	MaxIdleTime time.Duration // 0 is for ever
}

// DefaultMaxIdle is what database/sql takes when a program sets no MaxIdle.
const DefaultMaxIdle = 2

// Normal returns s as database/sql understands it: negative values are none, and
// no more connections may be idle than open.
func (s Setting) Normal() Setting {
	s.MaxOpen, s.MaxIdle = max(s.MaxOpen, 0), max(s.MaxIdle, 0)
	s.MaxLifetime, s.MaxIdleTime = max(s.MaxLifetime, 0), max(s.MaxIdleTime, 0)
	if s.MaxOpen > 0 {
		s.MaxIdle = min(s.MaxIdle, s.MaxOpen)
	}
	return s
}

// Releases returns the Go releases whose pool the model is, oldest first.
func Releases() []string { return []string{"1.25", "1.26", "1.27"} }

// Load is the work that a pool is given: N queries, when they arrive, and how
// long connecting and querying take.
type Load struct {
	N        int
	Arrivals Arrivals
	Connect  Duration
	Query    Duration
}

// Check reports the first thing in l that cannot be simulated.
func (l Load) Check() error {
	switch {
	case l.N < 1:
		return fmt.Errorf("%d queries: there must be 1 or more", l.N)
	case l.N > maxQueries:
		return fmt.Errorf("%d queries: more than %d are not simulated", l.N, maxQueries)
	}
	return l.Arrivals.check()
}

// maxQueries keeps a run in memory, and its queries countable in 32 bits.
const maxQueries = 100_000_000

// Closes counts closed connections by cause, as sql.DBStats does.
type Closes struct {
	MaxIdle  int64 // returned while MaxIdle others were idle
	IdleTime int64 // idle for longer than MaxIdleTime
	Lifetime int64 // older than MaxLifetime
}

// Run is what happened to one load under one setting. It ends when the last
// query does; connections that are open then stay open.
type Run struct {
	Connects     int64
	Closes       Closes
	WaitCount    int64
	WaitDuration time.Duration
	// Waits holds, in ascending order, how long each query waited for another's
	// connection. Those that did not wait are left out.
	Waits []time.Duration
	// Delays is the same for the time until a query had its connection: what it
	// waited, and what it took to connect if it had to.
	Delays   []time.Duration
	Queries  int
	PeakOpen int           // connections, those being opened included
	MeanOpen float64       // over time
	End      time.Duration // when the last query was done
	// Ties is how often more than one thing happened at an instant, so that what
	// came first was for the model to say.
	Ties int64
}

// Quantile returns the p-quantile of n values of which those above 0 are in
// list, in ascending order.
func Quantile(list []time.Duration, n int, p float64) time.Duration {
	rank := min(max(int(p*float64(n)+0.999999), 1), n)
	if i := rank - 1 - (n - len(list)); i >= 0 && i < len(list) {
		return list[i]
	}
	return 0
}
