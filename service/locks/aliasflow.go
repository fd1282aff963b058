package locks

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/service/gosource"
)

// declaration joins what one declaration moves.
func (a *aliases) declaration(p *gosource.Package, d ast.Decl) {
	w := &mover{aliases: a, pkg: p, info: p.Info}
	if fd, ok := d.(*ast.FuncDecl); ok {
		if obj, ok := p.Info.Defs[fd.Name].(*types.Func); ok {
			w.signature(node{of: obj}, obj.Signature())
			w.results = append(w.results, node{of: obj})
		}
		if fd.Body == nil {
			return
		}
		w.decl = fd
		w.walk(fd.Body)
		return
	}
	w.walk(d)
}

// mover reads one declaration.
type mover struct {
	*aliases
	pkg     *gosource.Package
	info    *types.Info
	decl    *ast.FuncDecl
	lits    []*ast.FuncLit
	results []node // the functions around, the innermost last
}

// signature joins the parameters of a function, and its named results, with the
// parts of its value.
func (w *mover) signature(f node, sig *types.Signature) {
	for i := range min(sig.Params().Len(), maxParts) {
		w.join(node{of: sig.Params().At(i).Origin()}, node{of: f.of, part: paramPart + i})
	}
	for i := range min(sig.Results().Len(), maxParts) {
		if r := sig.Results().At(i); r.Name() != "" {
			w.join(node{of: r.Origin()}, node{of: f.of, part: resultPart + i})
		}
	}
}

func (w *mover) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if sig, ok := w.info.TypeOf(n).(*types.Signature); ok {
				w.signature(node{of: n}, sig)
			}
			w.results, w.lits = append(w.results, node{of: n}), append(w.lits, n)
			w.walk(n.Body)
			w.results, w.lits = w.results[:len(w.results)-1], w.lits[:len(w.lits)-1]
			return false
		case *ast.AssignStmt:
			w.assign(n.Lhs, n.Rhs)
			if len(n.Lhs) == 2 && withCancel(w.info, n) {
				ctx, ok := w.node(w.info, n.Lhs[0])
				cancel, ok2 := w.node(w.info, n.Lhs[1])
				if ok && ok2 {
					w.join(cancel, ctx)
					w.cancels = append(w.cancels, cancel)
				}
			}
		case *ast.ValueSpec:
			var left []ast.Expr
			for _, name := range n.Names {
				left = append(left, name)
			}
			w.assign(left, n.Values)
		case *ast.RangeStmt:
			w.loop(n)
		case *ast.SendStmt:
			w.into(n.Chan, n.Value)
		case *ast.ReturnStmt:
			w.returns(n)
		case *ast.CompositeLit:
			w.literal(n, node{})
		case *ast.CallExpr:
			w.call(n)
		}
		return true
	})
}

