package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// FollowedBefore reports whether what surely runs before a statement, in the function around it,
// selects a field of what a pointer points to, which is not nil then. That the pointer still has
// its value is for the caller to know.
//
//	n := p.size; stmt
//	if p.size > 0 { stmt }
func FollowedBefore(pass *analysis.Pass, stmt inspector.Cursor, p *types.Var) bool {
	for fn := range stmt.Enclosing((*ast.FuncDecl)(nil)) {
		if HasGoto(pass, fn.Node()) {
			return false
		}
	}
	for at := stmt; ; at = at.Parent() {
		switch at.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl, *ast.File:
			return false
		}
		if at.ParentEdgeKind() == edge.IfStmt_Body &&
			follows(pass.TypesInfo, at.Parent().Node().(*ast.IfStmt).Cond, p) {
			return true
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

// follows reports whether a field of what p points to is selected whenever n runs. In a constant,
// as the length of an array is one, nothing is.
func follows(info *types.Info, n ast.Node, p *types.Var) bool {
	if n == nil {
		return false
	}
	constant := make(map[ast.Node]bool)
	for n := range ast.Preorder(n) {
		e, ok := n.(ast.Expr)
		if !ok || info.Types[e].Value == nil {
			continue
		}
		for part := range ast.Preorder(e) {
			constant[part] = true
		}
	}
	return Surely(n, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || constant[sel] || !Names(info, sel.X, p) {
			return false
		}
		s := info.Selections[sel]
		return s != nil && s.Kind() == types.FieldVal
	})
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
