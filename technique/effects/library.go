package effects

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/internal/stdeffects"
	"github.com/wring-go/wring/technique"
)

// Effects are what a function of the standard library may do.
type Effects = stdeffects.Effects

// The effects; package stdeffects says what they mean.
const (
	Writes  = stdeffects.Writes
	Changes = stdeffects.Changes
	Keeps   = stdeffects.Keeps
	Calls   = stdeffects.Calls
	Outside = stdeffects.Outside
	Acts    = stdeffects.Acts
	Panics  = stdeffects.Panics
	Shows   = stdeffects.Shows
)

// Of returns what a function of the standard library may do: everything, for
// one that is not known.
func Of(fn *types.Func) Effects {
	e, _ := stdeffects.Of(fn)
	return e
}

// Known reports whether it is known what a function does, because it is one of the
// standard library that the table has.
func Known(fn *types.Func) bool {
	_, ok := stdeffects.Of(fn)
	return ok
}

// NilIsEmpty reports whether a function of the standard library takes a slice that is nil
// for an empty one, as far as its parameters and its effects tell.
func NilIsEmpty(fn *types.Func) bool {
	return fn.Pkg() != nil && !Of(fn).Has(stdeffects.Nil)
}

// inert reports whether an argument gives a function of the standard library
// nothing to call, except that errors tell their text.
func inert(pass *analysis.Pass, arg ast.Expr) bool {
	t := types.Unalias(pass.TypesInfo.TypeOf(arg))
	switch t := t.(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		_, ok := types.Unalias(t.Elem()).(*types.Basic)
		return ok
	case *types.Named:
		return technique.IsError(t)
	case *types.Signature:
		return OnlyComputes(pass, arg)
	}
	return false
}

// OnlyComputes reports whether an expression names a function of the standard
// library that only computes.
func OnlyComputes(pass *analysis.Pass, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Signature().Recv() == nil && Of(fn)&^stdeffects.Nil == 0
}

// WritesNoBytes reports whether a call of the standard library writes only to
// bytes that it allocates, or to those of a receiver that no other code can
// reach.
func WritesNoBytes(pass *analysis.Pass, call *ast.CallExpr, fn *types.Func) bool {
	e := Of(fn)
	if fn.Pkg() == nil || e.Has(Writes|Outside) {
		return false
	}
	return !e.Has(Calls) || !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return !inert(pass, arg)
	})
}

// RetainsNothing reports whether a function of the standard library does not
// keep an argument: it returns nothing that could hold it. An operand of a
// variadic one may be kept by its own method.
func RetainsNothing(fn *types.Func, index int) bool {
	if Of(fn).Has(Keeps) {
		return false
	}
	if fn.Signature().Variadic() && index >= fn.Signature().Params().Len()-1 {
		return false
	}
	for r := range fn.Signature().Results().Variables() {
		t := r.Type().Underlying()
		if array, ok := t.(*types.Array); ok {
			t = array.Elem().Underlying()
		}
		if _, basic := t.(*types.Basic); !basic &&
			!technique.IsError(r.Type()) {
			return false
		}
	}
	return true
}

// Computes reports whether a call of a function of the standard library does no more than
// compute its results, and cannot panic. It may look for the methods of its operands if these
// have none, and show what they hold.
func Computes(pass *analysis.Pass, call *ast.CallExpr) bool {
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	if fn.Pkg().Path() == "strconv" && !formats(pass, fn, call) {
		return false
	}
	const all = Writes | Changes | Keeps | Outside | Panics | Shows
	return Of(fn) == 0 || !Of(fn).Has(all) &&
		!slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
			switch t := types.Unalias(pass.TypesInfo.TypeOf(e)).(type) {
			case *types.Basic:
				return false
			case *types.Named:
				_, basic := t.Underlying().(*types.Basic)
				return !basic || t.NumMethods() > 0
			}
			return true
		})
}

// formats reports whether a function of package strconv knows the base, or the size, for which it
// is called: with others it panics.
//
//	strconv.FormatInt(n, base)
func formats(pass *analysis.Pass, fn *types.Func, call *ast.CallExpr) bool {
	switch fn.Name() {
	case "FormatInt", "FormatUint", "FormatFloat", "FormatComplex":
		return len(call.Args) > 0 && pass.TypesInfo.Types[call.Args[len(call.Args)-1]].Value != nil
	}
	return true
}
