package locks

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/stackdump"
)

// engine reads the source of one binary. All that it finds out depends on the
// source alone, and is kept.
type engine struct {
	world     *gosource.World
	defs      map[*ast.FuncDecl]*defs
	flows     map[*gosource.Func]*flow
	summaries map[*gosource.Func]*summary
	sites     map[siteKey]*site
	uses      map[usesKey][]use
	fix       map[types.Object]bool
	alias     *aliases
	behind    map[*types.Func][]*types.Func
	passing   map[bindingKey][]binding
	args      map[bindingKey]map[types.Object]target
	once      map[types.Object]bool // variables of main that exist once
	depth     int
}

func newEngine(w *gosource.World) *engine {
	return &engine{world: w, defs: map[*ast.FuncDecl]*defs{}, flows: map[*gosource.Func]*flow{},
		summaries: map[*gosource.Func]*summary{}, sites: map[siteKey]*site{},
		uses: map[usesKey][]use{}, fix: map[types.Object]bool{},
		behind: map[*types.Func][]*types.Func{}, passing: map[bindingKey][]binding{},
		args: map[bindingKey]map[types.Object]target{}, once: map[types.Object]bool{}}
}

// site is one place of the program in which a frame of a dump is.
type site struct {
	fn   *gosource.Func
	call *ast.CallExpr // what the frame is calling, or nil
	held []held        // before that call
}

type siteKey struct {
	file  string
	line  int
	name  string
	child string
}

// siteOf returns the place of a frame that is calling child, which is nil for the
// innermost one. It is nil where there is no source, or where the source calls
// nothing like child on that line: then it is not the source of the binary.
func (e *engine) siteOf(f, child *stackdump.Frame) *site {
	key := siteKey{file: f.File, line: f.Line, name: f.Func}
	if child != nil {
		key.child = child.Func
	}
	if s, ok := e.sites[key]; ok {
		return s
	}
	var s *site
	if fn := e.world.FuncAt(f.File, f.Line, f.Func); fn != nil && fn.Body() != nil {
		s = e.look(fn, f.Line, key.child)
	}
	e.sites[key] = s
	return s
}

// sighting collects the states at one line.
type sighting struct {
	named   []moment // calls of a function with the right name
	dynamic []moment // calls of a variable, which may be anything
	around  []moment // before and after what is on the line
	ends    []state  // at the end of the function, where the line is its end
	defers  []deferred
}

type moment struct {
	call  *ast.CallExpr
	state state
}

// look returns the place on a line of fn that calls the function named child.
func (e *engine) look(fn *gosource.Func, line int, child string) *site {
	f := e.flowOf(fn)
	w := &watcher{eng: e, fn: fn, line: line, child: calledName(child)}
	for _, b := range f.g.Blocks {
		if _, ok := f.in[b]; ok {
			f.run(b, &visitor{call: w.call, node: w.node})
		}
	}
	literal := isLiteral(child)
	switch {
	case child == "" || isRuntime(child):
		if len(w.seen.around) == 0 {
			w.seen.around = f.selecting(line)
		}
		return e.settle(fn, w.seen.around)
	case len(w.seen.named) > 0 && !literal:
		return e.settle(fn, w.seen.named)
	case literal && len(w.seen.dynamic) > 0 || len(w.seen.dynamic) > 0 && !w.deferred():
		return e.settle(fn, w.seen.dynamic)
	}
	if s := e.returning(f, w, child); s != nil {
		return s
	}
	return nil
}

// calledName returns what a call of the function would name in the source.
func calledName(name string) string {
	_, decl, inner := gosource.SplitName(name)
	if inner != "" {
		return ""
	}
	return decl[strings.LastIndexByte(decl, '.')+1:]
}

func isLiteral(name string) bool {
	_, _, inner := gosource.SplitName(name)
	return inner != "" && !gosource.IsWrapper(name)
}

// isRuntime reports whether a function is called without being named.
func isRuntime(name string) bool {
	return strings.HasPrefix(name, "runtime.") || name == "panic"
}

