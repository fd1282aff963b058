package live

import (
	"cmp"
	"slices"
)

// How routes are named.
const (
	byLabel   = "label"
	byHandler = "handler"
	byLog     = "log"
)

// name gives each stack of a request its route: its label; or that under which
// its handler was seen with a label, or is registered in the source; or its
// handler.
func (v *seen) name() {
	known := map[string]string{} // handlers that have one route
	shared := map[string]bool{}
	learn := func(fn, route string) {
		if old, ok := known[fn]; ok && old != route {
			shared[fn] = true
		}
		known[fn] = route
	}
	for i := range v.stacks {
		if s := &v.stacks[i]; s.handler >= 0 && v.Stacks[i].Route != "" {
			learn(s.frames[s.handler].Func, v.Stacks[i].Route)
		}
	}
	if v.Source != nil && len(known) == 0 {
		for _, h := range v.Source.Handlers {
			learn(h.Func, h.Route)
		}
	}
	middle := v.middleware()
	for i := range v.stacks {
		s := &v.stacks[i]
		if s.handler < 0 {
			continue
		}
		fn := s.frames[s.handler].Func
		switch {
		case v.Stacks[i].Route != "":
			s.route, s.by = v.Stacks[i].Route, byLabel
		case known[fn] != "" && !shared[fn]:
			s.route, s.by = known[fn], byLabel
		case s.handler == served(s.frames), middle[fn]:
			s.route, s.by = outside, byHandler
		default:
			s.route, s.by = shortFunc(fn), byHandler
		}
	}
	v.counted = v.joinLog()
}

// middleware returns the functions that were seen to call handlers.
func (v *seen) middleware() map[string]bool {
	found := map[string]bool{}
	for i := range v.stacks {
		s := &v.stacks[i]
		if s.handler < 0 {
			continue
		}
		for _, f := range s.frames[s.handler+1:] {
			found[f.Func] = true
		}
	}
	return found
}

// outside is for requests before and after their handler.
const outside = "(outside of handlers)"

// joinLog returns the routes of the log by name. Whoever captured has given them
// the names of the labels; a router may name them without the method.
func (v *seen) joinLog() map[string]*LogRoute {
	all := map[string]*LogRoute{}
	if v.Log == nil {
		return all
	}
	of := map[string]bool{}
	for i := range v.stacks {
		of[v.stacks[i].route] = true
	}
	for i := range v.Log.Routes {
		r := v.Log.Routes[i]
		if full := r.Method + " " + r.Route; !of[r.Route] && of[full] {
			r.Route = full
		}
		if old := all[r.Route]; old != nil {
			old.Add(r)
			continue
		}
		all[r.Route] = &r
	}
	return all
}

// Add adds another route's figures.
func (r *LogRoute) Add(o LogRoute) {
	r.Count += o.Count
	r.Seconds += o.Seconds
	r.Bytes += o.Bytes
	for i, n := range o.Status {
		r.Status[i] += n
	}
	r.Same += o.Same
	r.Files += o.Files
	r.Paths += o.Paths
	r.Repeats += o.Repeats
	r.RepeatTime += o.RepeatTime
	r.RepeatBytes += o.RepeatBytes
}

// descending returns the keys of sums, the largest first.
func descending(sums map[string]float64) []string {
	list := []string{}
	for name := range sums {
		list = append(list, name)
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b))
	})
	return list
}
