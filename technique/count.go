package technique

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// countMethods are the methods of package reflect that tell how many there are of something.
var countMethods = []string{"Len", "NumField", "NumMethod", "NumIn", "NumOut"}

// CountedOf matches a call of a method that only tells how many elements there are, which take
// memory: it returns the length of a field, or is one of package reflect. It returns what is
// asked, which is pure. The number is not negative.
//
//	t.NumField(), s.Len()
func CountedOf(pass *analysis.Pass, e ast.Expr) (of ast.Expr, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return nil, false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !Pure(pass.TypesInfo, sel.X) {
		return nil, false
	}
	fn, ok := Func(pass.TypesInfo, call)
	if !ok || fn.Signature().Recv() == nil {
		return nil, false
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "reflect" {
		return sel.X, slices.Contains(countMethods, fn.Name())
	}
	decl := DeclOf(pass, fn)
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return nil, false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	return sel.X, ok && len(ret.Results) == 1 && isLength(pass, ret.Results[0])
}

// isLength matches len(x) of a slice, a map or a text whose elements take memory.
func isLength(pass *analysis.Pass, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !IsBuiltin(pass.TypesInfo, call, "len") || !Pure(pass.TypesInfo, call) {
		return false
	}
	switch t := pass.TypesInfo.TypeOf(call.Args[0]).Underlying().(type) {
	case *types.Slice:
		size, known := SizeOf(pass, t.Elem())
		return known && size > 0
	case *types.Basic, *types.Map:
		return true
	}
	return false
}
