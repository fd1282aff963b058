package technique

import (
	"go/ast"
	"math"

	"golang.org/x/tools/go/analysis"
)

// InlineBudget is what the compiler's inliner spends on a function at most, and perCall what
// a call takes of it.
const (
	InlineBudget = 80
	perCall      = 57
)

// Inlined reports whether the compiler surely inlines a function: then it sees what callers
// do with a new value, and keeps it on their stack where they do not let it escape.
func Inlined(pass *analysis.Pass, decl *ast.FuncDecl) bool {
	return InlineCost(pass, decl) <= InlineBudget
}

// InlineCost returns what the inliner would spend on a function, as far as its syntax tells:
// rather too much. It is math.MaxInt for one that is never inlined.
func InlineCost(pass *analysis.Pass, decl *ast.FuncDecl) int {
	if decl.Doc != nil {
		for _, c := range decl.Doc.List {
			if c.Text == "//go:noinline" {
				return math.MaxInt
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
			return math.MaxInt
		}
	}
	return cost
}
