package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// ownWriter reports whether v is a local buffer. A pointer to it may be kept where other calls
// do that, of which mutation is asked.
func (ix *Package) ownWriter(v *types.Var) bool {
	_, ok := writerKind(v.Type())
	return ok && ix.local(v) && !technique.IsPointer(v.Type())
}

// writesOwn reports whether all that a call could write to is the memory of its function, which
// is gone when that returns.
func (ix *Package) writesOwn(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && ix.Info.Selections[sel] == nil &&
		!slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
			return !technique.Immutable(ix.Info.TypeOf(e)) && !ix.ownMemory(e)
		})
}

// ownMemory reports whether a slice is one of a local array, or that a local variable has alone,
// or a pointer leads to a local buffer.
func (ix *Package) ownMemory(e ast.Expr) bool {
	e = ast.Unparen(e)
	if op, ok := e.(*ast.UnaryExpr); ok && op.Op == token.AND {
		v, ok := technique.Variable(ix.Info, op.X)
		return ok && ix.ownWriter(v)
	}
	part, sliced := e.(*ast.SliceExpr)
	if sliced {
		e = ast.Unparen(part.X)
	}
	v, ok := technique.Variable(ix.Info, e)
	if !ok || !ix.local(v) {
		return false
	}
	if technique.IsArray(v.Type()) {
		return sliced
	}
	fresh, _ := effects.FreshIn(ix.Pass, v, nil)
	return technique.IsSlice(v.Type()) && fresh
}

// localOperand reports whether e is a variable that only its function knows.
func (ix *Package) localOperand(e ast.Expr) bool {
	v, ok := technique.Variable(ix.Info, ast.Unparen(e))
	return ok && ix.local(v) && (ix.Private(v) || ix.ownWriter(v))
}

func (ix *Package) local(v *types.Var) bool {
	return v.Parent() != nil && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
}
