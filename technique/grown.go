package technique

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
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

// LengthAtLeast reports whether a slice of a function always has n elements: it begins with as
// many, and gets no other value than itself with more behind them.
//
//	head := make([]byte, 6); ...; head = append(head, data...)
func LengthAtLeast(pass *analysis.Pass, v *types.Var, n int64) bool {
	uses, ok := LocalUses(pass, v)
	value := Initial(pass, v)
	return ok && value != nil && beginsWith(pass, value, n) &&
		!slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
			given, addressed := Replaced(use)
			return addressed || given && !toItselfGrown(pass, use, v)
		})
}

// beginsWith reports whether an expression makes a slice of at least n elements.
func beginsWith(pass *analysis.Pass, value ast.Expr, n int64) bool {
	switch e := ast.Unparen(value).(type) {
	case *ast.CompositeLit:
		list, ok := Elements(pass, e)
		return ok && IsSlice(pass.TypesInfo.TypeOf(e)) && int64(len(list)) >= n
	case *ast.CallExpr:
		if !IsBuiltin(pass.TypesInfo, e, "make") || len(e.Args) < 2 {
			return false
		}
		length, ok := ConstantInt(pass.TypesInfo, e.Args[1])
		return ok && length >= n && IsSlice(pass.TypesInfo.TypeOf(e))
	}
	return false
}

// toItselfGrown reports whether what a variable gets is what append makes of it.
func toItselfGrown(pass *analysis.Pass, use inspector.Cursor, v *types.Var) bool {
	if use.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return false
	}
	as := use.Parent().Node().(*ast.AssignStmt)
	if len(as.Lhs) != len(as.Rhs) {
		return false
	}
	call, ok := ast.Unparen(as.Rhs[use.ParentEdgeIndex()]).(*ast.CallExpr)
	return ok && IsBuiltin(pass.TypesInfo, call, "append") &&
		Names(pass.TypesInfo, call.Args[0], v)
}
