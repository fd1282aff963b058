package technique

import (
	"go/ast"
	"go/types"
)

// BoundVariable returns the variable of which an expression is a method value, if making that
// cannot panic, and it comes out the same as long as nothing assigns to the variable: it holds the
// pointer that the variable is, or a value of which no part is assigned to by itself, as a
// channel, a map or a number. With itself, it holds the address of the variable, and no
// assignment changes it.
//
//	p.method        ch.method        buf.method, which is (&buf).method
func BoundVariable(info *types.Info, e ast.Expr) (v *types.Var, itself, ok bool) {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return nil, false, false
	}
	v, isVar := Variable(info, sel.X)
	s := info.Selections[sel]
	if !isVar || s == nil || s.Kind() != types.MethodVal || len(s.Index()) != 1 {
		return nil, false, false
	}
	if IsPointer(s.Obj().(*types.Func).Signature().Recv().Type()) {
		return v, !IsPointer(v.Type()), true
	}
	switch v.Type().Underlying().(type) {
	case *types.Basic, *types.Chan, *types.Map, *types.Slice, *types.Signature:
		return v, false, true
	}
	return nil, false, false
}
