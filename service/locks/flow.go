package locks

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/wring-go/wring/service/gosource"
)

// flow is what is known of the locks at every point of one function.
type flow struct {
	eng *engine
	fn  *gosource.Func
	in  map[*cfg.Block]state
	g   *cfg.CFG
}

// flowOf returns the flow of fn, computed once.
func (e *engine) flowOf(fn *gosource.Func) *flow {
	if f, ok := e.flows[fn]; ok {
		return f
	}
	f := &flow{eng: e, fn: fn, in: map[*cfg.Block]state{}}
	e.flows[fn] = f
	f.g = cfg.New(fn.Body(), func(call *ast.CallExpr) bool { return !isPanic(fn, call) })
	if len(f.g.Blocks) == 0 {
		return f
	}
	f.in[f.g.Blocks[0]] = state{locks: map[string]held{}}
	work := []*cfg.Block{f.g.Blocks[0]}
	for n := 0; len(work) > 0 && n < 100*len(f.g.Blocks)+1000; n++ {
		b := work[0]
		work = work[1:]
		out := f.run(b, nil)
		for i, next := range b.Succs {
			s := f.edge(b, i, out)
			old, seen := f.in[next]
			if !seen {
				f.in[next] = s.clone()
				work = append(work, next)
				continue
			}
			if joined, changed := join(old, s); changed {
				f.in[next] = joined
				work = append(work, next)
			}
		}
	}
	return f
}

func isPanic(fn *gosource.Func, call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	if !ok || id.Name != "panic" {
		return false
	}
	_, builtin := fn.Pkg.Info.Uses[id].(*types.Builtin)
	return builtin
}

// visitor sees each call with the state before it, and each node with the states
// around it.
type visitor struct {
	call func(call *ast.CallExpr, before state)
	node func(n ast.Node, before, after state)
}

// run returns the state at the end of a block.
func (f *flow) run(b *cfg.Block, v *visitor) state {
	s := f.in[b].clone()
	if loop, ok := b.Stmt.(*ast.RangeStmt); ok && b.Kind == cfg.KindRangeBody {
		f.iterate(&s, loop)
	}
	for _, n := range b.Nodes {
		before := s
		if v != nil {
			before = s.clone()
		}
		f.node(&s, n, v)
		if v != nil {
			v.node(n, before, s.clone())
		}
	}
	return s
}

// node applies one node of a block.
func (f *flow) node(s *state, n ast.Node, v *visitor) {
	switch n := n.(type) {
	case *ast.DeferStmt:
		f.calls(s, n.Call.Fun, v, true)
		for _, arg := range n.Call.Args {
			f.calls(s, arg, v, true)
		}
		if effects := f.effects(n.Call); !s.defersAt(n.Pos()) {
			s.defers = append(s.defers[:len(s.defers):len(s.defers)],
				deferred{pos: n.Pos(), effects: effects})
		}
	case *ast.GoStmt:
		for _, arg := range n.Call.Args {
			f.calls(s, arg, v, true)
		}
	case *ast.AssignStmt:
		f.calls(s, n, v, false)
		f.assign(s, n)
	default:
		f.calls(s, n, v, false)
	}
}

// iterate gives the variables of a range statement their next values.
func (f *flow) iterate(s *state, loop *ast.RangeStmt) {
	for _, x := range []ast.Expr{loop.Key, loop.Value} {
		id, ok := x.(*ast.Ident)
		if !ok {
			continue
		}
		if obj := f.fn.Pkg.Info.ObjectOf(id); obj != nil {
			s.assigned(obj, target{})
		}
	}
}

// assign follows locks through variables that get another value.
func (f *flow) assign(s *state, n *ast.AssignStmt) {
	if len(s.locks) == 0 {
		return
	}
	for i, left := range n.Lhs {
		id, ok := left.(*ast.Ident)
		if !ok || id.Name == "_" {
			continue
		}
		var value target
		if len(n.Rhs) == len(n.Lhs) {
			value = scope{eng: f.eng, fn: f.fn}.target(n.Rhs[i])
		}
		if obj := f.fn.Pkg.Info.ObjectOf(id); obj != nil && value.path.root != obj {
			s.assigned(obj, value)
		}
	}
}

// calls applies the calls in n, arguments before the call itself. Literals are
// functions of their own.
func (f *flow) calls(s *state, n ast.Node, v *visitor, nested bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SendStmt:
			f.channel(s, n.Chan, n.Pos(), false)
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				f.channel(s, n.X, n.Pos(), true)
			}
		case *ast.CallExpr:
			f.calls(s, n.Fun, v, true)
			for _, arg := range n.Args {
				f.calls(s, arg, v, true)
			}
			if v != nil {
				v.call(n, s.clone())
			}
			for _, e := range f.effects(n) {
				if !e.try {
					s.apply(e)
				}
			}
			return false
		}
		return true
	})
}

// channel treats a channel of empty structs as a semaphore: a value that is sent
// takes a place, one that is received gives it back.
func (f *flow) channel(s *state, ch ast.Expr, pos token.Pos, release bool) {
	t := f.fn.Pkg.Info.TypeOf(ch)
	if t == nil {
		return
	}
	c, ok := t.Underlying().(*types.Chan)
	if !ok {
		return
	}
	if st, ok := c.Elem().Underlying().(*types.Struct); !ok || st.NumFields() > 0 {
		return
	}
	sc := scope{eng: f.eng, fn: f.fn}
	ref := lockRef{target: sc.target(ch), kind: "chan"}
	ref.class = ref.target.path.class(f.fn)
	if ref.class == "" || release && !s.holds(ref) {
		return
	}
	s.apply(effect{op: op{ref: ref, mode: reading, release: release}, must: true, pos: pos})
}

func (s *state) holds(ref lockRef) bool {
	h, ok := s.locks[ref.key()]
	return ok && !h.released
}

// edge returns the state on the way to a successor: what TryLock took is held
// where it said so.
func (f *flow) edge(b *cfg.Block, i int, s state) state {
	if len(b.Succs) != 2 || len(b.Nodes) == 0 {
		return s
	}
	cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr)
	if !ok {
		return s
	}
	want := 0
	for {
		if not, ok := ast.Unparen(cond).(*ast.UnaryExpr); ok && not.Op == token.NOT {
			cond, want = not.X, 1-want
			continue
		}
		break
	}
	if id, ok := ast.Unparen(cond).(*ast.Ident); ok {
		if v, ok := f.fn.Pkg.Info.ObjectOf(id).(*types.Var); ok {
			if def := f.eng.soleDef(f.fn, v); def != nil {
				cond = def
			}
		}
	}
	call, ok := ast.Unparen(cond).(*ast.CallExpr)
	if !ok || i != want {
		return s
	}
	out := s.clone()
	for _, e := range f.effects(call) {
		if e.try {
			e.must = true
			out.apply(e)
		}
	}
	return out
}

// exits returns the states at which the function returns.
func (f *flow) exits() []exit {
	var list []exit
	for _, b := range f.g.Blocks {
		in, ok := f.in[b]
		if !ok || len(b.Succs) > 0 {
			continue
		}
		_ = in
		e := exit{state: f.run(b, nil)}
		if len(b.Nodes) > 0 {
			switch last := b.Nodes[len(b.Nodes)-1].(type) {
			case *ast.ReturnStmt:
				e.ret = last
			case *ast.ExprStmt:
				if call, ok := last.X.(*ast.CallExpr); ok && isPanic(f.fn, call) {
					continue
				}
			}
		}
		list = append(list, e)
	}
	return list
}

type exit struct {
	ret   *ast.ReturnStmt // nil at the end of the body
	state state
}
