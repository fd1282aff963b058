package passdown

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// gathers finds the slice, and reports whether all that is done with it is to
// append and to return it. Where no variable is returned, there is none.
func (w *walker) gathers() bool {
	results := w.fn.Signature().Results()
	if w.out = results.At(0); !usable(w.out) {
		if w.out = w.returnedVariable(); w.out == nil {
			w.name = w.unused("out")
			return true
		}
		if !w.declared() {
			return false
		}
	}
	w.name = w.out.Name()
	for use := range w.cur.Preorder((*ast.Ident)(nil)) {
		id := use.Node().(*ast.Ident)
		obj := w.pass.TypesInfo.ObjectOf(id)
		if obj != types.Object(w.out) {
			if id.Name == w.name && !isField(obj) {
				return false // it would mean the slice
			}
			continue
		}
		if w.pass.TypesInfo.Defs[id] == nil && !w.use(use) {
			return false
		}
	}
	return true
}

// unused returns a name that the function does not have, which begins as base.
func (w *walker) unused(base string) string {
	for id := range w.cur.Preorder((*ast.Ident)(nil)) {
		if id.Node().(*ast.Ident).Name == base {
			return technique.FreshName(w.pass, technique.FileOf(w.pass, w.decl.Pos()), base)
		}
	}
	return base
}

func isField(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && v.IsField()
}

// returnedVariable finds the variable that the function returns.
func (w *walker) returnedVariable() *types.Var {
	for ret := range w.cur.Preorder((*ast.ReturnStmt)(nil)) {
		if results := ret.Node().(*ast.ReturnStmt).Results; len(results) > 0 && !inLiteral(ret) {
			if v, _ := technique.Variable(w.pass.TypesInfo, w.innermost(results[0])); v != nil {
				return v
			}
		}
	}
	return nil
}

// innermost returns to what append appends in the end: v of append(append(v, a), b).
func (w *walker) innermost(e ast.Expr) ast.Expr {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok || !technique.IsBuiltin(w.pass.TypesInfo, call, "append") {
			return ast.Unparen(e)
		}
		e = call.Args[0]
	}
}

// declared finds where the slice is declared, in the list of the body's statements.
func (w *walker) declared() bool {
	if !types.Identical(w.out.Type(), w.fn.Signature().Results().At(0).Type()) {
		return false
	}
	for stmt := range w.cur.Preorder((*ast.DeclStmt)(nil), (*ast.AssignStmt)(nil)) {
		v, _, value := technique.Declared(w.pass.TypesInfo, stmt.Node())
		if v == nil || v != w.out {
			continue
		}
		w.made, w.name = stmt, v.Name()
		return stmt.ParentEdgeKind() == edge.BlockStmt_List &&
			stmt.Parent().Node() == ast.Node(w.decl.Body) && w.begins(stmt.Node(), value)
	}
	return false
}

// begins replaces the declaration of the slice, which is a parameter now. It begins as nil, as
// an empty one, with some elements, or with what the function returns for a part.
func (w *walker) begins(n ast.Node, value ast.Expr) bool {
	if value == nil {
		w.edits = append(w.edits, technique.Remove(w.pass, n))
		return true
	}
	as, ok := n.(*ast.AssignStmt)
	if !ok {
		return false
	}
	if typ, ok := w.empty(value); ok {
		w.base = technique.Text(w.pass, typ) + "{}"
		w.guards = w.guarding()
		w.edits = append(w.edits, technique.Remove(w.pass, as))
		return technique.ResolvesSameAt(w.pass, typ, w.decl.Body.Lbrace+1) &&
			!technique.Commented(w.pass, as)
	}
	text, ok := w.gather(value)
	w.edits = append(w.edits, technique.Replace(n, w.name+" = "+text))
	return ok
}

// empty matches an empty slice that is not nil, and returns its type.
//
//	[]T{}, make([]T, 0), make([]T, 0, n)
func (w *walker) empty(e ast.Expr) (typ ast.Expr, ok bool) {
	info := w.pass.TypesInfo
	if _, slice := info.TypeOf(e).Underlying().(*types.Slice); !slice {
		return nil, false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return e.Type, len(e.Elts) == 0 && e.Type != nil
	case *ast.CallExpr:
		if !technique.IsBuiltin(info, e, "make") || !technique.IsInt(info, e.Args[1], 0) {
			return nil, false
		}
		return e.Args[0], len(e.Args) == 2 || technique.Pure(info, e.Args[2])
	}
	return nil, false
}

// guarding returns the statements with which the body begins that return nil, and ask for that
// only what can be asked twice.
//
//	if n == nil { return nil }
func (w *walker) guarding() (list []ast.Stmt) {
	for _, stmt := range w.decl.Body.List {
		s, ok := stmt.(*ast.IfStmt)
		if !ok || s.Init != nil || s.Else != nil || len(s.Body.List) != 1 ||
			!w.asksAgain(s.Cond) || technique.Commented(w.pass, s) {
			break
		}
		ret, ok := s.Body.List[0].(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 || !w.pass.TypesInfo.Types[ret.Results[0]].IsNil() ||
			len(ret.Results) > 1 && !w.pass.TypesInfo.Types[ret.Results[1]].IsNil() {
			break
		}
		list = append(list, stmt)
	}
	return list
}

// asksAgain reports whether a condition may be asked twice.
func (w *walker) asksAgain(cond ast.Expr) bool {
	if c, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok {
		return w.asksAgain(c.X) && w.asksAgain(c.Y)
	}
	return w.pass.TypesInfo.Types[cond].IsNil() || technique.Pure(w.pass.TypesInfo, cond)
}

// elements returns those of a literal that is not empty.
func (w *walker) elements(e ast.Expr) ([]ast.Expr, bool) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || len(lit.Elts) == 0 {
		return nil, false
	}
	for _, elem := range lit.Elts {
		switch elem := elem.(type) {
		case *ast.KeyValueExpr:
			return nil, false
		case *ast.CompositeLit:
			if elem.Type == nil {
				return nil, false // append does not know its type
			}
		}
	}
	_, isSlice := w.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Slice)
	return lit.Elts, isSlice
}

