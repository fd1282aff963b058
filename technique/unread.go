package technique

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// ErrorUnread reports whether nothing is asked about the error that a call returns last but
// whether it is nil, and the function goes on where it is not: to fail is not rare then.
func ErrorUnread(pass *analysis.Pass, call inspector.Cursor) bool {
	if comparedToNil(pass, call) {
		return !givesUp(pass, call)
	}
	id, dropped := errorOf(pass, call)
	if id == nil {
		return dropped
	}
	v, ok := pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Kind() == types.ResultVar {
		return false
	}
	uses, ok := LocalUses(pass, v)
	for _, use := range uses {
		if use.ParentEdgeKind() != edge.AssignStmt_Lhs &&
			(!comparedToNil(pass, use) || givesUp(pass, use)) {
			return false
		}
	}
	return ok
}

// errorOf returns the name to which a statement of a function gives the last result of a call, or
// nil where it has none, or is dropped.
func errorOf(pass *analysis.Pass, call inspector.Cursor) (id *ast.Ident, dropped bool) {
	var names []*ast.Ident
	switch n := call.Parent().Node().(type) {
	case *ast.ExprStmt:
		return nil, true
	case *ast.AssignStmt:
		if len(n.Rhs) != 1 {
			return nil, false
		}
		names = make([]*ast.Ident, 0, len(n.Lhs))
		for _, left := range n.Lhs {
			id, _ := left.(*ast.Ident)
			names = append(names, id)
		}
	case *ast.ValueSpec:
		if _, local := EnclosingFunc(call); local && len(n.Values) == 1 {
			names = n.Names
		}
	}
	if len(names) == 0 {
		return nil, false
	}
	if id = names[len(names)-1]; id != nil && id.Name == "_" {
		return nil, true
	}
	return id, false
}

// givesUp reports whether a function returns an error of its own where a comparison with nil finds
// one: then that is rare.
func givesUp(pass *analysis.Pass, compared inspector.Cursor) bool {
	for up := range compared.Enclosing((*ast.IfStmt)(nil)) {
		n := up.Node().(*ast.IfStmt)
		if compared.Node().Pos() > n.Cond.End() ||
			compared.Parent().Node().(*ast.BinaryExpr).Op == token.EQL {
			return false
		}
		if len(n.Body.List) == 0 {
			return false
		}
		ret, ok := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt)
		return ok && slices.ContainsFunc(ret.Results, func(e ast.Expr) bool {
			return IsFailure(pass.TypesInfo, e)
		})
	}
	return false
}

// comparedToNil reports whether all that happens to an expression is that it is compared to nil.
func comparedToNil(pass *analysis.Pass, cur inspector.Cursor) bool {
	e, ok := cur.Parent().Node().(*ast.BinaryExpr)
	return ok && (e.Op == token.EQL || e.Op == token.NEQ) &&
		(pass.TypesInfo.Types[e.X].IsNil() || pass.TypesInfo.Types[e.Y].IsNil())
}
