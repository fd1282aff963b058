package web

import (
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/service/locks"
)

// liveView is a capture of a running service.
type liveView struct {
	live.Report
	Capture *live.Capture
	Locks   []locks.Lock // of the dump in which most goroutines wait
	Waits   []waitView
}

// waitView is an arrow of the graph of waiters and holders: those who wait for a
// lock, who holds it, and the lock that the holder waits for itself.
type waitView struct {
	Waiters int
	Lock    string
	Holders []locks.Holder
	Next    string // "" when the holder waits for no lock
	Cycle   bool
}

func newLiveView(c *live.Capture) *liveView {
	v := &liveView{Report: live.Analyse(c), Capture: c}
	most := -1
	for _, rep := range c.Locks {
		waiting := 0
		for _, l := range rep.Locks {
			waiting += len(l.Waiters)
		}
		if waiting > most {
			most, v.Locks = waiting, rep.Locks
		}
	}
	names := make(map[string]string)
	for _, l := range v.Locks {
		if l.Address != "" {
			names[l.Address] = l.Lock
		}
	}
	for _, l := range v.Locks {
		if len(l.Waiters) == 0 {
			continue
		}
		v.Waits = append(v.Waits, waitView{len(l.Waiters), l.Lock, l.Holders, names[l.WaitsFor],
			l.Cycle})
	}
	return v
}

// Parts are the shares of a route's time that are not nothing.
func (v *liveView) Parts(r live.Route) []livePart {
	list := []livePart{{"running", r.OnCPU}, {"query", r.InQuery}, {"pool", r.PoolWait},
		{"lock", r.LockWait}, {"network", r.Network}, {"other", r.Other}}
	list = slices.DeleteFunc(list, func(p livePart) bool { return p.Percent <= 0 })
	for i := range list {
		list[i].Percent *= 100 / max(r.Sampled, 1e-9)
	}
	return list
}

// livePart is a part of a route's time.
type livePart struct {
	Name    string
	Percent float64
}

// liveGraphs returns what a capture can be drawn as: the time of requests by the
// looks at all goroutines, and its profiles.
func liveGraphs(c *live.Capture) []namedStacks {
	kinds := live.Kinds(c)
	list := []namedStacks{{"time of requests", lookStacks(c, kinds)}}
	for _, p := range []struct {
		name    string
		profile *live.Profile
		units   []unit
	}{
		{"CPU", c.CPU, []unit{{"samples", "count"}, {"cpu", "nanoseconds"}}},
		{"allocations, sampled", c.Allocs, objectUnits},
		{"mutexes", c.Mutex, []unit{{"waits", "count"}, {"wait", "nanoseconds"}}},
		{"blocking", c.Block, []unit{{"waits", "count"}, {"wait", "nanoseconds"}}},
	} {
		if p.profile == nil {
			continue
		}
		s := liveStacks(c, p.units, "route")
		var tags tagger
		for _, sample := range p.profile.Samples {
			route := routeOf(kinds[sample.Stack])
			s.Samples = append(s.Samples, weight{int(sample.Stack), tags.tag(route),
				[]int64{sample.Values[0], sample.Values[1]}})
		}
		s.Tags = tags.tags
		list = append(list, namedStacks{p.name, s})
	}
	return list
}

// namedStacks is a graph and what it shows.
type namedStacks struct {
	name   string
	stacks stackSet
}

// liveStacks returns the frames and stacks of a capture.
func liveStacks(c *live.Capture, units []unit, kinds ...string) stackSet {
	s := stackSet{Units: units, Kinds: kinds}
	for _, f := range c.Frames {
		s.Frames = append(s.Frames, alloc.Frame{Func: f.Func, File: f.File, Line: f.Line})
	}
	for _, stack := range c.Stacks {
		var list []int
		for _, f := range stack.Frames {
			list = append(list, int(f))
		}
		s.Stacks = append(s.Stacks, list)
	}
	return s
}

// lookStacks weighs the stacks of requests by time: one that is seen in every look
// lasts as long as the capture.
func lookStacks(c *live.Capture, kinds []live.Kind) stackSet {
	s := liveStacks(c, []unit{{"time", "nanoseconds"}}, "route", "state")
	var tags tagger
	each := int64(c.Seconds * 1e9 / float64(max(1, len(c.Looks))))
	for _, l := range c.Looks {
		for _, t := range l.Counts {
			k := kinds[t.Stack]
			if !k.Request {
				continue
			}
			s.Samples = append(s.Samples, weight{int(t.Stack),
				tags.tag(k.Route, string(k.State)), []int64{int64(t.N) * each}})
		}
	}
	s.Tags = tags.tags
	return s
}

func routeOf(k live.Kind) string {
	if !k.Request {
		return "no request"
	}
	return k.Route
}

// seconds writes a time.
func seconds(f float64) string {
	if f < 1 {
		return fmt.Sprintf("%.3g ms", 1e3*f)
	}
	return fmt.Sprintf("%.3g s", f)
}
