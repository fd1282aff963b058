package technique

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// Elements returns the text of each element of a slice's literal, as it can stand outside of
// it: with the type that the literal gives it. It is false where indices are named, or where
// an element without a type stands in a literal of a named type.
func Elements(pass *analysis.Pass, lit *ast.CompositeLit) (texts []string, ok bool) {
	for _, elt := range lit.Elts {
		text := Text(pass, elt)
		switch e := elt.(type) {
		case *ast.KeyValueExpr:
			return nil, false
		case *ast.CompositeLit:
			if e.Type != nil {
				break
			}
			typ, ok := lit.Type.(*ast.ArrayType)
			if !ok {
				return nil, false
			}
			if ptr, isPointer := typ.Elt.(*ast.StarExpr); isPointer {
				text = "&" + Text(pass, ptr.X) + text
			} else if IsPointer(pass.TypesInfo.TypeOf(typ.Elt)) {
				return nil, false // which has a name: []P{{1}}
			} else {
				text = Text(pass, typ.Elt) + text
			}
		}
		texts = append(texts, text)
	}
	return texts, true
}

// NewAsValue returns the edit that makes a value of a type where an expression makes a new one and
// points to it.
//
//	&T{...}, new(T)
func NewAsValue(pass *analysis.Pass, x ast.Expr, elem types.Type) (analysis.TextEdit, bool) {
	switch x := x.(type) {
	case *ast.UnaryExpr:
		lit, ok := x.X.(*ast.CompositeLit)
		return analysis.TextEdit{Pos: x.Pos(), End: x.X.Pos()},
			ok && x.Op == token.AND && types.Identical(pass.TypesInfo.TypeOf(lit), elem)
	case *ast.CallExpr:
		if IsBuiltin(pass.TypesInfo, x, "new") && pass.TypesInfo.Types[x.Args[0]].IsType() &&
			types.Identical(pass.TypesInfo.TypeOf(x.Args[0]), elem) {
			return Replace(x, Text(pass, x.Args[0])+"{}"), true
		}
	}
	return analysis.TextEdit{}, false
}