// use judges one use of the slice: v = append(v, ...) and return v.
func (w *walker) use(use inspector.Cursor) bool {
	if inLiteral(use) {
		return false
	}
	switch n := use.Parent().Node().(type) {
	case *ast.ReturnStmt:
		return true // see returns
	case *ast.AssignStmt:
		// The left side of what the next case sees on the right.
		return len(n.Lhs) == 1 && n.Tok == token.ASSIGN && n.Lhs[0] == use.Node() &&
			n.Rhs[0] != use.Node() &&
			technique.Names(w.pass.TypesInfo, w.innermost(n.Rhs[0]), w.out)
	case *ast.CallExpr:
		return n.Args[0] == use.Node() && w.grown(use)
	}
	return false
}

// grown judges append(v, ...), which must go back into v or be returned, and
// has the function append where it appends what it returns itself.
func (w *walker) grown(use inspector.Cursor) bool {
	at := use
	for {
		call, ok := at.Parent().Node().(*ast.CallExpr)
		if !ok {
			break
		}
		if !technique.IsBuiltin(w.pass.TypesInfo, call, "append") || call.Args[0] != at.Node() {
			return false
		}
		at = at.Parent()
	}
	if at == use {
		return false
	}
	whole := at.Node().(ast.Expr)
	switch n := at.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || n.Tok != token.ASSIGN ||
			!technique.Names(w.pass.TypesInfo, n.Lhs[0], w.out) {
			return false
		}
		if w.received(at.Parent(), whole.(*ast.CallExpr)) {
			return true
		}
	case *ast.ReturnStmt:
	default:
		return false
	}
	called := w.called
	w.called = false
	text, ok := w.gather(whole)
	if w.called {
		w.edits = append(w.edits, technique.Replace(whole, text))
		ok = ok && !technique.Commented(w.pass, whole)
	}
	w.called = w.called || called
	return ok
}

// gather returns an expression as one that appends to the slice.
//
//	have: append(append(walk(n.left), n.value), walk(n.right)...)
//	want: appendWalk(append(appendWalk(out, n.left), n.value), n.right)
func (w *walker) gather(e ast.Expr) (text string, ok bool) {
	info := w.pass.TypesInfo
	e = ast.Unparen(e)
	if info.Types[e].IsNil() || w.out != nil && technique.Names(info, e, w.out) {
		return w.name, true
	}
	call, isCall := e.(*ast.CallExpr)
	if isCall && w.self(call) {
		w.appended(call)
		return w.handDown(w.name, call), true
	}
	if !types.Identical(info.TypeOf(e), w.fn.Signature().Results().At(0).Type()) {
		return "", false
	}
	if elems, ok := w.elements(e); ok {
		w.appended(e)
		return "append(" + w.name + ", " + w.list(elems) + ")", true
	}
	if _, ok := w.empty(e); ok {
		return w.name, w.base != "nil"
	}
	switch {
	case !isCall:
		return "", false
	case info.Types[call.Fun].IsType():
		return w.name, info.Types[call.Args[0]].IsNil() && w.base == "nil"
	case !technique.IsBuiltin(info, call, "append"):
		return "", false
	}
	text, ok = w.gather(call.Args[0])
	w.appended(call)
	if len(call.Args) == 1 {
		return text, ok
	}
	if !call.Ellipsis.IsValid() {
		return "append(" + text + ", " + w.list(call.Args[1:]) + ")", ok
	}
	if part, is := ast.Unparen(call.Args[1]).(*ast.CallExpr); is && w.self(part) {
		return w.handDown(text, part), ok
	}
	return "append(" + text + ", " + w.list(call.Args[1:]) + "...)", ok
}

func (w *walker) list(elems []ast.Expr) string {
	return technique.Text(w.pass, technique.Span{From: elems[0].Pos(),
		To: elems[len(elems)-1].End()})
}

func (w *walker) appended(n ast.Node) {
	if w.first == nil {
		w.first = n
		return
	}
	w.appends = append(w.appends, n)
}

// self reports whether a call is one of the function itself.
func (w *walker) self(call *ast.CallExpr) bool {
	fn, ok := technique.Func(w.pass.TypesInfo, call)
	if !ok || fn.Origin() != w.fn {
		return false
	}
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := w.pass.TypesInfo.Selections[f]
		return sel != nil && sel.Kind() == types.MethodVal && len(sel.Index()) == 1
	}
	return false
}

// handDown returns the call of the new function in the place of one of the old one, with what it
// appends to.
func (w *walker) handDown(to string, call *ast.CallExpr) string {
	w.called = true
	fun := twinMark
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		fun = technique.Text(w.pass, sel.X) + "." + twinMark
	}
	args := to
	if len(call.Args) > 0 {
		args += ", " + w.list(call.Args)
	}
	if call.Ellipsis.IsValid() {
		args += "..."
	}
	return fun + "(" + args + ")"
}
