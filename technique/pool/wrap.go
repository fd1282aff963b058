package pool

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// library reports whether a method of the standard library retains nothing of
// its receiver, and returns nothing that leads to it.
func (k *retention) library(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || types.IsInterface(recv.Type()) || effects.Of(fn).Has(effects.Keeps) {
		return false
	}
	k.trusted = true // whoever it calls
	return true
}

// behind judges the call of a method of an interface that a function of the package got the value
// as: what is called is the method of the value's own type. Those that give out its memory keep
// it, in the table of effects. The text of a strings.Builder would be copied more than once.
func (k *retention) behind(cur inspector.Cursor, call *ast.CallExpr, fn *types.Func) bool {
	if !types.IsInterface(fn.Signature().Recv().Type()) ||
		technique.IsNamed(k.of, "strings", "Builder") {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(k.of, true, fn.Pkg(), fn.Name())
	method, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	k.called = true
	if technique.IsNamed(k.of, "bytes", "Buffer") {
		return k.method(cur, call, fn.Name())
	}
	return k.library(method)
}

// buffers reports whether the value is an object of the standard library that gives its memory to
// others when it is asked to read or write: to what it was made for.
func (k *retention) buffers() bool {
	if technique.IsNamed(k.of, "bytes", "Buffer") {
		return false
	}
	ptr, ok := types.Unalias(k.of).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && named.Obj().Pkg() != k.pass.Pkg
}

// wrapped judges a value that is given to a constructor of the standard library,
// whose result holds it: it is retained if that is.
//
//	enc := json.NewEncoder(buf), json.NewEncoder(buf).Encode(v), io.ReadAll(io.LimitReader(zr, n))
func (k *retention) wrapped(at inspector.Cursor, call *ast.CallExpr) bool {
	fn, ok := technique.Func(k.pass.TypesInfo, call)
	if !ok || !constructs(fn) && !readsFrom(fn) {
		return false
	}
	k.grown, k.held = k.grown || !onlyWritten(fn), true
	switch at.ParentEdgeKind() {
	case edge.AssignStmt_Rhs:
		as := at.Parent().Node().(*ast.AssignStmt)
		return as.Tok == token.DEFINE && k.copied(as)
	case edge.SelectorExpr_X:
		return k.selected(at.Parent(), at.Parent().Node().(*ast.SelectorExpr))
	case edge.CallExpr_Args:
		outer := at.Parent().Node().(*ast.CallExpr)
		return readsFrom(fn) && (k.drained(outer, at.ParentEdgeIndex()) ||
			k.argument(outer, at.ParentEdgeIndex()) || k.wrapped(at.Parent(), outer))
	}
	return false
}

// readsFrom reports whether a function returns a reader that reads from the one that it gets, and
// has no other use for it.
func readsFrom(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "io" && fn.Signature().Recv() == nil &&
		(fn.Name() == "LimitReader" || fn.Name() == "TeeReader")
}

// drained reports whether a function of the standard library only reads from a reader that it
// gets: what it returns is new.
func (k *retention) drained(call *ast.CallExpr, index int) bool {
	fn, ok := technique.Func(k.pass.TypesInfo, call)
	if !ok || effects.Of(fn).Has(effects.Keeps) || readsLater(fn) {
		return false
	}
	sig := fn.Signature()
	k.trusted = true
	return !sig.Variadic() && types.IsInterface(sig.Params().At(index).Type())
}

// readsLater reports whether a function may go on to read from what it gets when it has returned:
// http.Post and its like do not wait until the body has been sent.
func readsLater(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "net/http" && fn.Name() == "Post"
}

// constructs reports whether a function of the standard library returns one new
// object, a pointer to a type of its package.
func constructs(fn *types.Func) bool {
	sig := fn.Signature()
	if fn.Pkg() == nil || sig.Recv() != nil || sig.Results().Len() != 1 || sig.Variadic() ||
		!effects.Known(fn) {
		return false
	}
	ptr, ok := sig.Results().At(0).Type().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := ptr.Elem().(*types.Named)
	return ok && named.Obj().Pkg() == fn.Pkg()
}
