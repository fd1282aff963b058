package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// ownWriter reports whether v is a buffer that the function around a place begins, empty. A
// pointer to it may be kept where other calls do that, of which mutation is asked.
func (ix *Package) ownWriter(v *types.Var, at ast.Node) bool {
	_, ok := writerKind(v.Type())
	return ok && ix.localAt(v, at) && ix.beginsEmpty(v) &&
		!slices.ContainsFunc(ix.Uses(v), func(use inspector.Cursor) bool {
			given, _ := technique.Replaced(use)
			return given
		})
}

// beginsEmpty reports whether the declaration of a writer makes it: no memory of others is in it.
func (ix *Package) beginsEmpty(v *types.Var) bool {
	if value := technique.Initial(ix.Pass, v); value != nil {
		return ix.emptyWriter(ast.Unparen(value))
	}
	def, ok := technique.Definition(ix.Pass, v)
	if !ok {
		return false
	}
	spec, ok := def.Parent().Node().(*ast.ValueSpec)
	return ok && len(spec.Values) == 0
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
		return ok && !technique.IsPointer(v.Type()) && ix.ownWriter(v, e)
	}
	part, sliced := e.(*ast.SliceExpr)
	if sliced {
		e = ast.Unparen(part.X)
	}
	v, ok := technique.Variable(ix.Info, e)
	if !ok || !ix.localAt(v, e) {
		return false
	}
	if technique.IsArray(v.Type()) {
		return sliced
	}
	fresh, _ := effects.FreshIn(ix.Pass, v, nil)
	return technique.IsSlice(v.Type()) && fresh
}

// localOperand reports whether e is a writer that only its function knows, or a builder: of that,
// only calls read what is in it, which are made in order.
func (ix *Package) localOperand(e ast.Expr) bool {
	v, ok := technique.Variable(ix.Info, ast.Unparen(e))
	if !ok || v.Parent() == nil || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	if kind, _ := writerKind(v.Type()); kind == builder {
		return ix.Private(v) || ix.localAt(v, e)
	}
	return ix.ownWriter(v, e)
}

// localAt reports whether the innermost function around a place declares a variable: no literal
// is between them, which may run while the function does.
func (ix *Package) localAt(v *types.Var, at ast.Node) bool {
	cur, ok := technique.Find(ix.Pass, at)
	fn, inFunc := technique.EnclosingFunc(cur)
	return ok && inFunc && fn.Node().Pos() <= v.Pos() && v.Pos() < fn.Node().End()
}
