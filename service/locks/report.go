package locks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// report turns the groups into the answer: mutexes before all else, and those with
// most waiters first.
func (t *table) report() Report {
	rep := Report{Locks: []Lock{}, Cycles: t.circles(), Warnings: []Warning{},
		Contention: []Contention{}}
	for _, g := range t.groups {
		rep.Locks = append(rep.Locks, t.lock(g))
	}
	slices.SortStableFunc(rep.Locks, func(a, b Lock) int {
		return cmp.Or(len(b.Waiters)-len(a.Waiters), b.Longest-a.Longest,
			cmp.Compare(a.Lock, b.Lock))
	})
	rep.Locks = append(rep.Locks, t.rowsOut(t.rows)...)
	return rep
}

func (t *table) lock(g *group) Lock {
	l := Lock{Lock: g.name(), Kind: g.kind, Address: hex(g.address()),
		Cycle:   slices.ContainsFunc(g.waiters, func(s *stack) bool { return t.inCircle[s] }),
		Waiters: []int64{}, Holders: []Holder{}, Advice: t.advice(g)}
	l.count(g.waiters)
	if next := t.woken(g); len(g.claims) == 0 && next != nil {
		l.Advice = append(l.Advice, fmt.Sprintf("the lock changes hands: goroutine %d was woken "+
			"for it and is to run next; take another dump", next.g.ID))
	}
	for _, c := range g.claims {
		f := c.act.frame
		l.Holders = append(l.Holders, Holder{Goroutine: c.stack.g.ID, Grade: c.grade,
			Func: f.Func, File: f.File, Line: f.Line, State: doing(c.stack.g),
			Evidence: c.evidence(t, g)})
		if l.WaitsFor == "" {
			l.WaitsFor = t.waitsFor(c.stack)
		}
	}
	return l
}

// woken returns a goroutine that waited for the lock, and can go on.
func (t *table) woken(g *group) *stack {
	for _, s := range t.stacks {
		if g.addr == 0 || s.g.State != "runnable" && s.g.State != "running" {
			continue
		}
		for i := range s.g.Frames {
			f := &s.g.Frames[i]
			if strings.HasSuffix(f.Func, "sync.(*Mutex).lockSlow") && receiverIn(f) == g.addr {
				return s
			}
		}
	}
	return nil
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
		p = p.parent()
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

// rowOf returns what is no mutex and a goroutine waits for, or nil.
func (t *table) rowOf(s *stack) *row {
	for _, r := range t.rows {
		if r.waits[s] {
			return r
		}
	}
	return nil
}

// waitsFor returns the address of what a goroutine waits for, or "".
func (t *table) waitsFor(s *stack) string {
	if g := t.waitedBy(s); g != nil {
		return hex(g.address())
	}
	if r := t.rowOf(s); r != nil {
		return hex(r.addr)
	}
	return ""
}
