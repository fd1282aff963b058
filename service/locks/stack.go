package locks

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/stackdump"
)

// fact is an address. It is not sure where the dump printed it with "?".
type fact struct {
	addr  uint64
	sure  bool
	mixed bool // it was seen with several addresses, and is worth nothing
}

// facts holds what is known of variables: where they are, and where they point.
type facts struct {
	addrs factList
	vals  factList
}

// factList finds facts by the keys of paths. A frame knows of one or two variables, so
// most lists are short; the variables of a whole process are many.
type factList struct {
	few  []keyedFact
	many map[string]fact
}

type keyedFact struct {
	key string
	fact
}

// fewFacts is how many facts a list holds before it becomes a map.
const fewFacts = 8

func (l *factList) get(key string) (fact, bool) {
	if l.many != nil {
		f, ok := l.many[key]
		return f, ok
	}
	for i := range l.few {
		if l.few[i].key == key {
			return l.few[i].fact, true
		}
	}
	return fact{}, false
}

func (l *factList) set(key string, f fact) {
	if l.many != nil {
		l.many[key] = f
		return
	}
	for i := range l.few {
		if l.few[i].key == key {
			l.few[i].fact = f
			return
		}
	}
	if len(l.few) < fewFacts {
		l.few = append(l.few, keyedFact{key, f})
		return
	}
	l.many = map[string]fact{key: f}
	for _, old := range l.few {
		l.many[old.key] = old.fact
	}
	l.few = nil
}

func newFacts() *facts { return &facts{} }

// activation is a frame with what the source says about its place.
type activation struct {
	frame  *stackdump.Frame
	site   *site
	index  int         // in the frames of the goroutine
	outer  *activation // of the function around a literal, where it is on the stack
	child  *activation // what it is calling, where there is source
	caller *activation // what calls it, where there is source
	own    *facts
	// creator says that it is no frame: it stands for the functions that started
	// goroutines, all calls of one function by one goroutine.
	creator bool
	key     creatorKey // of a creator
}

// stack is a goroutine with its activations, the innermost first.
type stack struct {
	g     *stackdump.Goroutine
	acts  []*activation
	waits *wait // what it waits for, or nil
	// start is the go statement in its creator, and bottom what that calls.
	start, bottom *activation
}

// minPointer is below every address of an object.
const minPointer = 0x1000

// read returns the activations of a goroutine.
func (t *table) read(g *stackdump.Goroutine) *stack {
	s := &stack{g: g}
	var child *stackdump.Frame
	var below *activation
	for i := range g.Frames {
		f := &g.Frames[i]
		if gosource.IsWrapper(f.Func) {
			continue
		}
		if isOpaque(f.Func) {
			child, below = f, nil
			continue
		}
		site := t.eng.siteOf(f, child)
		child = f
		if site == nil {
			below = nil
			continue
		}
		a := &activation{frame: f, site: site, index: i, child: below, own: newFacts()}
		if below != nil {
			below.caller = a
		}
		s.acts = append(s.acts, a)
		below = a
	}
	for i, a := range s.acts {
		for _, b := range s.acts[i+1:] {
			if a.site.fn.Lit != nil && b.site.fn == a.site.fn.Outer {
				a.outer = b
				break
			}
		}
	}
	t.adopt(s)
	return s
}

// isOpaque reports whether a function is known by what it does, so that its source
// is not read.
func isOpaque(name string) bool {
	pkg, decl, _ := gosource.SplitName(name)
	switch pkg {
	case "runtime", "internal/sync", "syscall", "internal/runtime/syscall", "time",
		"internal/runtime/maps", "internal/runtime/syscall/linux", "reflect":
		return true
	case "sync":
		switch decl {
		case "(*Once).doSlow", "(*Once).Do", "(*WaitGroup).Go", "OnceFunc", "OnceValue",
			"OnceValues", "(*Pool).Get", "(*Pool).getSlow", "(*Pool).pinSlow":
			return false
		}
		return true
	}
	return false
}

// learn takes the addresses that the dump prints into the facts of the stack:
// from the arguments, from a lock that is waited for, and from call to call.
func (t *table) learn(s *stack) {
	for _, a := range s.acts {
		t.arguments(a)
	}
	if w := s.waits; w != nil && w.inner != nil && w.addr != 0 {
		t.setLock(w.inner, w.innerRef, fact{addr: w.addr, sure: true})
	}
	for range 2 {
		for _, a := range s.acts {
			t.link(a, true)
		}
		if s.start != nil {
			s.start.child = s.bottom
			t.link(s.start, true)
			t.link(s.start, false)
		}
		for i := len(s.acts) - 1; i >= 0; i-- {
			t.link(s.acts[i], false)
		}
	}
}

