package reuseinput

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// source returns the string that loops of the function make out of: the only
// one that they range over or index, which the function does not assign to.
func source(pass *analysis.Pass, fn inspector.Cursor, out *types.Var) *types.Var {
	var found *types.Var
	for loop := range fn.Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if !technique.InFunc(loop, fn) ||
			!technique.Assigned(pass.TypesInfo, loop.Node(), out) {
			continue
		}
		for _, s := range looked(pass, loop) {
			if found != nil && s != found {
				return nil // which of them?
			}
			found = s
		}
	}
	if found == nil || !unassigned(pass, fn, found) {
		return nil
	}
	return found
}

// looked returns the strings whose bytes or runes a loop looks at.
func looked(pass *analysis.Pass, loop inspector.Cursor) []*types.Var {
	var list []*types.Var
	add := func(e ast.Expr) {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok || !types.Identical(pass.TypesInfo.TypeOf(id), types.Typ[types.String]) {
			return
		}
		if v, ok := pass.TypesInfo.Uses[id].(*types.Var); ok && v.Parent() != pass.Pkg.Scope() {
			list = append(list, v)
		}
	}
	for cur := range loop.Preorder((*ast.RangeStmt)(nil), (*ast.IndexExpr)(nil),
		(*ast.CallExpr)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.RangeStmt:
			add(n.X)
		case *ast.IndexExpr:
			add(n.X)
		case *ast.CallExpr:
			if technique.IsBuiltin(pass.TypesInfo, n, "len") {
				add(n.Args[0])
			}
		}
	}
	return list
}

// unassigned reports whether nothing but its declaration assigns to v.
func unassigned(pass *analysis.Pass, fn inspector.Cursor, v *types.Var) bool {
	for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.UnaryExpr)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && pass.TypesInfo.Uses[id] == v {
					return false // not its definition
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && pass.TypesInfo.Uses[id] == v {
					return false
				}
			}
		case *ast.UnaryExpr:
			if technique.Assigned(pass.TypesInfo, n, v) {
				return false // its address is taken
			}
		}
	}
	return true
}
