package locks

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/stackdump"
)

// claim says that a goroutine may hold a lock.
type claim struct {
	stack *stack
	act   *activation
	held  held
	match match
	addr  fact
	known bool // addr is
	grade string
}

// match says how well the lock that a goroutine holds is known to be the one.
type match int

const (
	other   match = iota // it is another one
	vague                // one of the two is a pointer or an interface, and may lead there
	apart                // the same function names it and the lock differently
	unknown              // nothing speaks against it
	close                // the variable, or an address that may be stale, is the same
	exact                // the address, or the variable, is the same
)

// holding is one lock that a goroutine holds.
type holding struct {
	act  *activation // that holds it
	by   *activation // in whose terms it is named
	held held
	addr fact
	ok   bool // addr is known
}

// holdings returns the locks that a goroutine holds: those of all its frames,
// without those that a frame further in has given back.
func (t *table) holdings(s *stack) []holding {
	var list []holding
	var released []holding
	for _, a := range s.acts {
		for _, h := range t.heldAt(s, a) {
			x := holding{act: a, held: h}
			x.by, x.held.ref = t.outward(a, h.ref)
			x.addr, x.ok = t.addrOnTheWay(a, h.ref)
			if p := &x.held.ref.target.path; p.reads() {
				x.held.mode, *p = reading, p.parent()
			}
			if h.released {
				released = append(released, x)
				continue
			}
			if !slices.ContainsFunc(released, func(r holding) bool { return r.sameLock(x) }) {
				list = append(list, x)
			}
		}
	}
	return list
}

func (h holding) sameLock(o holding) bool {
	if h.held.ref.class != o.held.ref.class {
		return false
	}
	return !h.ok || !o.ok || h.addr.addr == o.addr.addr
}

// heldAt returns the locks that a frame holds, without the one that Cond.Wait has
// given back for as long as it waits.
func (t *table) heldAt(s *stack, a *activation) []held {
	list := a.site.held
	if a.site.call == nil || !t.inCondWait(s, a) {
		return list
	}
	return dropCond(list, t.condLock(a))
}

// inCondWait reports whether the frame's callee is sync.Cond.Wait, and waits to
// be woken.
func (t *table) inCondWait(s *stack, a *activation) bool {
	if a.index == 0 || s.g.State != "sync.Cond.Wait" {
		return false
	}
	return s.g.Frames[a.index-1].Func == "sync.(*Cond).Wait"
}

// dropCond drops the lock of the class, or else the one that was taken last.
func dropCond(list []held, class string) []held {
	best := -1
	for i, h := range list {
		if h.released || class != "" && h.ref.class != class {
			continue
		}
		if best < 0 || h.pos > list[best].pos {
			best = i
		}
	}
	if best < 0 {
		return list
	}
	return slices.Delete(slices.Clone(list), best, best+1)
}

// condLock returns the class of the lock that a condition was made with, where
// the package says so with sync.NewCond.
func (t *table) condLock(a *activation) string {
	sel, ok := ast.Unparen(a.site.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	want := scope{eng: t.eng, fn: a.site.fn}.target(sel.X).path.class(a.site.fn)
	class := ""
	for _, file := range a.site.fn.Pkg.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if left, arg, ok := newCond(n); ok && class == "" {
				if left == nil || want == "" || strings.HasSuffix(want, "."+lastName(left)) {
					if name := lastName(arg); name != "" {
						class = heldNamed(a.site.held, name)
					}
				}
			}
			return true
		})
	}
	return class
}

// newCond returns the two sides of x = sync.NewCond(y) and x: sync.NewCond(y).
func newCond(n ast.Node) (left, arg ast.Expr, ok bool) {
	var right ast.Expr
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
			left, right = n.Lhs[0], n.Rhs[0]
		}
	case *ast.KeyValueExpr:
		left, right = n.Key, n.Value
	case *ast.ValueSpec:
		if len(n.Names) == 1 && len(n.Values) == 1 {
			left, right = n.Names[0], n.Values[0]
		}
	}
	call, isCall := right.(*ast.CallExpr)
	if !isCall || len(call.Args) != 1 || lastName(call.Fun) != "NewCond" {
		return nil, nil, false
	}
	return left, call.Args[0], true
}

// lastName returns the last name in an expression such as &s.mu.
func lastName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.UnaryExpr:
		return lastName(e.X)
	}
	return ""
}

func heldNamed(list []held, name string) string {
	for _, h := range list {
		if strings.HasSuffix(h.ref.class, "."+name) {
			return h.ref.class
		}
	}
	return ""
}

// blame finds the holders of each lock.
func (t *table) blame() {
	all := map[*stack][]holding{}
	for _, s := range t.stacks {
		if list := t.holdings(s); len(list) > 0 {
			all[s] = list
		}
	}
	for _, g := range t.groups {
		for _, s := range t.stacks {
			if c, ok := t.claimOf(g, s, all[s]); ok {
				g.claims = append(g.claims, c)
			}
		}
		t.grade(g)
	}
}

// claimOf returns the best reason to think that s holds the lock.
func (t *table) claimOf(g *group, s *stack, list []holding) (claim, bool) {
	var best claim
	for _, h := range list {
		if !g.allows(h.held.mode) {
			continue
		}
		m := t.matches(g, h)
		if m > best.match || m == best.match && m != other && h.held.must && !best.held.must {
			best = claim{stack: s, act: h.act, held: h.held, match: m, addr: h.addr, known: h.ok}
		}
	}
	return best, best.match != other
}

