package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique/effects"
)

// pureSeparator reports whether the function that decides what separates the
// pieces may be called at other times and in other numbers. Only FieldsFunc has
// one.
func (s *split) pureSeparator() bool {
	if s.fn.Name() != "FieldsFunc" {
		return true
	}
	switch f := ast.Unparen(s.call.Args[1]).(type) {
	case *ast.FuncLit:
		return s.onlyCompares(f)
	case *ast.SelectorExpr:
		return effects.OnlyComputes(s.pass, f)
	}
	return false
}

// onlyCompares reports whether a function literal does nothing but compare its
// parameter with constants and ask functions that only compute.
func (s *split) onlyCompares(f *ast.FuncLit) bool {
	ok := true
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.BlockStmt, *ast.ReturnStmt, *ast.IfStmt, *ast.SwitchStmt, *ast.CaseClause,
			*ast.ParenExpr, *ast.BasicLit:
		case *ast.UnaryExpr:
			ok = ok && n.Op == token.NOT
		case *ast.BinaryExpr:
			ok = ok && n.Op != token.QUO && n.Op != token.REM && n.Op != token.SHL &&
				n.Op != token.SHR // those can panic
		case *ast.CallExpr:
			ok = ok && effects.OnlyComputes(s.pass, n.Fun)
		case *ast.SelectorExpr:
			_, isFunc := s.pass.TypesInfo.Uses[n.Sel].(*types.Func)
			ok = ok && isFunc
			return false
		case *ast.Ident:
			ok = ok && s.ownOrConstant(f, n)
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// ownOrConstant reports whether the identifier means a parameter of the
// function literal or something that cannot change.
func (s *split) ownOrConstant(f *ast.FuncLit, id *ast.Ident) bool {
	switch obj := s.pass.TypesInfo.Uses[id].(type) {
	case *types.Const:
		return true
	case *types.Var:
		return f.Pos() <= obj.Pos() && obj.Pos() < f.End()
	}
	return false
}
