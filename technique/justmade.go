package technique

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// JustMade reports whether the statement before another one declares x as a struct, or as a
// pointer to a new one, whose field has nothing yet. Between them there may be assignments to
// other fields of x.
func JustMade(pass *analysis.Pass, stmt inspector.Cursor, x, field *types.Var) bool {
	info := pass.TypesInfo
	if !InList(stmt) {
		return false
	}
	before, ok := stmt.PrevSibling()
	for ok && otherField(info, before, x, field) {
		before, ok = before.PrevSibling()
	}
	if !ok || !InList(before) {
		return false
	}
	v, _, value := Declared(info, before.Node())
	if v != x {
		return false
	}
	value = ast.Unparen(value)
	if ref, ok := value.(*ast.UnaryExpr); ok && ref.Op == token.AND {
		value = ref.X
	}
	switch e := value.(type) {
	case nil: // var x T
		_, pointer := v.Type().Underlying().(*types.Pointer)
		return !pointer
	case *ast.CallExpr:
		return IsBuiltin(info, e, "new")
	case *ast.CompositeLit:
		return !slices.ContainsFunc(e.Elts, func(elem ast.Expr) bool {
			kv, ok := elem.(*ast.KeyValueExpr)
			return !ok || info.Uses[kv.Key.(*ast.Ident)] == types.Object(field)
		})
	}
	return false
}

// otherField reports whether a statement assigns to another field of x something for which x
// is not asked.
func otherField(info *types.Info, stmt inspector.Cursor, x, field *types.Var) bool {
	as, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	sel, ok := as.Lhs[0].(*ast.SelectorExpr)
	return ok && Names(info, sel.X, x) && info.Uses[sel.Sel] != types.Object(field) &&
		!Uses(info, as.Rhs[0], x)
}
