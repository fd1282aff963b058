package structkey

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// ordered reports whether the operands of a key have the values where the map takes them that they
// had where their text was made: nothing that the statement evaluates meanwhile changes them.
//
//	m[strconv.Itoa(n)] = next(&n)
func (m *keyed) ordered(k *key) bool {
	cur, ok := technique.Find(m.pass, k.expr)
	if !ok {
		return false
	}
	stmt := evaluated(cur)
	if m.quiet(stmt, k.expr) {
		return true
	}
	for _, e := range k.operands {
		if !m.keeps(e, stmt) {
			return false
		}
	}
	return true
}

// evaluated returns the statement around an expression; of one that has a body, the expression in
// it.
func evaluated(cur inspector.Cursor) ast.Node {
	for {
		switch n := cur.Parent().Node().(type) {
		case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt, *ast.ReturnStmt, *ast.SendStmt,
			*ast.DeferStmt, *ast.GoStmt, *ast.GenDecl:
			return n
		case ast.Stmt, *ast.FuncDecl, *ast.FuncLit:
			return cur.Node()
		}
		cur = cur.Parent()
	}
}

// quiet reports whether a statement waits for nothing and calls nothing with effects, but for what
// makes a key, and what gets it.
func (m *keyed) quiet(stmt ast.Node, key ast.Expr) bool {
	for n := range ast.Preorder(stmt) {
		apart := n.End() <= key.Pos() || key.End() <= n.Pos()
		switch n := n.(type) {
		case *ast.CallExpr:
			if apart && !effects.Only(m.pass, n, effects.Keeps|effects.Panics) {
				return false
			}
		case *ast.UnaryExpr:
			if apart && n.Op == token.ARROW {
				return false
			}
		}
	}
	return true
}

// keeps reports whether an operand only names variables of the function that keep their values
// while a statement runs. What it calls is called in order.
func (m *keyed) keeps(e ast.Expr, stmt ast.Node) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if _, ok := technique.Func(m.pass.TypesInfo, call); ok {
			return true
		}
	}
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := m.pass.TypesInfo.Uses[n].(*types.Var)
			if ok && (v.IsField() || !technique.KeepsValue(m.pass, v, stmt)) {
				return false
			}
		case *ast.IndexExpr, *ast.StarExpr:
			return false
		}
	}
	return true
}
