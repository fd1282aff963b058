package valuefield

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// use judges a use of the field: what it points to is looked at or called, or a pointer to it is
// lent.
func (f *field) use(id inspector.Cursor) bool {
	if id.ParentEdgeKind() == edge.KeyValueExpr_Key {
		return true // made has judged it
	}
	if id.ParentEdgeKind() != edge.SelectorExpr_Sel {
		return false
	}
	use := id.Parent()
	cur := outermost(use)
	switch n := cur.Parent().Node().(type) {
	case *ast.SelectorExpr:
		return f.selected(cur.Parent())
	case *ast.StarExpr:
		return f.plain(n) && f.followed(cur.Parent())
	case *ast.AssignStmt:
		if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
			return f.given[n]
		}
		return n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) &&
			f.local(n.Lhs[cur.ParentEdgeIndex()]) && f.pointer(use)
	case *ast.ValueSpec:
		return n.Type == nil && len(n.Names) == len(n.Values) &&
			f.local(n.Names[cur.ParentEdgeIndex()]) && f.pointer(use)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args &&
			f.argument(cur.Parent(), cur.ParentEdgeIndex()) && f.pointer(use)
	}
	return false
}

// followed has the field stand in the place of what it points to, also in that of (*x.f).
func (f *field) followed(star inspector.Cursor) bool {
	n := star.Node().(*ast.StarExpr)
	from, to := n.Pos(), n.End()
	if paren, ok := star.Parent().Node().(*ast.ParenExpr); ok {
		from, to = paren.Pos(), paren.End()
	}
	f.edits = append(f.edits, analysis.TextEdit{Pos: from, End: n.X.Pos()},
		analysis.TextEdit{Pos: n.X.End(), End: to})
	ref, ok := outermost(star).Parent().Node().(*ast.UnaryExpr)
	return !ok || ref.Op != token.AND
}

// outermost returns the place of an expression with all parentheses around it.
func outermost(cur inspector.Cursor) inspector.Cursor {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	return cur
}

// pointer has the address of the field stand in the place of its value.
func (f *field) pointer(use inspector.Cursor) bool {
	f.edits = append(f.edits, technique.Insert(use.Node().Pos(), "&"))
	return f.plain(use.Node())
}

// local judges a variable that a statement of a function declares for the pointer.
func (f *field) local(name ast.Expr) bool {
	id, ok := name.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := f.pass.TypesInfo.Defs[id].(*types.Var)
	if !ok || v.Parent() == f.pass.Pkg.Scope() {
		return false
	}
	for _, use := range technique.UsesOf(f.pass, v) {
		switch outermost(use).Parent().Node().(type) {
		case *ast.BinaryExpr:
			return false // compared
		}
	}
	return f.held(v)
}

// held reports whether a variable that holds the pointer is only used as long as the function
// around it runs, and given to others that do the same.
func (f *field) held(v *types.Var) bool {
	if f.seen[v] {
		return true
	}
	f.seen[v] = true
	for _, use := range technique.UsesOf(f.pass, v) {
		if !f.within(use, v) {
			return false
		}
		cur := outermost(use)
		switch cur.Parent().Node().(type) {
		case *ast.SelectorExpr:
			if !f.selected(cur.Parent()) {
				return false
			}
		case *ast.CallExpr:
			if cur.ParentEdgeKind() != edge.CallExpr_Args ||
				!f.argument(cur.Parent(), cur.ParentEdgeIndex()) {
				return false
			}
		case *ast.StarExpr:
		case *ast.BinaryExpr:
			f.compared = true
		default:
			return false
		}
	}
	return true
}

// within reports whether a use of a variable runs no later than the function that declares it.
func (f *field) within(use inspector.Cursor, v *types.Var) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		if lit.Node().Pos() < v.Pos() {
			break
		}
		if !effects.RunsWithin(f.pass, lit) {
			return false
		}
	}
	return true
}

// selected judges x.g and x.m, where x is what the field points to. A goroutine would keep more
// than before, as would a method that keeps its receiver.
func (f *field) selected(cur inspector.Cursor) bool {
	sel := f.pass.TypesInfo.Selections[cur.Node().(*ast.SelectorExpr)]
	if sel == nil || sel.Kind() == types.FieldVal {
		return sel != nil
	}
	fn := sel.Obj().(*types.Func)
	if cur.ParentEdgeKind() == edge.CallExpr_Fun &&
		cur.Parent().ParentEdgeKind() == edge.GoStmt_Call {
		return false
	}
	decl := technique.DeclOf(f.pass, fn)
	if decl == nil || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 {
		return true
	}
	recv, ok := f.pass.TypesInfo.Defs[decl.Recv.List[0].Names[0]].(*types.Var)
	if !ok {
		return true // _
	}
	if _, pointer := types.Unalias(recv.Type()).(*types.Pointer); !pointer {
		return true
	}
	return f.held(recv)
}

// argument judges a call that gets the pointer.
func (f *field) argument(cur inspector.Cursor, index int) bool {
	info := f.pass.TypesInfo
	call := cur.Node().(*ast.CallExpr)
	if tv := info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() ||
		cur.ParentEdgeKind() == edge.GoStmt_Call {
		return false
	}
	fn, ok := technique.Func(info, call)
	if !ok {
		return true
	}
	decl := technique.DeclOf(f.pass, fn)
	if decl == nil {
		return true
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok && info.Selections[sel] != nil &&
		info.Selections[sel].Kind() == types.MethodExpr {
		return false
	}
	sig := info.Defs[decl.Name].(*types.Func).Signature()
	if sig.Variadic() && index >= sig.Params().Len()-1 || index >= sig.Params().Len() {
		return false
	}
	return f.held(sig.Params().At(index))
}