// arguments notes the pointers among the arguments of a frame. A parameter that
// is assigned to later may no longer be what was passed.
func (t *table) arguments(a *activation) {
	if a.frame.Inlined {
		return
	}
	for i, p := range a.site.fn.Params() {
		if p == nil || !t.eng.constant(a.site.fn, p) {
			continue
		}
		list := wordsOf(a.frame.Args, i)
		at := 0
		switch p.Type().Underlying().(type) {
		case *types.Pointer, *types.Chan, *types.Map:
		case *types.Interface:
			at = 1
			if _, generic := p.Type().(*types.TypeParam); generic {
				at = 0
			}
		default:
			continue
		}
		if at >= len(list) || list[at].Missing || list[at].Value < minPointer {
			continue
		}
		t.setVal(a, path{root: p}, fact{addr: list[at].Value, sure: !list[at].Uncertain})
	}
}

// wordsOf returns the words of parameter i, which are together.
func wordsOf(args []stackdump.Arg, i int) []stackdump.Arg {
	from := 0
	for from < len(args) && int(args[from].Param) != i {
		from++
	}
	to := from
	for to < len(args) && int(args[to].Param) == i {
		to++
	}
	return args[from:to]
}

// link carries what is known of a parameter of the callee to the argument of the
// caller, or back.
func (t *table) link(a *activation, up bool) {
	if a.child == nil || a.site.call == nil {
		return
	}
	for _, b := range t.eng.bindings(a.site, a.child.site.fn, receiverOf(a)) {
		if up {
			if known, ok := t.val(a.child, b.param); ok {
				t.setTarget(a, b.arg, known)
			}
		} else if known, ok := t.targetOf(a, b.arg); ok {
			t.setVal(a.child, b.param, known)
		}
	}
}

// binding is a parameter that is never assigned, with what a call passes for it.
type binding struct {
	param path
	arg   target
}

type bindingKey struct {
	call   *ast.CallExpr
	callee *gosource.Func
}

// bindings returns those of a call, computed once.
func (e *engine) bindings(s *site, callee *gosource.Func, recv ast.Expr) []binding {
	key := bindingKey{s.call, callee}
	if list, ok := e.passing[key]; ok {
		return list
	}
	var list []binding
	args := e.passes(s, callee, recv)
	for _, p := range callee.Params() {
		if arg, ok := args[p]; ok && p != nil && arg.path.known() && e.constant(callee, p) {
			root := path{root: p}
			root.name = root.key()
			list = append(list, binding{root, arg})
		}
	}
	e.passing[key] = list
	return list
}

// passes returns what a call passes for each parameter, computed once.
func (e *engine) passes(s *site, callee *gosource.Func,
	recv ast.Expr) map[types.Object]target {
	key := bindingKey{s.call, callee}
	if args, ok := e.args[key]; ok {
		return args
	}
	f := &flow{eng: e, fn: s.fn}
	args := f.arguments(callee, recv, s.call)
	for p, arg := range args {
		arg.path.name = arg.path.key()
		args[p] = arg
	}
	e.args[key] = args
	return args
}

func (t *table) setTarget(a *activation, to target, f fact) {
	if to.addr {
		t.setAddr(a, to.path, f)
		return
	}
	t.setVal(a, to.path, f)
}

func (t *table) targetOf(a *activation, of target) (fact, bool) {
	if of.addr {
		return t.addr(a, of.path, 0)
	}
	return t.val(a, of.path)
}

// setLock notes where a lock is.
func (t *table) setLock(a *activation, ref lockRef, f fact) {
	if !ref.target.path.known() {
		return
	}
	if ref.ptr {
		t.setVal(a, ref.target.path, f)
		return
	}
	t.setAddr(a, ref.target.path, f)
}

// lockAddr returns where a lock is.
func (t *table) lockAddr(a *activation, ref lockRef) (fact, bool) {
	if !ref.target.path.known() {
		return fact{}, false
	}
	if ref.ptr {
		return t.val(a, ref.target.path)
	}
	return t.addr(a, ref.target.path, 0)
}

// factsOf returns the facts that hold for a root: those of the whole process for
// a variable that exists once, else those of the activation that declares it.
func (t *table) factsOf(a *activation, p path) *facts {
	if home := t.home(a, p); home != nil {
		return home.own
	}
	return t.shared
}

