package constvar

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// allowed reports whether the use of a variable at cur would be the same with a
// constant. Sums and conversions of constants are made by the compiler, which knows no
// overflow, so a constant must not become part of one.
func allowed(pass *analysis.Pass, cur inspector.Cursor) bool {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	up := cur.Parent()
	switch kind := cur.ParentEdgeKind(); kind {
	case edge.CallExpr_Args:
		return called(pass, up.Node().(*ast.CallExpr))
	case edge.ReturnStmt_Results, edge.AssignStmt_Rhs, edge.ValueSpec_Values,
		edge.CompositeLit_Elts, edge.KeyValueExpr_Value, edge.KeyValueExpr_Key,
		edge.SendStmt_Value, edge.CaseClause_List, edge.SwitchStmt_Tag, edge.IndexExpr_Index:
		return kind != edge.AssignStmt_Rhs || simple(up.Node().(*ast.AssignStmt))
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		switch up.Node().(*ast.BinaryExpr).Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return true
		}
	case edge.SelectorExpr_X:
		s := pass.TypesInfo.Selections[up.Node().(*ast.SelectorExpr)]
		if s == nil {
			return false
		}
		fn, ok := s.Obj().(*types.Func)
		if !ok {
			return false
		}
		_, pointer := fn.Signature().Recv().Type().(*types.Pointer)
		return !pointer
	}
	return false
}

// called reports whether a call makes no constant of its operands.
func called(pass *analysis.Pass, call *ast.CallExpr) bool {
	if pass.TypesInfo.Types[call.Fun].IsType() {
		return types.IsInterface(pass.TypesInfo.TypeOf(call))
	}
	builtin, ok := technique.Callee(pass.TypesInfo, call).(*types.Builtin)
	return !ok || builtin.Name() == "append" || builtin.Name() == "delete" ||
		builtin.Name() == "panic" // others, such as len and min, give constants of constants
}

// simple reports whether a statement assigns and does not calculate.
func simple(n *ast.AssignStmt) bool {
	return n.Tok == token.ASSIGN || n.Tok == token.DEFINE
}