// moves reports whether values of the type are followed: channels, functions, what
// package sync and context offer, and containers of these.
func moves(t types.Type, depth int) bool {
	if t == nil || depth > 3 {
		return false
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		switch named.Obj().Pkg().Path() {
		case "sync", "context", "golang.org/x/sync/errgroup":
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return true
	case *types.Pointer:
		return moves(u.Elem(), depth+1)
	case *types.Slice:
		return moves(u.Elem(), depth+1)
	case *types.Array:
		return moves(u.Elem(), depth+1)
	case *types.Map:
		return moves(u.Elem(), depth+1)
	}
	return false
}

// flow joins the nodes of two expressions.
func (w *mover) flow(to, from ast.Expr) {
	if !moves(w.info.TypeOf(from), 0) {
		return
	}
	if p, ok := w.node(w.info, to); ok {
		w.value(p, from)
	}
}

// value joins a node with that of an expression, or with what a literal holds.
func (w *mover) value(to node, from ast.Expr) {
	if lit, ok := ast.Unparen(from).(*ast.CompositeLit); ok {
		w.literal(lit, to)
		return
	}
	if p, ok := w.node(w.info, from); ok {
		w.join(to, p)
	}
	call, ok := ast.Unparen(from).(*ast.CallExpr)
	if !ok || len(call.Args) < 2 || to.deep >= maxDeep {
		return
	}
	if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "append" {
		to.deep++
		for _, arg := range call.Args[1:] {
			w.value(to, arg)
		}
	}
}

// into joins what is in a container or a channel with a value that is put there.
func (w *mover) into(container, value ast.Expr) {
	if !moves(w.info.TypeOf(value), 0) {
		return
	}
	if p, ok := w.node(w.info, container); ok && p.deep < maxDeep {
		p.deep++
		w.value(p, value)
	}
}

func (w *mover) assign(left, right []ast.Expr) {
	if len(left) == len(right) {
		for i := range left {
			w.flow(left[i], right[i])
		}
		return
	}
	if len(right) != 1 {
		return
	}
	call, isCall := ast.Unparen(right[0]).(*ast.CallExpr)
	for i, l := range left {
		p, ok := w.node(w.info, l)
		if !ok || !moves(w.info.TypeOf(l), 0) {
			continue
		}
		if !isCall { // v, ok := <-c and the like
			if i == 0 {
				w.value(p, right[0])
			}
			continue
		}
		if from, ok := w.called(w.info, call, i); ok {
			w.join(p, from)
		}
	}
}

func (w *mover) loop(n *ast.RangeStmt) {
	value := n.Value
	if t := w.info.TypeOf(n.X); t != nil {
		if _, ok := t.Underlying().(*types.Chan); ok {
			value = n.Key
		}
	}
	if value == nil || !moves(w.info.TypeOf(value), 0) {
		return
	}
	to, ok := w.node(w.info, value)
	from, ok2 := w.node(w.info, n.X)
	if from.deep++; ok && ok2 && from.deep <= maxDeep {
		w.join(to, from)
	}
}

func (w *mover) returns(n *ast.ReturnStmt) {
	if len(w.results) == 0 {
		return
	}
	f := w.results[len(w.results)-1]
	for i, r := range n.Results {
		if i < maxParts && moves(w.info.TypeOf(r), 0) {
			w.value(node{of: f.of, part: resultPart + i}, r)
		}
	}
}

// literal joins the elements of a composite literal with fields, or with what is in
// the node that gets it.
func (w *mover) literal(n *ast.CompositeLit, to node) {
	t := w.info.TypeOf(n)
	if t == nil {
		return
	}
	elem, _ := deref(t)
	st, isStruct := elem.Underlying().(*types.Struct)
	for i, e := range n.Elts {
		var key ast.Expr
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			key, e = kv.Key, kv.Value
		}
		at := to
		at.deep++
		if isStruct {
			at = fieldNode(w.info, st, key, i)
		}
		if at.of != nil && at.deep <= maxDeep && moves(w.info.TypeOf(e), 0) {
			w.value(at, e)
		}
	}
}

func fieldNode(info *types.Info, st *types.Struct, key ast.Expr, i int) node {
	if id, ok := key.(*ast.Ident); ok {
		if v, ok := info.Uses[id].(*types.Var); ok {
			return node{of: v.Origin()}
		}
	}
	if key == nil && i < st.NumFields() {
		return node{of: st.Field(i).Origin()}
	}
	return node{}
}

// call joins arguments with parameters.
func (w *mover) call(call *ast.CallExpr) {
	if tv, ok := w.info.Types[call.Fun]; ok && (tv.IsType() || tv.IsBuiltin()) {
		return
	}
	w.started(call)
	f, ok := w.node(w.info, call.Fun)
	if !ok || f.part != 0 || f.deep != 0 {
		return
	}
	sig, ok := w.info.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return
	}
	if m, ok := f.of.(*types.Func); ok {
		w.implementations(m)
	}
	f = w.find(f)
	for i, arg := range call.Args {
		at := min(i, sig.Params().Len()-1)
		if at < 0 || at >= maxParts || !moves(w.info.TypeOf(arg), 0) || f.deep != 0 {
			continue
		}
		to := node{of: f.of, part: paramPart + at}
		if sig.Variadic() && at == sig.Params().Len()-1 && call.Ellipsis == token.NoPos {
			to.deep++
		}
		w.value(to, arg)
	}
}

// implementations joins a method of an interface with the methods of the program
// that it may be.
func (w *mover) implementations(m *types.Func) {
	for _, f := range w.eng.implementers(m) {
		w.join(node{of: m.Origin()}, node{of: f.Origin()})
	}
}

// started notes who starts goroutines by a method Go.
func (w *mover) started(call *ast.CallExpr) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Go" || len(call.Args) != 1 || w.decl == nil {
		return
	}
	m, ok := w.info.Uses[sel.Sel].(*types.Func)
	if !ok || m.FullName() != "(*sync.WaitGroup).Go" {
		return
	}
	arg, ok := w.node(w.info, call.Args[0])
	if !ok {
		return
	}
	obj, _ := w.info.Defs[w.decl.Name].(*types.Func)
	fn := w.eng.world.Declared(obj)
	for _, lit := range w.lits {
		if fn != nil {
			fn = w.pkg.Literal(lit, fn)
		}
	}
	if fn != nil {
		w.goes = append(w.goes, goCall{fn: fn, sel: sel, at: call, arg: arg})
	}
}
