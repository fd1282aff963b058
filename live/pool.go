package live

import (
	"fmt"
	"slices"
)

func waitsForPool(s *stack) bool { return s.state == PoolWait }

func hasConnection(s *stack) bool { return s.state == Connecting || s.inDatabase() }

// pool returns the pool of connections as what is held, where requests wait for it.
func (v *seen) pool() (l heldLock, ok bool) {
	if !v.area(waitsForPool).enough() {
		return l, false
	}
	over := func(s *stack) bool { return s.state != PoolWait && hasConnection(s) }
	return heldLock{waits: waitsForPool, over: over, servers: max(v.atOnce(over), 1)}, true
}

// poolTooSmall finds requests that wait for connections which others have.
func poolTooSmall(v *seen) []Conclusion {
	area := v.area(waitsForPool)
	number := slices.IndexFunc(v.locks, func(l heldLock) bool { return l.evidence == "" })
	if number < 0 {
		return nil
	}
	c := Conclusion{Code: PoolTooSmall, Place: "SetMaxOpenConns",
		Text: "allow more connections, if the server can take them, or keep them for less long",
		Evidence: fmt.Sprintf("%s of all time of requests is spent waiting for a connection",
			v.of(area)),
		Command: "wring pool -sweep max-open=10..100:10", Routes: v.routesOf(waitsForPool)}
	c.saves(v.freed(number), 0.7, 1)
	for _, p := range v.Pools {
		if p.Waits > 0 {
			c.Evidence += fmt.Sprintf("; pool %s has MaxOpen %d, and %.3g queries a second wait "+
				"%.3g s each", p.Pool, p.Now.MaxOpenConnections, p.Waits, p.MeanWait)
		}
	}
	return []Conclusion{c}
}

// fewConnects is how many connections a capture may make for other reasons.
const fewConnects = 20

// poolIdle finds connections that are closed and made again while requests wait.
func poolIdle(v *seen) []Conclusion {
	is := func(s *stack) bool { return s.state == Connecting }
	area := v.area(is)
	if !area.enough() || v.SQL != nil && v.SQL.Connects >= 0 && v.SQL.Connects < fewConnects {
		return nil
	}
	c := Conclusion{Code: PoolIdle, Place: "SetMaxIdleConns",
		Text: fmt.Sprintf("let as many connections be idle as are in use at once: "+
			"db.SetMaxIdleConns(%d)", v.connectionsAtOnce()),
		Evidence: fmt.Sprintf("%s of all time of requests is spent connecting", v.of(area)),
		Command:  "wring pool -sweep max-idle=2,4,10,20", Routes: v.routesOf(is)}
	c.saves(area, 0.7, 1)
	if v.SQL != nil && v.SQL.Connects > 0 {
		c.Evidence += fmt.Sprintf("; %d connections were made in %.3g s", v.SQL.Connects, v.Seconds)
	}
	for _, p := range v.Pools {
		if p.MaxIdle > 0 {
			c.Evidence += fmt.Sprintf("; pool %s closes %.3g a second by MaxIdle", p.Pool,
				p.MaxIdle)
		}
	}
	return []Conclusion{c}
}

// connectionsAtOnce is the most requests that a look saw with a connection.
func (v *seen) connectionsAtOnce() int { return int(v.atOnce(hasConnection)) }
