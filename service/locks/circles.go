package locks

import (
	"slices"
	"strings"
)

// edges says who can end the wait of a goroutine.
type edges struct {
	to []*stack
	// any says that one of them is enough. Else each of them must do its part, so
	// that one who is stuck is enough to be stuck.
	any bool
}

// circles returns the circles of goroutines that wait for each other, each beginning
// with its smallest goroutine. A goroutine is on one only if no other is known that
// could still end its wait.
func (t *table) circles() [][]int64 {
	stuck := t.edges()
	for changed := true; changed; {
		changed = false
		for s, e := range stuck {
			if !e.holds(stuck) {
				delete(stuck, s)
				changed = true
			}
		}
	}
	t.inCircle = map[*stack]bool{}
	list := [][]int64{}
	done := map[*stack]bool{}
	for _, s := range t.stacks {
		var way []*stack
		for s != nil && !done[s] && !slices.Contains(way, s) {
			way = append(way, s)
			s = stuck.next(s)
		}
		if s != nil && !done[s] {
			circle := way[slices.Index(way, s):]
			list = append(list, turned(circle))
			for _, c := range circle {
				t.inCircle[c] = true
			}
		}
		for _, w := range way {
			done[w] = true
		}
	}
	return list
}

// waiting holds the goroutines that nothing known can wake.
type waiting map[*stack]edges

func (w waiting) has(s *stack) bool {
	_, ok := w[s]
	return ok
}

// next returns the first one that s waits for and that is stuck itself.
func (w waiting) next(s *stack) *stack {
	for _, to := range w[s].to {
		if w.has(to) {
			return to
		}
	}
	return nil
}

// holds reports whether a goroutine with these edges stays stuck.
func (e edges) holds(stuck waiting) bool {
	for _, s := range e.to {
		if stuck.has(s) != e.any {
			return !e.any
		}
	}
	return e.any
}

// edges returns who waits for whom, as far as that is more than possible.
func (t *table) edges() waiting {
	list := waiting{}
	for _, g := range t.groups {
		var e edges
		for _, c := range g.claims {
			if c.grade != Possible {
				e.to = append(e.to, c.stack)
			}
		}
		e.any = g.kind == semaphore
		for _, s := range g.waiters {
			if len(e.to) > 0 {
				list[s] = e
			}
		}
	}
	for _, r := range t.rows {
		for _, s := range r.waiters {
			if e, ok := t.edgesOf(r, s); ok {
				list[s] = e
			}
		}
	}
	return list
}

// edgesOf returns who can end the wait of s for what is no mutex. ok is false where
// anybody could who is not in the dump, such as a timer, or is not known.
func (t *table) edgesOf(r *row, s *stack) (e edges, ok bool) {
	e.any = !r.all()
	sure := false
	for _, h := range r.holders {
		if e.any || h.Grade != Possible {
			e.to = append(e.to, t.byID[h.Goroutine])
		}
		sure = sure || h.Grade != Possible
	}
	if e.any && len(e.to) == 0 && len(r.self) > 0 && len(r.list) == 1 {
		for _, o := range r.waiters {
			if r.self[o] {
				e.to = append(e.to, o)
			}
		}
		sure = true
	}
	if !sure || len(r.holders) >= maxHolders {
		return e, false
	}
	switch r.kind {
	case "IO wait", "runtime", "fdMutex", "pool":
		return e, false
	}
	return e, !slices.ContainsFunc(r.list, demand.outside)
}

// outside reports whether something else than a goroutine of the program may end the
// wait: a timer, a signal, a context.
func (d demand) outside() bool {
	if fromOutside(d.id.alias) {
		return true
	}
	return d.id.alias.of == nil || strings.HasSuffix(d.id.class, ".Done()")
}

// turned returns the goroutines of a circle, the smallest first.
func turned(way []*stack) []int64 {
	var ids []int64
	for _, s := range way {
		ids = append(ids, s.g.ID)
	}
	least := slices.Index(ids, slices.Min(ids))
	return append(slices.Clone(ids[least:]), ids[:least]...)
}