// allows reports whether someone who holds the lock in this mode keeps the
// waiters waiting. If a writer has its turn, the readers do; otherwise only a
// writer can.
func (g *group) allows(mode byte) bool {
	if g.kind != "RWMutex" || g.addr == 0 && g.static == "" {
		return true
	}
	return g.writer == (mode == reading)
}

func (t *table) matches(g *group, h holding) match {
	class := h.held.ref.class
	if h.ok && g.addr != 0 && h.addr.addr == g.addr && h.addr.sure {
		return exact
	}
	if class != "" && g.class != "" && class != g.class {
		if (h.held.ref.ptr || g.soft) && samePackage(class, g.class) && !(h.ok && h.addr.sure) {
			return vague
		}
		return other
	}
	if g.static != "" && t.staticKey(h.by, h.held.ref) == g.static {
		return exact
	}
	named := t.variableOf(h.by, h.held.ref)
	switch {
	case h.ok && g.addr != 0 && h.addr.addr == g.addr:
		return close
	case h.ok && g.addr != 0 && h.addr.sure:
		return other
	case named.home != nil && slices.Contains(g.named, named):
		return close
	case class == "" || g.class == "":
		return other
	case g.otherwise(named):
		return apart
	}
	return unknown
}

// otherwise reports whether a waiter names the lock by another variable of the
// same function.
func (g *group) otherwise(v variable) bool {
	return v.home != nil && slices.ContainsFunc(g.named, func(o variable) bool {
		return o.home == v.home && o.key != v.key
	})
}

func samePackage(a, b string) bool {
	pkg, _, _ := gosource.SplitName(a)
	other, _, _ := gosource.SplitName(b)
	return pkg == other
}

// grade keeps the claims with the best evidence, and grades them.
func (t *table) grade(g *group) {
	slices.SortStableFunc(g.claims, func(a, b claim) int { return int(b.match) - int(a.match) })
	if len(g.claims) > 0 && g.claims[0].match > vague {
		least := unknown
		if g.claims[0].match == apart {
			least = apart
		}
		g.claims = slices.DeleteFunc(g.claims, func(c claim) bool { return c.match < least })
	}
	shared := g.kind == "RWMutex" && g.writer || g.kind == semaphore
	proven := 0
	for i := range g.claims {
		c := &g.claims[i]
		c.grade = Possible
		if c.match == exact && c.held.must {
			c.grade = Proven
			proven++
		}
	}
	if proven > 1 && !shared {
		for i := range g.claims { // one of them has just given it back
			g.claims[i].grade = Possible
		}
		return
	}
	if proven > 0 && !shared {
		g.claims = g.claims[:1]
		return
	}
	if len(g.claims) == 1 && g.claims[0].grade == Possible && t.alone(g) {
		g.claims[0].grade = Likely
	}
	t.closest(g)
}

// closest calls a claim likely that is the only one with an address.
func (t *table) closest(g *group) {
	n := 0
	for _, c := range g.claims {
		if c.match >= close && c.grade == Possible {
			n++
		}
	}
	if n != 1 || len(g.claims) == 1 {
		return
	}
	for i := range g.claims {
		if c := &g.claims[i]; c.match >= close && c.grade == Possible {
			c.grade = Likely
		}
	}
}

// alone reports whether no other lock of the class is known, and the address that
// the only candidate shows, if it shows one, is not that of another object.
func (t *table) alone(g *group) bool {
	for _, o := range t.groups {
		if o != g && o.class == g.class && o.addr != g.addr {
			return g.claims[0].match >= close
		}
	}
	c := g.claims[0]
	if c.match == close {
		return true
	}
	if w := g.waiters[0].waits; g.kind == fileLock && // of another file, perhaps
		(w.inner == nil || w.inner.site.fn != c.act.site.fn) {
		return false
	}
	if c.match <= apart || manyOf(g.class) {
		return false
	}
	return !c.known || g.addr == 0 || c.addr.addr == g.addr
}

// manyOf reports whether locks of the class usually come in numbers: elements of
// a map or an array, and what a function was passed.
func manyOf(class string) bool { return class == "" || strings.HasSuffix(class, "[]") }

// evidence says in one line why.
func (c claim) evidence(t *table, g *group) string {
	var b strings.Builder
	switch c.match {
	case exact:
		if c.grade == Proven {
			b.WriteString("same lock")
		} else {
			b.WriteString("same lock, not held on every way here")
		}
		if g.addr != 0 {
			fmt.Fprintf(&b, " at %#x", g.addr)
		}
	case close:
		b.WriteString("the same variable or an argument marked ?")
		if g.addr != 0 {
			fmt.Fprintf(&b, " gives %#x", g.addr)
		}
	case vague:
		fmt.Fprintf(&b, "holds %s, a pointer that may lead to it", c.held.ref.class)
	case apart:
		b.WriteString("holds a lock of this name, by another variable")
	default:
		b.WriteString("holds a lock of this name; its address is not in the dump")
	}
	fmt.Fprintf(&b, "; taken at line %d, held at line %d of %s",
		t.eng.world.Line(c.held.pos), c.act.frame.Line, shortFile(c.act.frame.File))
	return b.String()
}

func shortFile(file string) string { return file[strings.LastIndexByte(file, '/')+1:] }

// doing says what a goroutine does now.
func doing(g *stackdump.Goroutine) string {
	state := g.State
	if g.Minutes > 0 {
		state += fmt.Sprintf(", %d minutes", g.Minutes)
	}
	return state
}
