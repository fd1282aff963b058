package inplace

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// lonely reports whether an expression has the only use of a variable, which the compiler wants.
func lonely(pass *analysis.Pass, e ast.Expr) bool {
	if e == nil {
		return false
	}
	found := false
	for n := range ast.Preorder(e) {
		if v, ok := technique.Variable(pass.TypesInfo, n); ok {
			_, local := technique.LocalUses(pass, v)
			found = found || local && len(technique.UsesOf(pass, v)) == 1
		}
	}
	return found
}

// isEmpty reports whether an expression makes a slice or a map without elements, or is nil, and
// whether that is all it does.
func isEmpty(pass *analysis.Pass, e ast.Expr) bool {
	info := pass.TypesInfo
	switch e := e.(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() {
			return info.Types[e.Args[0]].IsNil()
		}
		if !technique.IsBuiltin(info, e, "make") {
			return false
		}
		sizes := e.Args[1:]
		if technique.IsSlice(info.TypeOf(e)) {
			if !technique.IsInt(info, sizes[0], 0) {
				return false
			}
			sizes = sizes[1:]
		}
		for _, size := range sizes {
			if !technique.NotNegative(pass, size) || !technique.Pure(info, size) {
				return false
			}
		}
		return true
	}
	return false
}
