package returnedfunc

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// recovers reports whether a deferred call could stop a panic of the function. It would then
// return nil, which panics when it is called; the struct need not.
func (r *returned) recovers() bool {
	for cur := range r.cur.Preorder((*ast.DeferStmt)(nil)) {
		if technique.InFunc(cur, r.cur) && r.stops(cur.Node().(*ast.DeferStmt).Call) {
			return true
		}
	}
	return false
}

// stops reports whether a deferred call could stop a panic: what it calls has a call of
// recover, or is not known.
func (r *returned) stops(call *ast.CallExpr) bool {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.FuncLit:
		return r.hasRecover(fun.Body)
	case *ast.Ident:
		v, ok := r.pass.TypesInfo.Uses[fun].(*types.Var)
		if !ok {
			break
		}
		lit, ok := technique.OnlyValue(r.pass, v).(*ast.FuncLit)
		return !ok || r.hasRecover(lit.Body)
	}
	if b, ok := technique.Callee(r.pass.TypesInfo, call).(*types.Builtin); ok {
		return b.Name() == "recover"
	}
	fn, ok := technique.Func(r.pass.TypesInfo, call)
	if !ok {
		return true
	}
	if decl := technique.DeclOf(r.pass, fn); decl != nil {
		return decl.Body == nil || r.hasRecover(decl.Body)
	}
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) || !effects.Known(fn)
}

// hasRecover reports whether a call of recover stands in a body.
func (r *returned) hasRecover(body *ast.BlockStmt) bool {
	for n := range ast.Preorder(body) {
		call, ok := n.(*ast.CallExpr)
		if ok && technique.IsBuiltin(r.pass.TypesInfo, call, "recover") {
			return true
		}
	}
	return false
}
