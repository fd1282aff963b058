package passdown

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// gathers finds the slice, and reports whether all that is done with it is to
// append and to return it.
func (w *walker) gathers() bool {
	if w.out = w.fn.Signature().Results().At(0); !usable(w.out) {
		if !w.declared() {
			return false
		}
	}
	for use := range w.cur.Preorder((*ast.Ident)(nil)) {
		id := use.Node().(*ast.Ident)
		obj := w.pass.TypesInfo.ObjectOf(id)
		if obj != types.Object(w.out) {
			if id.Name == w.out.Name() && !isField(obj) {
				return false // it would mean the slice
			}
			continue
		}
		if w.pass.TypesInfo.Defs[id] == nil && !w.use(use) {
			return false
		}
	}
	return w.called && w.first != nil
}

func isField(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && v.IsField()
}

// declared finds the variable that the function returns, declared as nil in the
// list of the body's statements.
func (w *walker) declared() bool {
	for ret := range w.cur.Preorder((*ast.ReturnStmt)(nil)) {
		if v := w.returned(ret.Node().(*ast.ReturnStmt)); v != nil {
			w.out = v
			break
		}
	}
	for stmt := range w.cur.Preorder((*ast.DeclStmt)(nil), (*ast.AssignStmt)(nil)) {
		if stmt.ParentEdgeKind() != edge.BlockStmt_List ||
			stmt.Parent().Node() != ast.Node(w.decl.Body) {
			continue
		}
		if elems, ok := w.begins(stmt.Node()); ok {
			w.made = stmt
			w.begin(stmt.Node(), elems)
			return types.Identical(w.out.Type(), w.fn.Signature().Results().At(0).Type())
		}
	}
	return false
}

// returned matches return v and return append(v, ...).
func (w *walker) returned(ret *ast.ReturnStmt) *types.Var {
	if len(ret.Results) != 1 {
		return nil
	}
	e := ret.Results[0]
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) > 0 &&
		technique.IsBuiltin(w.pass.TypesInfo, call, "append") {
		e = call.Args[0]
	}
	v, _ := technique.Variable(w.pass.TypesInfo, e)
	return v
}

// begins matches the declaration of the slice, nil or with some elements.
func (w *walker) begins(n ast.Node) (elems []ast.Expr, ok bool) {
	v, _, value := technique.Declared(w.pass.TypesInfo, n)
	if v == nil || v != w.out {
		return nil, false
	}
	if _, isVar := n.(*ast.DeclStmt); isVar {
		return nil, value == nil
	}
	return w.elements(value)
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

// begin replaces the declaration: the slice is a parameter now.
func (w *walker) begin(n ast.Node, elems []ast.Expr) {
	if len(elems) == 0 {
		w.edits = append(w.edits, technique.Remove(w.pass, n))
		return
	}
	as := n.(*ast.AssignStmt)
	w.appended(as.Rhs[0])
	text := technique.Text(w.pass, &span{elems[0].Pos(), elems[len(elems)-1].End()})
	w.edits = append(w.edits, technique.Replace(n,
		w.out.Name()+" = append("+w.out.Name()+", "+text+")"))
}

// span is a part of a file.
type span struct{ from, to token.Pos }

func (s *span) Pos() token.Pos { return s.from }
func (s *span) End() token.Pos { return s.to }

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
			w.appending(n.Rhs[0])
	case *ast.CallExpr:
		if n.Args[0] != use.Node() || !w.appending(n) {
			return false
		}
		return w.grown(use.Parent(), n)
	}
	return false
}

// appending matches append(v, ...).
func (w *walker) appending(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && technique.IsBuiltin(w.pass.TypesInfo, call, "append") &&
		technique.Names(w.pass.TypesInfo, call.Args[0], w.out)
}

// grown judges append(v, ...), which must go back into v or be returned, and
// has the function append where it appends what it returns itself.
func (w *walker) grown(at inspector.Cursor, call *ast.CallExpr) bool {
	switch n := at.Parent().Node().(type) {
	case *ast.AssignStmt:
		id, ok := n.Lhs[0].(*ast.Ident)
		if !ok || len(n.Lhs) != 1 || n.Tok != token.ASSIGN ||
			w.pass.TypesInfo.Uses[id] != types.Object(w.out) {
			return false
		}
	case *ast.ReturnStmt:
	default:
		return false
	}
	w.appended(call)
	if call.Ellipsis.IsValid() {
		if self, ok := w.self(call.Args[1]); ok {
			w.edits = append(w.edits, w.handDown(call, self))
		}
	}
	return true
}

func (w *walker) appended(n ast.Node) {
	if w.first == nil {
		w.first = n
		return
	}
	w.appends = append(w.appends, n)
}

// self matches a call of the function itself.
func (w *walker) self(e ast.Expr) (*ast.CallExpr, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	fn, ok := technique.Func(w.pass.TypesInfo, call)
	if !ok || fn.Origin() != w.fn {
		return nil, false
	}
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return call, true
	case *ast.SelectorExpr:
		sel := w.pass.TypesInfo.Selections[f]
		return call, sel != nil && sel.Kind() == types.MethodVal && len(sel.Index()) == 1
	}
	return nil, false
}

// handDown replaces whole, which appends what call returns, by a call of the
// function that appends.
func (w *walker) handDown(whole ast.Node, call *ast.CallExpr) analysis.TextEdit {
	w.called = true
	fun := twinMark
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		fun = technique.Text(w.pass, sel.X) + "." + twinMark
	}
	args := w.out.Name()
	if len(call.Args) > 0 {
		args += ", " + technique.Text(w.pass, &span{call.Args[0].Pos(),
			call.Args[len(call.Args)-1].End()})
	}
	if call.Ellipsis.IsValid() {
		args += "..."
	}
	return technique.Replace(whole, fun+"("+args+")")
}
