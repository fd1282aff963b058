package valueresult

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// makesError reports whether call makes an error, which is never nil.
func makesError(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsFunc(info, call, "errors", "New") ||
		technique.IsFunc(info, call, "fmt", "Errorf")
}

// budget is what the compiler's inliner spends on a function, and perCall what
// a call takes of it.
const (
	budget  = 80
	perCall = 57
)

// inlined reports whether the compiler surely inlines a function. Then it sees
// that callers only read the struct, and keeps it in their frame.
func inlined(pass *analysis.Pass, decl *ast.FuncDecl) bool {
	if decl.Doc != nil {
		for _, c := range decl.Doc.List {
			if c.Text == "//go:noinline" {
				return false
			}
		}
	}
	cost := 0
	for n := range ast.Preorder(decl.Body) {
		cost++
		switch n := n.(type) {
		case *ast.CallExpr:
			if tv := pass.TypesInfo.Types[n.Fun]; !tv.IsType() && !tv.IsBuiltin() {
				cost += perCall
			}
		case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt:
			return false
		}
	}
	return cost <= budget
}
