package constvar

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// allowed reports whether the use of a variable at cur would be the same with a
// constant. Sums of constants are made by the compiler, which knows no overflow,
// so a constant must not become part of one.
func allowed(pass *analysis.Pass, cur inspector.Cursor) bool {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	up := cur.Parent()
	switch kind := cur.ParentEdgeKind(); kind {
	case edge.CallExpr_Args, edge.ReturnStmt_Results, edge.AssignStmt_Rhs, edge.ValueSpec_Values,
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

// simple reports whether a statement assigns and does not calculate.
func simple(n *ast.AssignStmt) bool {
	return n.Tok == token.ASSIGN || n.Tok == token.DEFINE
}

// boxed reports whether the value at cur becomes an interface there.
func boxed(pass *analysis.Pass, cur inspector.Cursor) bool {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	kind, index := cur.ParentEdge()
	var to types.Type
	switch n := cur.Parent().Node().(type) {
	case *ast.CallExpr:
		to = parameter(pass, n, index)
	case *ast.ReturnStmt:
		to = result(pass, cur, index)
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) {
			to = pass.TypesInfo.TypeOf(n.Lhs[index])
		}
	case *ast.ValueSpec:
		if n.Type != nil {
			to = pass.TypesInfo.TypeOf(n.Type)
		}
	}
	return to != nil && types.IsInterface(to) && !isParameter(to)
}

func isParameter(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// parameter returns the type that an argument becomes.
func parameter(pass *analysis.Pass, call *ast.CallExpr, index int) types.Type {
	switch fun := pass.TypesInfo.Types[call.Fun]; {
	case fun.IsType():
		return pass.TypesInfo.TypeOf(call)
	case fun.IsBuiltin():
		return nil
	}
	sig, ok := pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || call.Ellipsis.IsValid() {
		return nil
	}
	last := sig.Params().Len() - 1
	if !sig.Variadic() || index < last {
		return sig.Params().At(min(index, last)).Type()
	}
	return sig.Params().At(last).Type().(*types.Slice).Elem()
}

// result returns the type that a returned value becomes.
func result(pass *analysis.Pass, cur inspector.Cursor, index int) types.Type {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var sig *types.Signature
		switch n := fn.Node().(type) {
		case *ast.FuncDecl:
			sig = pass.TypesInfo.Defs[n.Name].(*types.Func).Signature()
		case *ast.FuncLit:
			sig = pass.TypesInfo.TypeOf(n).(*types.Signature)
		}
		if index < sig.Results().Len() {
			return sig.Results().At(index).Type()
		}
		return nil
	}
	return nil
}