// watcher notes what happens on one line.
type watcher struct {
	eng   *engine
	fn    *gosource.Func
	line  int
	child string
	seen  sighting
}

func (w *watcher) call(call *ast.CallExpr, before state) {
	if !w.onLine(call) {
		return
	}
	switch name, dynamic := w.called(call); {
	case name != "" && name == w.child:
		w.seen.named = append(w.seen.named, moment{call, before})
	case dynamic:
		w.seen.dynamic = append(w.seen.dynamic, moment{call, before})
	}
}

// onLine reports whether the compiler may book the call to the line: that of its
// beginning, its name or its parenthesis.
func (w *watcher) onLine(call *ast.CallExpr) bool {
	at := []token.Pos{call.Pos(), call.Lparen}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		at = append(at, sel.Sel.Pos())
	}
	for _, pos := range at {
		if w.eng.world.Line(pos) == w.line {
			return true
		}
	}
	return false
}

// called returns the name of what a call calls. dynamic says that it is a value,
// and may have any name.
func (w *watcher) called(call *ast.CallExpr) (name string, dynamic bool) {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	info := w.fn.Pkg.Info
	if tv, ok := info.Types[fun]; ok && (tv.IsType() || tv.IsBuiltin()) {
		return "", false
	}
	switch x := fun.(type) {
	case *ast.Ident:
		_, isVar := info.Uses[x].(*types.Var)
		return x.Name, isVar
	case *ast.SelectorExpr:
		_, isVar := info.Uses[x.Sel].(*types.Var)
		return x.Sel.Name, isVar
	}
	return "", true
}

func (w *watcher) node(n ast.Node, before, after state) {
	from, to := w.eng.world.Line(n.Pos()), w.eng.world.Line(n.End())
	if from <= w.line && w.line <= to {
		w.seen.around = append(w.seen.around, moment{nil, before}, moment{nil, after})
	}
	if d, ok := n.(*ast.DeferStmt); ok {
		for _, known := range after.defers {
			if known.pos == d.Pos() {
				w.seen.defers = append(w.seen.defers, known)
			}
		}
	}
}

func (w *watcher) deferred() bool { return false }

// settle joins the states of several moments into one place.
func (e *engine) settle(fn *gosource.Func, list []moment) *site {
	if len(list) == 0 {
		return nil
	}
	s := &site{fn: fn, call: list[0].call}
	all := list[0].state
	for _, m := range list[1:] {
		if m.call != s.call {
			s.call = nil
		}
		all, _ = join(all, m.state)
	}
	for _, h := range all.locks {
		s.held = append(s.held, h)
	}
	return s
}

// returning returns the place of a frame whose function returns and is running
// what it deferred.
func (e *engine) returning(f *flow, w *watcher, child string) *site {
	stop := e.deferredCall(f.fn, child)
	if stop == nil {
		return nil
	}
	var list []moment
	for _, x := range f.exits() {
		if x.state.defersAt(stop.Pos()) && e.endsAt(f.fn, x, w.line) {
			list = append(list, moment{stop.Call, x.state.returned(stop.Pos())})
		}
	}
	if len(list) == 0 {
		for _, x := range f.exits() {
			list = append(list, moment{stop.Call, x.state.returned(stop.Pos())})
		}
	}
	return e.settle(f.fn, list)
}

func (e *engine) endsAt(fn *gosource.Func, x exit, line int) bool {
	if x.ret == nil {
		return e.world.Line(fn.Body().End()) == line
	}
	return e.world.Line(x.ret.Pos()) <= line && line <= e.world.Line(x.ret.End())
}

// deferredCall returns the statement that defers the function named child.
func (e *engine) deferredCall(fn *gosource.Func, child string) *ast.DeferStmt {
	var found *ast.DeferStmt
	name, literal := calledName(child), isLiteral(child)
	ast.Inspect(fn.Body(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			w := &watcher{eng: e, fn: fn}
			called, dynamic := w.called(n.Call)
			if literal && dynamic || !literal && called == name && name != "" {
				found = n
			}
			return false
		}
		return true
	})
	return found
}
