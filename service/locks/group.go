package locks

// group is a lock with those who wait for it.
type group struct {
	class   string
	kind    string
	addr    uint64
	static  string // the path of a variable that exists once, or ""
	named   []variable
	waiters []*stack
	soft    bool // the waiters name it by a pointer or an interface
	writer  bool // a writer has its turn and waits for readers
	claims  []claim
}

// group puts those who wait for the same lock together.
func (t *table) group() {
	var loose []*stack
	for _, s := range t.stacks {
		w := s.waits
		if w == nil {
			continue
		}
		if w.act != nil {
			w.named = t.variableOf(w.act, w.ref)
		}
		if w.addr == 0 && w.inner != nil {
			if f, ok := t.addrOnTheWay(w.inner, w.innerRef); ok && f.sure {
				w.addr = f.addr
			}
		}
		static := t.static(w)
		if w.addr == 0 && static == "" {
			loose = append(loose, s)
			continue
		}
		g := t.groupOf(w.addr, static)
		g.join(s, static)
	}
	for _, s := range loose {
		t.loose(s).join(s, "")
	}
}

// join adds a waiter.
func (g *group) join(s *stack, static string) {
	w := s.waits
	g.waiters = append(g.waiters, s)
	if w.act != nil && w.ref.target.path.root != nil {
		g.named = append(g.named, w.named)
	}
	g.writer = g.writer || w.pending
	g.soft = g.soft || w.ref.ptr
	if g.addr == 0 {
		g.addr = w.addr
	}
	if g.static == "" {
		g.static = static
	}
	if g.class == "" {
		g.class = w.ref.class
	}
	if g.kind != "RWMutex" {
		g.kind = w.kind
	}
}

// variable is a lock as a function names it that started goroutines.
type variable struct {
	home *facts
	key  string
}

// variableOf returns the lock as its creator names it. The home is nil where
// there is none, or the name is not the same for all of its goroutines.
func (t *table) variableOf(a *activation, ref lockRef) variable {
	if a.caller != nil && a.caller.creator {
		if passed, ok := t.passed(a, ref); ok {
			a, ref = a.caller, passed
		}
	}
	p := ref.target.path
	if p.root == nil || !t.eng.stable(a.site.fn, p) {
		return variable{}
	}
	home := t.home(a, p)
	if home == nil || !home.creator || t.eng.defsOf(home.site.fn).looped[p.root] {
		return variable{}
	}
	return variable{home.own, p.key()}
}

// static returns the path of a lock that exists once.
func (t *table) static(w *wait) string {
	if w.act == nil {
		return ""
	}
	return t.staticKey(w.act, w.ref)
}

func (t *table) staticKey(a *activation, ref lockRef) string {
	p := ref.target.path
	if p.root == nil || !t.single(a.site.fn, p.root) {
		return ""
	}
	for _, s := range p.steps {
		if s.name[0] == '[' {
			return ""
		}
	}
	return p.key()
}

func (t *table) groupOf(addr uint64, static string) *group {
	for _, g := range t.groups {
		if addr != 0 && g.addr == addr || static != "" && g.static == static &&
			(addr == 0 || g.addr == 0) {
			return g
		}
	}
	g := &group{}
	t.groups = append(t.groups, g)
	return g
}

// loose returns the group for a waiter whose lock's address is not known: the
// only one of its class, if there is exactly one.
func (t *table) loose(s *stack) *group {
	if f, ok := t.guess(s.waits); ok {
		for _, g := range t.groups {
			if g.addr == f.addr {
				return g
			}
		}
	}
	var same []*group
	for _, g := range t.groups {
		if g.class == s.waits.ref.class && g.class != "" {
			same = append(same, g)
		}
	}
	if len(same) == 1 {
		return same[0]
	}
	for _, g := range same {
		if g.addr == 0 {
			return g
		}
	}
	g := &group{class: s.waits.ref.class}
	t.groups = append(t.groups, g)
	return g
}

// guess returns an address of the lock that is not sure.
func (t *table) guess(w *wait) (fact, bool) {
	if w.inner == nil {
		return fact{}, false
	}
	return t.addrOnTheWay(w.inner, w.innerRef)
}
