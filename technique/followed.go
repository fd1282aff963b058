package technique

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// NotNil reports whether a pointer that a variable of a function holds is surely not nil where a
// statement runs: it holds the address of something from the beginning, or the function follows it
// before; and it is not given another value.
func NotNil(pass *analysis.Pass, v *types.Var, stmt inspector.Cursor) bool {
	switch e := ast.Unparen(OnlyValue(pass, v)).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return true
		}
	case *ast.CallExpr:
		if IsBuiltin(pass.TypesInfo, e, "new") {
			return true
		}
	}
	for fn := range stmt.Enclosing((*ast.FuncDecl)(nil)) {
		return KeepsValue(pass, v, fn.Node()) && FollowedBefore(pass, stmt, v)
	}
	return false
}

// FollowedBefore reports whether what surely runs before a statement, in the function around it,
// selects a field of what a pointer points to, or reads or writes all of it: the pointer
// is not nil then. That it still has its value is for the caller to know.
//
//	n := p.size; stmt
//	c := *p; stmt
//	if p.size > 0 { stmt }
func FollowedBefore(pass *analysis.Pass, stmt inspector.Cursor, p *types.Var) bool {
	if GotoAround(pass, stmt) {
		return false
	}
	for at := stmt; ; at = at.Parent() {
		switch at.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl, *ast.File:
			return false
		}
		for _, n := range runsAhead(pass.TypesInfo, at) {
			if follows(pass.TypesInfo, n, p) {
				return true
			}
		}
		if !InList(at) {
			continue
		}
		for prev, ok := at.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
			if follows(pass.TypesInfo, runsFirst(prev.Node()), p) {
				return true
			}
		}
	}
}

// follows reports whether a field of what p points to is selected, or all of it is read or written,
// whenever n runs. In a constant, as the length of an array is one, nothing is, and &*p is p.
func follows(info *types.Info, n ast.Node, p *types.Var) bool {
	if n == nil {
		return false
	}
	constant := make(map[ast.Node]bool)
	for n := range ast.Preorder(n) {
		if addr, ok := n.(*ast.UnaryExpr); ok && addr.Op == token.AND {
			if star, ok := ast.Unparen(addr.X).(*ast.StarExpr); ok {
				constant[star] = true
			}
		}
		e, ok := n.(ast.Expr)
		if !ok || info.Types[e].Value == nil && !sizes(info, e) {
			continue
		}
		for part := range ast.Preorder(e) {
			constant[part] = true
		}
	}
	return Surely(n, func(n ast.Node) bool {
		if star, ok := n.(*ast.StarExpr); ok {
			return !constant[star] && Names(info, star.X, p)
		}
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || constant[sel] || !Names(info, sel.X, p) {
			return false
		}
		s := info.Selections[sel]
		return s != nil && s.Kind() == types.FieldVal
	})
}

// sizes reports whether an expression asks for the size or place of what its operand would be, for
// which nothing is evaluated, although with a type parameter it is no constant.
func sizes(info *types.Info, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && (IsBuiltin(info, call, "Sizeof") || IsBuiltin(info, call, "Alignof") ||
		IsBuiltin(info, call, "Offsetof"))
}

// runsAhead returns what the statement around a body runs before it.
func runsAhead(info *types.Info, body inspector.Cursor) []ast.Node {
	switch n := body.Parent().Node().(type) {
	case *ast.IfStmt:
		switch body.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.IfStmt_Else:
			return []ast.Node{n.Init, n.Cond}
		}
	case *ast.ForStmt:
		if body.ParentEdgeKind() == edge.ForStmt_Body {
			return []ast.Node{n.Init, n.Cond}
		}
	case *ast.SwitchStmt:
		if body.ParentEdgeKind() == edge.SwitchStmt_Body {
			return []ast.Node{n.Init, n.Tag}
		}
	case *ast.RangeStmt:
		if body.ParentEdgeKind() != edge.RangeStmt_Body {
			break
		}
		switch info.TypeOf(n.X).Underlying().(type) {
		case *types.Array, *types.Pointer: // its length is a constant, for which nothing runs
		default:
			return []ast.Node{n.X}
		}
	}
	return nil
}

// runsFirst returns what of a statement of a list runs in any case; nil for nothing.
func runsFirst(stmt ast.Node) ast.Node {
	switch n := stmt.(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt:
		return n
	case *ast.IfStmt:
		if n.Init != nil {
			return n.Init
		}
		return n.Cond
	}
	return nil
}
