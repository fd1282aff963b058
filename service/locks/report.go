package locks

import (
	"cmp"
	"fmt"
	"slices"
)

// report turns the groups into the answer: mutexes before all else, and those with
// most waiters first.
func (t *table) report() Report {
	t.cycles()
	rep := Report{Locks: []Lock{}, Cycles: t.circles(), Warnings: []Warning{},
		Contention: []Contention{}}
	for _, g := range t.groups {
		rep.Locks = append(rep.Locks, t.lock(g))
	}
	slices.SortStableFunc(rep.Locks, func(a, b Lock) int {
		return cmp.Or(len(b.Waiters)-len(a.Waiters), b.Longest-a.Longest,
			cmp.Compare(a.Lock, b.Lock))
	})
	rep.Locks = append(rep.Locks, t.others()...)
	return rep
}

func (t *table) lock(g *group) Lock {
	l := Lock{Lock: g.name(), Kind: g.kind, Address: hex(g.address()), Cycle: g.cycle,
		Waiters: []int64{}, Holders: []Holder{}, Advice: t.advice(g)}
	l.count(g.waiters)
	for _, c := range g.claims {
		f := c.act.frame
		l.Holders = append(l.Holders, Holder{Goroutine: c.stack.g.ID, Grade: c.grade,
			Func: f.Func, File: f.File, Line: f.Line, State: doing(c.stack.g),
			Evidence: c.evidence(t, g)})
		if next := t.waitedBy(c.stack); next != nil && l.WaitsFor == "" {
			l.WaitsFor = hex(next.address())
		}
	}
	return l
}

// count adds who waits, for how long, and by route.
func (l *Lock) count(waiters []*stack) {
	l.Routes = []Route{}
	routes := map[string]int{}
	for _, s := range waiters {
		l.Waiters = append(l.Waiters, s.g.ID)
		l.Longest = max(l.Longest, s.g.Minutes)
		if route := s.g.Label("route"); route != "" {
			routes[route]++
		}
	}
	for route, n := range routes {
		l.Routes = append(l.Routes, Route{route, n})
	}
	slices.SortFunc(l.Routes, func(a, b Route) int {
		return cmp.Or(b.Waiters-a.Waiters, cmp.Compare(a.Route, b.Route))
	})
}

// name is the class, or where the first waiter called Lock.
func (g *group) name() string {
	if g.kind == "Once" {
		return g.onceName()
	}
	if g.class != "" {
		return g.class
	}
	if len(g.waiters) > 0 && g.waiters[0].waits != nil {
		return g.kind + " locked in " + g.waiters[0].waits.frame.Func
	}
	return g.kind
}

// onceName names the sync.Once, not the lock inside of it.
func (g *group) onceName() string {
	for _, s := range g.waiters {
		p := s.waits.ref.target.path
		p.steps = p.steps[:len(p.steps)-1]
		if name := p.class(s.waits.act.site.fn); name != "" {
			return name
		}
	}
	return g.class
}

// address is that of the variable of the program.
func (g *group) address() uint64 {
	if g.kind != "Once" || g.addr == 0 {
		return g.addr
	}
	steps := g.waiters[0].waits.ref.target.path.steps
	return g.addr - uint64(max(steps[len(steps)-1].off, 0))
}

func hex(addr uint64) string {
	if addr == 0 {
		return ""
	}
	return fmt.Sprintf("%#x", addr)
}

// waitedBy returns the lock that a goroutine waits for, or nil.
func (t *table) waitedBy(s *stack) *group {
	for _, g := range t.groups {
		if slices.Contains(g.waiters, s) {
			return g
		}
	}
	return nil
}

// next returns the goroutine that holds what s waits for, where that is more than
// possible.
func (t *table) next(s *stack) (*stack, *group) {
	g := t.waitedBy(s)
	if g == nil {
		return nil, nil
	}
	for _, c := range g.claims {
		if c.grade != Possible {
			return c.stack, g
		}
	}
	return nil, g
}

// cycles marks the locks on a circle of goroutines that wait for each other.
func (t *table) cycles() {
	for _, circle := range t.circles() {
		for _, id := range circle {
			if g := t.waitedBy(t.byID[id]); g != nil {
				g.cycle = true
			}
		}
	}
}

// circles returns the circles, each beginning with its smallest goroutine.
func (t *table) circles() [][]int64 {
	list := [][]int64{}
	done := map[*stack]bool{}
	for _, s := range t.stacks {
		var way []*stack
		for s != nil && !done[s] && !slices.Contains(way, s) {
			way = append(way, s)
			s, _ = t.next(s)
		}
		if s != nil && !done[s] {
			list = append(list, turned(way[slices.Index(way, s):]))
		}
		for _, w := range way {
			done[w] = true
		}
	}
	return list
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
