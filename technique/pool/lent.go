package pool

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// bytesArgument judges a call that gets the bytes of a buffer.
func (k *retention) bytesArgument(cur inspector.Cursor, call *ast.CallExpr) bool {
	info, index := k.pass.TypesInfo, cur.ParentEdgeIndex()
	if info.Types[call.Fun].IsType() {
		_, slice := info.TypeOf(call).Underlying().(*types.Slice)
		return !slice
	}
	if technique.IsBuiltin(info, call, "append") {
		return index > 0 && call.Ellipsis.IsValid()
	}
	if technique.IsBuiltin(info, call, "len") || technique.IsBuiltin(info, call, "copy") {
		return true
	}
	fn, ok := technique.Func(info, call)
	if !ok {
		return false
	}
	if technique.DeclOf(k.pass, fn) != nil && !k.slices && k.lends(cur, fn, index) {
		return true
	}
	return effects.Known(fn) && effects.RetainsNothing(fn, index) &&
		!effects.Of(fn).Has(effects.Writes|effects.Calls) && effects.NilIsEmpty(fn) ||
		k.written(call)
}

// lends reports whether a function of the package uses the bytes of a buffer only while it runs,
// and cannot tell those of a buffer that was used before from those of a new one: these may be
// nil, and have room behind them that is zero.
func (k *retention) lends(cur inspector.Cursor, fn *types.Func, index int) bool {
	sig := fn.Origin().Signature()
	if index >= sig.Params().Len() || !k.hasBody(fn) || !k.toEnd(cur.Node().(ast.Expr)) {
		return false
	}
	param := sig.Params().At(index)
	return technique.HoldsBytes(param.Type()) && k.lent(param)
}

// toEnd reports whether a part of the bytes of a buffer ends with them: one that is cut may end
// behind them.
func (k *retention) toEnd(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SliceExpr:
		return e.High == nil && k.toEnd(e.X)
	case *ast.Ident:
		v, ok := technique.Variable(k.pass.TypesInfo, e)
		if !ok {
			return false
		}
		value := technique.Initial(k.pass, v)
		return value == nil || k.toEnd(value)
	}
	return true
}

// lent reports whether no use of a variable keeps the bytes that it gets.
func (k *retention) lent(v *types.Var) bool {
	if k.seen[v] {
		return true
	}
	k.seen[v] = true
	uses, ok := technique.LocalUses(k.pass, v)
	if !ok || !k.within(v) {
		return false
	}
	for _, use := range uses {
		if later(k.pass, use, k.in) || !k.lentUse(use) {
			return false
		}
	}
	return true
}

// lentUse judges one use of the bytes, or of a part of them that ends with them.
func (k *retention) lentUse(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return k.lentUse(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(k.pass.TypesInfo, parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && n.High == nil && k.lentUse(parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Lhs ||
			len(n.Lhs) == len(n.Rhs) && k.lentTo(n.Lhs[cur.ParentEdgeIndex()])
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && k.bytesArgument(cur, n)
	}
	return false
}

// lentTo judges another variable of the function that gets the bytes.
func (k *retention) lentTo(left ast.Expr) bool {
	id, ok := left.(*ast.Ident)
	if !ok || id.Name == "_" {
		return ok
	}
	v, ok := k.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && v.Kind() != types.ResultVar && technique.HoldsBytes(v.Type()) && k.lent(v)
}
