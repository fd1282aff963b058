package prealloc

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
)

// constantLength returns the length of what has the same one each time: a constant text, a literal
// without keys, an array.
func constantLength(info *types.Info, e ast.Expr) (n int, ok bool) {
	e = ast.Unparen(e)
	if text, ok := technique.ConstantText(info, unconverted(info, e)); ok {
		return len(text), true
	}
	if lit, ok := e.(*ast.CompositeLit); ok {
		return len(lit.Elts), !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
			_, keyed := e.(*ast.KeyValueExpr)
			return keyed
		})
	}
	whole, ok := e.(*ast.SliceExpr)
	if !ok || whole.Low != nil || whole.High != nil || whole.Max != nil {
		return 0, false
	}
	array, ok := info.TypeOf(whole.X).Underlying().(*types.Array)
	if !ok {
		return 0, false
	}
	return int(array.Len()), true
}

// unconverted returns what is converted between text and bytes, which keeps its length.
func unconverted(info *types.Info, e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !info.Types[call.Fun].IsType() {
		return e
	}
	to, from := info.TypeOf(call), info.TypeOf(call.Args[0])
	textual := func(t types.Type) bool { return technique.IsText(t) || technique.IsBytes(t) }
	if !textual(to) || !textual(from) {
		return e
	}
	return call.Args[0]
}
