package technique

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// Grown returns what becomes of a slice in the place of a use: itself, or what append makes of it
// there.
//
//	return append(append(b, x...), y)
func Grown(pass *analysis.Pass, use inspector.Cursor) inspector.Cursor {
	for {
		switch n := use.Parent().Node().(type) {
		case *ast.ParenExpr:
		case *ast.CallExpr:
			if !IsBuiltin(pass.TypesInfo, n, "append") || n.Args[0] != use.Node() {
				return use
			}
		default:
			return use
		}
		use = use.Parent()
	}
}
