package oneform

import (
	"go/ast"
	"go/token"
	"go/types"
)

// empty has one form of what holds nothing written.
//
//	have: make([]T, 0)     &big.Int{}
//	want: []T{}            new(big.Int)
func (f *former) empty(n ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		if len(n.Args) != 2 || !f.Info.Types[n.Fun].IsBuiltin() ||
			!f.Info.Types[n.Args[0]].IsType() {
			return
		}
		list, ok := n.Args[0].(*ast.ArrayType)
		length := f.Info.Types[n.Args[1]].Value
		if ok && list.Len == nil && length != nil && length.ExactString() == "0" {
			f.change(n.Pos(), n.End(), []piece{f.source(list, value), {text: "{}"}})
		}
	case *ast.UnaryExpr:
		lit, ok := n.X.(*ast.CompositeLit)
		if !ok || n.Op != token.AND || len(lit.Elts) > 0 || lit.Type == nil {
			return
		}
		named, ok := f.Info.TypeOf(lit).(*types.Named)
		if ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "math/big" &&
			f.predeclared(n.Pos(), "new") {
			f.change(n.Pos(), n.End(),
				[]piece{{text: "new("}, f.source(lit.Type, value), {text: ")"}})
		}
	}
}

// predeclared reports whether a name means at a place what it means everywhere.
func (f *former) predeclared(pos token.Pos, name string) bool {
	_, obj := f.Types.Scope().Innermost(pos).LookupParent(name, pos)
	return obj == types.Universe.Lookup(name)
}
