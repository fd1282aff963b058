package bytesstring

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// found reports whether the upper bound of a slice is what was found in just
// that text, so that it cannot lie behind the end: i of x[:i] where
// i := strings.Index(x, y), and neither is changed.
func (t *trail) found(n *ast.SliceExpr) bool {
	x, ok := t.once(n.X)
	if !ok {
		return false
	}
	i, ok := t.once(n.High)
	if !ok {
		return false
	}
	for cur := range t.fn.Preorder((*ast.AssignStmt)(nil)) {
		as := cur.Node().(*ast.AssignStmt)
		if len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			continue
		}
		id, ok := as.Lhs[0].(*ast.Ident)
		if !ok || t.pass.TypesInfo.Defs[id] != i {
			continue
		}
		call, ok := as.Rhs[0].(*ast.CallExpr)
		if !ok || !t.finds(call) {
			return false
		}
		text, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
		return ok && t.pass.TypesInfo.Uses[text] == x
	}
	return false
}

// finds reports whether the call looks for something in its first argument.
func (t *trail) finds(call *ast.CallExpr) bool {
	pkg, name, ok := t.packageFunc(call)
	return ok && (pkg == "strings" || pkg == "bytes") && len(call.Args) == 2 &&
		(strings.HasPrefix(name, "Index") || strings.HasPrefix(name, "LastIndex"))
}

// once returns the variable of the function that e is, when nothing is
// assigned to it after its declaration.
func (t *trail) once(e ast.Expr) (types.Object, bool) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil, false
	}
	v, ok := t.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Pos() < t.fn.Node().Pos() || t.fn.Node().End() <= v.Pos() {
		return nil, false
	}
	for cur := range t.fn.Preorder((*ast.Ident)(nil)) {
		if t.pass.TypesInfo.Uses[cur.Node().(*ast.Ident)] == v && stored(cur) {
			return nil, false
		}
	}
	return v, true
}

// stored reports whether the expression at cur is assigned to, or its address
// taken.
func stored(cur inspector.Cursor) bool {
	for {
		if _, ok := cur.Parent().Node().(*ast.ParenExpr); !ok {
			break
		}
		cur = cur.Parent()
	}
	switch kind, _ := cur.ParentEdge(); kind {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return true
	case edge.UnaryExpr_X:
		return cur.Parent().Node().(*ast.UnaryExpr).Op == token.AND
	}
	return false
}
