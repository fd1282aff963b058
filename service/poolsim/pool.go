package poolsim

import (
	"math/rand/v2"
	"time"
)

// conn is a connection; times are nanoseconds since the start.
type conn struct {
	created  int64
	returned int64
}

// pool is the state of a sql.DB. Its methods are named after what they model.
type pool struct {
	Setting
	now     int64
	free    []conn // by the time of their return, oldest first
	waiting []request
	open    int // opened or being opened
	pending int // requests to the opener, the one it is working on included
	cleaner bool

	events  queue
	load    *Load
	connect *rand.Rand
	query   *rand.Rand
	choose  func(now time.Duration, waiting []request) int

	run      Run
	arrived  []int64 // when each query that has no connection yet arrived
	finished int
}

// request is a query that waits for another's connection.
type request struct {
	query int32
	since int64
}

// acquire models DB.conn as DB.retry calls it: a free connection, else a wait,
// else a new connection. Two connections that turn out to be too old are put up
// with; then it asks for a new one.
func (p *pool) acquire(query int32) {
	const retries = 2
	for range retries {
		last := len(p.free) - 1
		if last < 0 {
			break
		}
		c := p.free[last]
		p.free = p.free[:last]
		if !p.expired(c) {
			p.start(query, c)
			return
		}
		p.run.Closes.Lifetime++
		p.close()
	}
	if p.MaxOpen > 0 && p.open >= p.MaxOpen {
		p.run.WaitCount++
		p.waiting = append(p.waiting, request{query, p.now})
		return
	}
	p.opens(1)
	p.dial(connected, query)
}

// start begins a query on its connection.
func (p *pool) start(query int32, c conn) {
	if d := p.now - p.arrived[query]; d > 0 {
		p.run.Delays = append(p.run.Delays, time.Duration(d))
	}
	p.events.push(event{kind: finished, query: query, conn: c,
		at: p.now + p.load.Query.draw(int(query), p.query)})
}

func (p *pool) expired(c conn) bool {
	return p.MaxLifetime > 0 && c.created+int64(p.MaxLifetime) < p.now
}

// release models DB.putConn.
func (p *pool) release(c conn) {
	if p.expired(c) {
		p.run.Closes.Lifetime++
		p.openMore()
		p.close()
		return
	}
	c.returned = p.now
	if !p.put(c) {
		p.close()
	}
}

// put models DB.putConnDBLocked: it reports whether a waiting query takes c, or
// c may stay idle. What is handed to a waiting query cannot be too old, since
// the pool has just looked and no time has passed.
func (p *pool) put(c conn) bool {
	if p.MaxOpen > 0 && p.open > p.MaxOpen {
		return false
	}
	if len(p.waiting) > 0 {
		p.serve(c)
		return true
	}
	if p.MaxIdle > len(p.free) {
		p.free = append(p.free, c)
		p.startCleaner()
		return true
	}
	p.run.Closes.MaxIdle++
	return false
}

// serve gives c to one that waits.
func (p *pool) serve(c conn) {
	i, last := p.choose(time.Duration(p.now), p.waiting), len(p.waiting)-1
	r := p.waiting[i]
	p.waiting[i] = p.waiting[last]
	p.waiting = p.waiting[:last]
	if waited := time.Duration(p.now - r.since); waited > 0 {
		p.run.WaitDuration += waited
		p.run.Waits = append(p.run.Waits, waited)
	}
	p.start(r.query, c)
}

// close models driverConn.finalClose.
func (p *pool) close() {
	p.open--
	p.openMore()
}

func (p *pool) opens(n int) {
	p.open += n
	p.run.PeakOpen = max(p.run.PeakOpen, p.open)
}

// openMore models DB.maybeOpenNewConnections. Like that, it forgets that the
// opener may be working for the same requests already.
func (p *pool) openMore() {
	n := len(p.waiting)
	if p.MaxOpen > 0 {
		n = min(n, p.MaxOpen-p.open)
	}
	if n <= 0 {
		return
	}
	p.opens(n)
	if p.pending += n; p.pending == n {
		p.dial(opened, 0)
	}
}

// dial begins to connect.
func (p *pool) dial(k kind, query int32) {
	d := p.load.Connect.draw(int(p.run.Connects), p.connect)
	p.run.Connects++
	p.events.push(event{kind: k, query: query, at: p.now + d})
}

// openerDone models the end of DB.openNewConnection, and the opener's loop.
func (p *pool) openerDone() {
	if !p.put(conn{created: p.now, returned: p.now}) {
		p.open--
	}
	if p.pending--; p.pending > 0 {
		p.dial(opened, 0)
	}
}

// happen does what an event is about.
func (p *pool) happen(e event) {
	switch e.kind {
	case arrives:
		p.arrived[e.query] = p.now
		p.acquire(e.query)
	case finished:
		p.finished++
		p.release(e.conn)
	case connected:
		p.start(e.query, conn{created: p.now, returned: p.now})
	case opened:
		p.openerDone()
	case cleans:
		p.clean()
	}
}
