package textroom

import (
	"go/ast"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// once reports whether a use runs at most once for each time that the slice begins: in a loop
// around both, the slice begins in any case.
func (t *text) once(use inspector.Cursor) bool {
	return !technique.Repeated(use, t.at) && !technique.HasGoto(t.pass, t.fn.Node()) &&
		(t.list.Contains(use) || !technique.Repeated(use, t.v.Pos()))
}

// handsOn adds what the last statement that uses the slice appends to it, and hands to a call or
// gives another name. It reports whether there is such a statement.
//
//	w.Write(append(head, data...)), frame := append(head, data...), return f(append(head, x))
func (t *text) handsOn(stmt inspector.Cursor) bool {
	uses, ok := technique.LocalUses(t.pass, t.v)
	if !ok || len(uses) == 0 {
		return false
	}
	use := uses[len(uses)-1]
	if !stmt.Contains(use) || !t.once(use) || !simple(stmt, use) {
		return false
	}
	for _, other := range uses[:len(uses)-1] {
		if stmt.Contains(other) {
			return false
		}
	}
	last := technique.Grown(t.pass, use)
	call, ok := last.Node().(*ast.CallExpr)
	if !ok || last == use {
		return false
	}
	switch last.ParentEdgeKind() {
	case edge.CallExpr_Args, edge.AssignStmt_Rhs:
	default:
		return false
	}
	var calls []*ast.CallExpr // the innermost first
	for e := call; ; {
		calls = append([]*ast.CallExpr{e}, calls...)
		inner, ok := ast.Unparen(e.Args[0]).(*ast.CallExpr)
		if !ok {
			break
		}
		e = inner
	}
	for _, e := range calls {
		if !t.add(e) {
			return true
		}
	}
	t.final, t.returned = call, true
	return true
}

// simple reports whether a use lies in the part of a statement that runs first, and runs once.
func simple(stmt, use inspector.Cursor) bool {
	fn, _ := technique.EnclosingFunc(stmt)
	if !technique.InFunc(use, fn) {
		return false
	}
	switch n := stmt.Node().(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.ReturnStmt:
		return true
	case *ast.IfStmt:
		return n.Init != nil && n.Init.Pos() <= use.Node().Pos() && use.Node().End() <= n.Init.End()
	}
	return false
}
