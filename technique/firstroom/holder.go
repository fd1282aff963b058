package firstroom

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// parts reports whether the package copies the struct that has a field, so that each copy grows by
// itself: a parameter or an element to whose field it appends, and a second variable.
//
//	func (s style) bold() style { s.codes = append(s.codes, "1"); return s }
//	clone := *s
func parts(pass *analysis.Pass, cur inspector.Cursor, sel *ast.SelectorExpr) bool {
	owner := pass.TypesInfo.TypeOf(sel.X)
	if p, ok := owner.Underlying().(*types.Pointer); ok {
		owner = p.Elem()
	}
	for _, use := range technique.UsesOf(pass, pass.TypesInfo.Uses[sel.Sel]) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel && growsCopy(pass, use.Parent()) {
			return true
		}
	}
	for e := range cur.Inspector().Root().Preorder((*ast.StarExpr)(nil), (*ast.Ident)(nil),
		(*ast.SelectorExpr)(nil), (*ast.IndexExpr)(nil)) {
		t := pass.TypesInfo.TypeOf(e.Node().(ast.Expr))
		if t != nil && second(e) && holds(t, owner) && !isType(pass, e) {
			return true
		}
	}
	return false
}

// growsCopy reports whether the package appends to a field of a parameter that is no pointer, or
// of what a range statement copies.
func growsCopy(pass *analysis.Pass, sel inspector.Cursor) bool {
	call, ok := sel.Parent().Node().(*ast.CallExpr)
	if !ok || sel.ParentEdgeKind() != edge.CallExpr_Args || sel.ParentEdgeIndex() > 0 ||
		!technique.IsBuiltin(pass.TypesInfo, call, "append") {
		return false
	}
	e := sel.Node().(ast.Expr)
	for {
		s, ok := e.(*ast.SelectorExpr)
		if !ok {
			break
		}
		if found := pass.TypesInfo.Selections[s]; found == nil || found.Indirect() {
			return false
		}
		e = ast.Unparen(s.X)
	}
	v, ok := technique.Variable(pass.TypesInfo, e)
	return ok && copied(pass, v, sel)
}

// copied reports whether a variable is a parameter, or the element of a range statement around cur.
func copied(pass *analysis.Pass, v *types.Var, cur inspector.Cursor) bool {
	for loop := range cur.Enclosing((*ast.RangeStmt)(nil)) {
		id, ok := loop.Node().(*ast.RangeStmt).Value.(*ast.Ident)
		if ok && pass.TypesInfo.ObjectOf(id) == v {
			return true
		}
	}
	return v.Kind() == types.ParamVar || v.Kind() == types.RecvVar
}

// isType reports whether an expression is the name of a type.
func isType(pass *analysis.Pass, cur inspector.Cursor) bool {
	return pass.TypesInfo.Types[cur.Node().(ast.Expr)].IsType()
}

// second reports whether an expression gives another variable its value.
func second(cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.ParenExpr_X:
		return second(cur.Parent())
	case edge.ValueSpec_Values:
		return true
	case edge.AssignStmt_Rhs:
		n := cur.Parent().Node().(*ast.AssignStmt)
		return len(n.Lhs) == len(n.Rhs) && !technique.IsBlank(n.Lhs[cur.ParentEdgeIndex()])
	}
	_, star := cur.Node().(*ast.StarExpr)
	return star && cur.ParentEdgeKind() != edge.AssignStmt_Lhs &&
		cur.ParentEdgeKind() != edge.SelectorExpr_X
}

// holds reports whether a value of a type has a struct in it.
func holds(t, owner types.Type) bool {
	if types.Identical(t, owner) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if holds(f.Type(), owner) {
				return true
			}
		}
	case *types.Array:
		return holds(t.Elem(), owner)
	}
	return false
}
