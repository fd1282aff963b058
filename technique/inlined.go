package technique

import (
	"go/ast"
	"math"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// InlineBudget is what the compiler's inliner spends on a function at most, and perCall what
// a call takes of it.
const (
	InlineBudget = 80
	perCall      = 57
)

// mostInlined is how many calls, each in the function that another one calls, are looked into.
const mostInlined = 4

// Inlined reports whether the compiler surely inlines a function: then it sees what callers
// do with a new value, and keeps it on their stack where they do not let it escape.
func Inlined(pass *analysis.Pass, decl *ast.FuncDecl) bool {
	return InlineCost(pass, decl) <= InlineBudget
}

// InlineCost returns what the inliner would spend on a function, as far as its syntax tells:
// rather too much. A call of a function of the package that is inlined itself costs what that
// does. It is math.MaxInt for one that is never inlined.
func InlineCost(pass *analysis.Pass, decl *ast.FuncDecl) int {
	return inlineCost(pass, decl, nil)
}

// mostCost is up to where costs are counted: what costs more is inlined nowhere.
const mostCost = 4 * InlineBudget

// inlineCost is InlineCost of a function that others call, each of them the next.
func inlineCost(pass *analysis.Pass, decl *ast.FuncDecl, callers []*ast.FuncDecl) int {
	if decl.Body == nil || noinline(decl) {
		return math.MaxInt
	}
	cost := 0
	for n := range ast.Preorder(decl.Body) {
		if cost++; cost > mostCost {
			break
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			if tv := pass.TypesInfo.Types[n.Fun]; !tv.IsType() && !tv.IsBuiltin() {
				cost += callCost(pass, n, append(callers, decl))
			}
		case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt:
			return math.MaxInt
		}
	}
	return cost
}

// noinline reports whether a directive says that a function is not inlined.
func noinline(decl *ast.FuncDecl) bool {
	return decl.Doc != nil && slices.ContainsFunc(decl.Doc.List, func(c *ast.Comment) bool {
		return c.Text == "//go:noinline"
	})
}

// callCost returns what a call costs: that of a recursive function, and of one that is not
// inlined, perCall.
func callCost(pass *analysis.Pass, call *ast.CallExpr, callers []*ast.FuncDecl) int {
	fn, ok := Func(pass.TypesInfo, call)
	if !ok || len(callers) > mostInlined {
		return perCall
	}
	decl := DeclOf(pass, fn)
	if decl == nil || slices.Contains(callers, decl) {
		return perCall
	}
	if cost := inlineCost(pass, decl, callers); cost <= InlineBudget {
		return cost
	}
	return perCall
}
