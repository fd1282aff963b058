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
	Locks   *lockGraph   // of the dump in which most goroutines wait; nil when none does
	Holders []locks.Lock // the same in words
	Slow    []live.Slow
	// Graphs are the numbers of flame graphs: the time of requests, at slow moments
	// and at others; -1 for none.
	Graphs [3]int
	Before string     // the name of the capture before it
	Diff   *live.Diff // against that, nil for none
	Base   int        // number of that one's flame graph
}

func newLiveView(c *live.Capture) *liveView {
	v := &liveView{Report: live.Analyse(c), Capture: c, Slow: live.SlowMoments(c),
		Graphs: [3]int{-1, -1, -1}, Base: -1}
	var dump []locks.Lock
	most := 0
	for _, rep := range c.Locks {
		waiting := 0
		for _, l := range rep.Locks {
			waiting += len(l.Waiters)
		}
		if waiting > most {
			most, dump = waiting, rep.Locks
		}
	}
	v.Locks = drawLocks(dump)
	for _, l := range dump {
		if len(l.Waiters) > 0 {
			v.Holders = append(v.Holders, l)
		}
	}
	return v
}

// linkLive notes which flame graphs belong to which capture, and compares each with
// the one before it.
func (p *Page) linkLive() {
	var last *inputView
	for i := range p.view.Inputs {
		in := &p.view.Inputs[i]
		if in.Live == nil {
			continue
		}
		for at, g := range p.graphs {
			if k := slices.Index(requestGraphs[:], g.of); g.input == i && k >= 0 {
				in.Live.Graphs[k] = at
			}
		}
		if last != nil {
			d := live.Compare(last.Live.Report, in.Live.Report)
			in.Live.Before, in.Live.Diff, in.Live.Base = last.Name, &d, last.Live.Graphs[0]
		}
		last = in
	}
}

// requestGraphs are the names of the flame graphs of what requests do, in the order
// of liveView.Graphs.
var requestGraphs = [3]string{"time of requests", "at slow moments", "at other moments"}

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
	list := []namedStacks{{requestGraphs[0], lookStacks(c, kinds)}}
	if slow := live.SlowMoments(c); len(slow) > 0 {
		list = append(list, namedStacks{requestGraphs[1], slowStacks(c, kinds, slow, 1)},
			namedStacks{requestGraphs[2], slowStacks(c, kinds, slow, 0)})
	}
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

// slowStacks weighs the stacks of routes that have slow moments: those at the slow
// moments, or those at others. Each is weighed as if what was seen there had gone on
// for the whole capture, so that both can be laid over each other.
func slowStacks(c *live.Capture, kinds []live.Kind, slow []live.Slow, side int) stackSet {
	s := liveStacks(c, []unit{{"time", "nanoseconds"}}, "route", "state")
	var tags tagger
	of := make(map[string]*live.Slow)
	for i := range slow {
		of[slow[i].Route] = &slow[i]
	}
	for i, l := range c.Looks {
		for _, t := range l.Counts {
			k := kinds[t.Stack]
			route := of[k.Route]
			if !k.Request || route == nil || route.Moments[i] != (side == 1) {
				continue
			}
			each := c.Seconds * 1e9 / float64(max(1, route.Looks[side]))
			s.Samples = append(s.Samples, weight{int(t.Stack),
				tags.tag(k.Route, string(k.State)), []int64{int64(float64(t.N) * each)}})
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

// closed is how many connections of a pool are closed a second, for whatever cause.
func closed(causes ...float64) string {
	sum := 0.0
	for _, c := range causes {
		sum += c
	}
	return fmt.Sprintf("%.3g", sum)
}

// means writes what a request of a route takes before or after, with its interval.
func means(c live.RouteChange, side int) string {
	ends := [2][2]float64{c.Before, c.After}[side]
	if c.Mean[side] == 0 && ends[1] == 0 {
		return "–"
	}
	return fmt.Sprintf("%s (%s to %s)", seconds(c.Mean[side]), seconds(ends[0]), seconds(ends[1]))
}

// part writes a part of a whole.
func part(f float64) string { return fmt.Sprintf("%.1f %%", 100*f) }