// home returns the activation whose variable the root is, or nil for a variable
// that exists once.
func (t *table) home(a *activation, p path) *activation {
	if p.root == nil {
		return a
	}
	if t.single(a.site.fn, p.root) {
		return nil
	}
	for a.outer != nil && !declares(a.site.fn, p.root) {
		if a.outer.creator && t.eng.defsOf(a.outer.site.fn).looped[p.root] {
			break // another variable each time
		}
		a = a.outer
	}
	return a
}

func declares(fn *gosource.Func, v types.Object) bool {
	node := ast.Node(fn.Decl)
	if fn.Lit != nil {
		node = fn.Lit
	}
	return node != nil && node.Pos() <= v.Pos() && v.Pos() < node.End()
}

// single reports whether a variable exists once in the process: one of a package,
// or of main, outside of all loops.
func (t *table) single(fn *gosource.Func, v types.Object) bool {
	if isGlobal(v) {
		return true
	}
	if fn.Decl == nil || v == nil || fn.Decl.Name.Name != "main" {
		return false
	}
	if fn.Decl == nil || v == nil || fn.Decl.Recv != nil || fn.Decl.Name.Name != "main" ||
		fn.Pkg.Types.Name() != "main" {
		return false
	}
	if once, ok := t.eng.once[v]; ok {
		return once
	}
	d := t.eng.defsOf(fn)
	once := d.assigned[v] == 1 && !d.looped[v] && !inLiteral(fn.Decl, v)
	t.eng.once[v] = once
	return once
}

// inLiteral reports whether v is declared inside a literal of the function.
func inLiteral(decl *ast.FuncDecl, v types.Object) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			found = found || lit.Pos() <= v.Pos() && v.Pos() < lit.End()
			return false
		}
		return true
	})
	return found
}

// setAddr notes where the variable p is, and with it the variables that hold it.
func (t *table) setAddr(a *activation, p path, f fact) {
	if !t.put(a, p, f, &t.factsOf(a, p).addrs) || len(p.steps) == 0 {
		return
	}
	last := p.steps[len(p.steps)-1]
	if last.off < 0 || f.addr < uint64(last.off) {
		return
	}
	f.addr -= uint64(last.off)
	p = p.parent()
	if last.viaPtr {
		t.setVal(a, p, f)
		return
	}
	t.setAddr(a, p, f)
}

// setVal notes where the pointer p points.
func (t *table) setVal(a *activation, p path, f fact) {
	t.put(a, p, f, &t.factsOf(a, p).vals)
}

// put adds a fact to a list, and reports whether it is new. What is known of the
// variables of a creator is never sure, as the function may have been called
// several times.
func (t *table) put(a *activation, p path, f fact, list *factList) bool {
	key := p.key()
	old, known := list.get(key)
	if home := t.home(a, p); home != nil && home.creator {
		if f.mixed || !f.sure {
			return false
		}
		f.sure = false
		if known && old.addr != f.addr {
			f.mixed = true
		}
		list.set(key, f)
		return !known
	}
	if known && (old.sure || !f.sure) {
		return false
	}
	list.set(key, f)
	return true
}

// addr returns where the variable p is. What follows from a sure address counts
// for more than what was seen with "?".
func (t *table) addr(a *activation, p path, depth int) (fact, bool) {
	seen, ok := t.factsOf(a, p).addrs.get(p.key())
	ok = ok && !seen.mixed
	if ok && seen.sure || depth > 20 {
		return seen, ok
	}
	if f, follows := t.follow(a, p, depth); follows && (f.sure || !ok) {
		return f, true
	}
	return seen, ok
}

// follow returns where p is by the variable before it.
func (t *table) follow(a *activation, p path, depth int) (f fact, ok bool) {
	if len(p.steps) == 0 {
		return fact{}, false
	}
	last := p.steps[len(p.steps)-1]
	if last.off < 0 {
		return fact{}, false
	}
	p = p.parent()
	if last.viaPtr {
		f, ok = t.val(a, p)
	} else {
		f, ok = t.addr(a, p, depth+1)
	}
	f.addr += uint64(last.off)
	return f, ok
}

// val returns where the pointer p points.
func (t *table) val(a *activation, p path) (fact, bool) {
	f, ok := t.factsOf(a, p).vals.get(p.key())
	return f, ok && !f.mixed
}
