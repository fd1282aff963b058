package timeformat

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// onlyRead reports whether a definition gives a variable that its function
// only copies from and compares, so that the string may stay in the frame.
func onlyRead(pass *analysis.Pass, def inspector.Cursor) bool {
	stmt := def.Node().(*ast.AssignStmt)
	if len(stmt.Lhs) != 1 {
		return false
	}
	id, ok := stmt.Lhs[0].(*ast.Ident)
	v, isVar := pass.TypesInfo.Defs[id].(*types.Var)
	if !ok || !isVar {
		return false
	}
	within := enclosing(def)
	reads := false
	for use := range within.Preorder((*ast.Ident)(nil)) {
		if pass.TypesInfo.Uses[use.Node().(*ast.Ident)] != v {
			continue
		}
		if enclosing(use) != within || !read(pass, use) {
			return false
		}
		reads = true
	}
	return reads
}

// enclosing returns the innermost function around cur.
func enclosing(cur inspector.Cursor) inspector.Cursor {
	for up := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		return up
	}
	return cur.Inspector().Root()
}

// read reports whether a use of a string keeps nothing of it.
func read(pass *analysis.Pass, use inspector.Cursor) bool {
	parent, kind := above(use)
	switch kind {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return true
	case edge.AssignStmt_Rhs:
		return parent.Node().(*ast.AssignStmt).Tok == token.ADD_ASSIGN
	case edge.CallExpr_Args:
		call := parent.Node().(*ast.CallExpr)
		return technique.IsBuiltin(pass.TypesInfo, call, "append") &&
			isBytes(pass.TypesInfo.TypeOf(call)) ||
			technique.IsBuiltin(pass.TypesInfo, call, "len") || copies(pass.TypesInfo, call)
	}
	return false
}
