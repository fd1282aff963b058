// Package effects answers what code of a package may do to what others see: its
// statements, the functions of the package that it calls, and by one table
// (package stdeffects) those of the standard library.
package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// Rules is a question about code, by what is allowed.
type Rules struct {
	// Node reports whether a node is allowed, whatever is below it. It lies in
	// fn, which is nil where that is not known. Calls are judged by the others.
	Node func(fn *ast.FuncDecl, n ast.Node) bool
	// Builtin reports whether a call of a builtin function is allowed.
	Builtin func(call *ast.CallExpr, name string) bool
	// Library reports whether a call of a function that is declared elsewhere,
	// or by an interface, is allowed.
	Library func(call *ast.CallExpr, fn *types.Func) bool
	// Value reports whether a call of another value is allowed; nil allows none.
	Value func(call *ast.CallExpr) bool
}

// Walker answers one question about the code of a package.
type Walker struct {
	pass  *analysis.Pass
	rules Rules
	known map[*types.Func]bool
}

// NewWalker returns a walker that knows nothing yet.
func NewWalker(pass *analysis.Pass, rules Rules) *Walker {
	return &Walker{pass: pass, rules: rules, known: make(map[*types.Func]bool)}
}

// Allowed reports whether all below n is.
func (w *Walker) Allowed(n ast.Node) bool { return w.within(nil, n) }

func (w *Walker) within(fn *ast.FuncDecl, root ast.Node) bool {
	ok := true
	ast.Inspect(root, func(n ast.Node) bool {
		if call, isCall := n.(*ast.CallExpr); isCall {
			ok = ok && w.Call(call)
		} else if n != nil {
			ok = ok && w.rules.Node(fn, n)
		}
		return ok
	})
	return ok
}

// Call reports whether a call is allowed, whatever its arguments are.
func (w *Walker) Call(call *ast.CallExpr) bool {
	if w.pass.TypesInfo.Types[call.Fun].IsType() {
		return true
	}
	switch callee := technique.Callee(w.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		return w.rules.Builtin(call, callee.Name())
	case *types.Func:
		if decl := technique.DeclOf(w.pass, callee); decl != nil {
			return technique.SameInBuilds(w.pass, callee) && w.Func(callee.Origin(), decl)
		}
		return w.rules.Library(call, callee)
	}
	return w.rules.Value != nil && w.rules.Value(call)
}

// Func reports whether all that a function of the package does is allowed. A
// recursive one is what the rest of it is.
func (w *Walker) Func(fn *types.Func, decl *ast.FuncDecl) bool {
	if known, ok := w.known[fn]; ok {
		return known
	}
	w.known[fn] = true
	w.known[fn] = decl.Body != nil && w.within(decl, decl.Body)
	return w.known[fn]
}

// declOf returns the declaration of a function of the package, if no other build has another one.
func declOf(pass *analysis.Pass, fn *types.Func) *ast.FuncDecl {
	if !technique.SameInBuilds(pass, fn) {
		return nil
	}
	return technique.DeclOf(pass, fn)
}

// ReturnsSlice reports whether a function could return a slice that it got, or a part of
// it, by the types of its results.
func ReturnsSlice(fn *types.Func) bool {
	for v := range fn.Signature().Results().Variables() {
		if !flat(v.Type()) && !technique.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// flat reports whether values of a type lead to no memory but that of texts.
func flat(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Array:
		return flat(t.Elem())
	case *types.Struct:
		for field := range t.Fields() {
			if !flat(field.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
