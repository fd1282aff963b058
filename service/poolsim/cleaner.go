package poolsim

import (
	"slices"
	"time"
)

// leastInterval is how often database/sql looks for old connections at most.
const leastInterval = int64(time.Second)

// startCleaner models DB.startCleanerLocked.
func (p *pool) startCleaner() {
	if p.cleaner || p.open == 0 || p.shortest() <= 0 {
		return
	}
	p.cleaner = true
	p.cleanIn(p.shortest())
}

func (p *pool) cleanIn(d int64) {
	p.events.push(event{kind: cleans, at: p.now + max(d, leastInterval)})
}

// shortest models DB.shortestIdleTimeLocked.
func (p *pool) shortest() int64 {
	if p.MaxIdleTime <= 0 {
		return int64(p.MaxLifetime)
	}
	if p.MaxLifetime <= 0 {
		return int64(p.MaxIdleTime)
	}
	return int64(min(p.MaxIdleTime, p.MaxLifetime))
}

// clean models one turn of DB.connectionCleaner: it ends when no connection is
// left.
func (p *pool) clean() {
	if p.open == 0 {
		p.cleaner = false
		return
	}
	d := p.shortest()
	closing := 0
	if p.MaxIdleTime > 0 {
		closing += p.cleanIdle(&d)
	}
	if p.MaxLifetime > 0 {
		closing += p.cleanOld(&d)
	}
	for range closing {
		p.close()
	}
	p.cleanIn(d)
}

// cleanIdle drops those idle for too long, and lowers d to when the next will be.
func (p *pool) cleanIdle(d *int64) int {
	since := p.now - int64(p.MaxIdleTime)
	n := len(p.free)
	for n > 0 && p.free[n-1].returned >= since {
		n--
	}
	p.free = slices.Delete(p.free, 0, n)
	p.run.Closes.IdleTime += int64(n)
	if len(p.free) > 0 {
		*d = min(*d, p.free[0].returned-since)
	}
	return n
}

// cleanOld drops those that have lived for too long, and lowers d to when the
// next will have.
func (p *pool) cleanOld(d *int64) int {
	since := p.now - int64(p.MaxLifetime)
	before := len(p.free)
	p.free = slices.DeleteFunc(p.free, func(c conn) bool {
		if c.created >= since {
			*d = min(*d, c.created-since)
		}
		return c.created < since
	})
	n := before - len(p.free)
	p.run.Closes.Lifetime += int64(n)
	return n
}
