package ownvar

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// stays reports whether a use in the literal leaves the variable on the stack of the one who runs
// it: no literal within that outlives it uses the variable, and no call keeps its address.
func (x *variable) stays(use inspector.Cursor, addressed bool) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		if lit == x.lit {
			break
		}
		if !effects.RunsWithin(x.pass, lit) {
			return false
		}
	}
	return !addressed || x.lent(use)
}

// lent reports whether an address that a use takes goes to a call, which does not keep it.
func (x *variable) lent(use inspector.Cursor) bool {
	info := x.pass.TypesInfo
	for ; ; use = use.Parent() {
		switch n := use.Parent().Node().(type) {
		case *ast.CallExpr:
			return use.Parent().ParentEdgeKind() != edge.GoStmt_Call &&
				x.takes(n, use.ParentEdgeIndex())
		case *ast.SelectorExpr:
			if sel := info.Selections[n]; sel != nil && sel.Kind() != types.FieldVal {
				return x.called(use.Parent())
			}
		case *ast.IndexExpr:
			if n.X == use.Node() && technique.IsSlice(info.TypeOf(n.X)) {
				return true // v[:][i]
			}
		case *ast.RangeStmt:
			return n.X == use.Node()
		case *ast.ParenExpr, *ast.UnaryExpr, *ast.SliceExpr:
		default:
			return false
		}
	}
}

// called judges the call of a method of the variable.
func (x *variable) called(method inspector.Cursor) bool {
	call := method.Parent()
	if method.ParentEdgeKind() != edge.CallExpr_Fun ||
		call.ParentEdgeKind() == edge.GoStmt_Call {
		return false
	}
	fn, ok := technique.Func(x.pass.TypesInfo, call.Node().(*ast.CallExpr))
	return ok && x.returns(fn, fn.Signature().Recv(), -1)
}

// takes judges an argument of a call.
func (x *variable) takes(call *ast.CallExpr, index int) bool {
	for _, name := range []string{"len", "cap", "copy", "clear"} {
		if technique.IsBuiltin(x.pass.TypesInfo, call, name) {
			return true
		}
	}
	fn, ok := technique.Func(x.pass.TypesInfo, call)
	if !ok {
		return false
	}
	params := fn.Signature().Params()
	return !(fn.Signature().Variadic() && index >= params.Len()-1) &&
		x.returns(fn, params.At(index), index)
}

// returns reports whether a function gives back what it gets as a parameter, or receiver.
func (x *variable) returns(fn *types.Func, param *types.Var, index int) bool {
	if technique.DeclOf(x.pass, fn) != nil {
		loan := effects.Lent(x.pass, param, true)
		return loan.Lent && !loan.Leaves
	}
	return !types.IsInterface(param.Type()) && effects.Known(fn) &&
		effects.RetainsNothing(fn, index)
}
