package pool

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// slice judges one use of a slice, or of a part of it, or of what append made of it: it may
// stand in other variables, and go to functions that return it.
func (k *retention) slice(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.SliceExpr:
		return n.X == cur.Node() && k.use(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !pointedAt(k.pass.TypesInfo, parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.BinaryExpr:
		return true // with nil
	case *ast.KeyValueExpr, *ast.CompositeLit:
		return k.inStruct(parent)
	case *ast.ReturnStmt:
		return k.handedBack(cur)
	case *ast.AssignStmt:
		return k.assigned(cur, n)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args &&
			(k.sliceArgument(parent, n, cur.ParentEdgeIndex()) || k.wrapped(parent, n))
	}
	return false
}

// assigned judges an assignment to a variable of the function, which is followed, or to one
// that has been: what it gets is taken for the slice then.
func (k *retention) assigned(cur inspector.Cursor, n *ast.AssignStmt) bool {
	if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
		return true
	}
	_, tuple := k.pass.TypesInfo.TypeOf(cur.Node().(ast.Expr)).(*types.Tuple)
	if !tuple && len(n.Lhs) != len(n.Rhs) {
		return false
	}
	id, ok := n.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
	if !ok {
		return false
	}
	if id.Name == "_" {
		return true
	}
	v, ok := k.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && technique.IsSlice(v.Type()) && v.Kind() != types.ResultVar && k.within(v) &&
		k.retainsNothing(v)
}

// handedBack judges a return statement: in a function of the package that is called with
// the slice, the call's first result is the slice then.
func (k *retention) handedBack(cur inspector.Cursor) bool {
	fn, ok := technique.EnclosingFunc(cur)
	if !ok || cur.ParentEdgeIndex() != 0 {
		return false
	}
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok || decl == k.fn {
		return false
	}
	obj, ok := k.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || !handsBack(obj.Signature()) {
		return false
	}
	k.back[obj] = true
	return true
}

// handsBack reports whether the first result of a function is a slice.
func handsBack(sig *types.Signature) bool {
	return sig.Results().Len() > 0 && technique.IsSlice(sig.Results().At(0).Type())
}

// handed judges what a call returns, if that may be the slice that the call got.
func (k *retention) handed(call inspector.Cursor, sig *types.Signature) bool {
	return !handsBack(sig) || call.ParentEdgeKind() == edge.ExprStmt_X || k.use(call)
}

// sliceArgument judges a slice that a function gets, and maybe returns.
func (k *retention) sliceArgument(at inspector.Cursor, call *ast.CallExpr, index int) bool {
	info := k.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		_, text := info.TypeOf(call).Underlying().(*types.Basic)
		return text || technique.IsSlice(info.TypeOf(call)) && k.use(at)
	}
	fn, ok := technique.Callee(info, call).(*types.Func)
	if !ok {
		if technique.IsBuiltin(info, call, "append") && index == 0 {
			return k.use(at)
		}
		return k.argument(call, index)
	}
	sig := fn.Signature()
	if technique.DeclOf(k.pass, fn) != nil {
		return k.ownSlice(fn, call, index) && k.handed(at, sig)
	}
	switch {
	case effects.Transfers(fn), effects.Transforms(fn):
		k.trusted = true
		return true
	case index == 0 && effects.Hashes(fn):
		k.trusted = true
		return k.handed(at, sig)
	}
	if callsBack(sig) || technique.IsFunc(info, call, "encoding/json", "Unmarshal") &&
		!k.decoded() {
		return false
	}
	if index < sig.Params().Len() && types.IsInterface(sig.Params().At(index).Type()) &&
		!k.methodsRelease(info.TypeOf(call.Args[index])) {
		return false
	}
	if k.argument(call, index) {
		return true
	}
	if returnsParts(fn) {
		return k.parts(at, sig)
	}
	return index == 0 && effects.Known(fn) && sig.Results().Len() == 1 &&
		types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type()) &&
		!effects.Of(fn).Has(effects.Keeps) && k.handed(at, sig) // it appends
}

// callsBack reports whether a function gets another one that takes slices.
func callsBack(sig *types.Signature) bool {
	for param := range sig.Params().Variables() {
		f, ok := param.Type().Underlying().(*types.Signature)
		if !ok {
			continue
		}
		for p := range f.Params().Variables() {
			if technique.IsSlice(p.Type()) {
				return true
			}
		}
	}
	return false
}

// decoded reports whether the methods of the package that package encoding/json calls keep nothing
// of the input, of which they get parts.
func (k *retention) decoded() bool {
	for _, name := range []string{"UnmarshalJSON", "UnmarshalText"} {
		for _, m := range methods(k.pass, name) {
			params := m.Signature().Params()
			if params.Len() == 1 && technique.IsSlice(params.At(0).Type()) &&
				!(k.hasBody(m) && k.retainsNothing(params.At(0))) {
				return false
			}
		}
	}
	return true
}

// returnsParts reports whether a function of package bytes returns parts of what it gets, and
// nothing else that could lead there.
func returnsParts(fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Pkg().Path() != "bytes" || fn.Signature().Recv() != nil {
		return false
	}
	for r := range fn.Signature().Results().Variables() {
		_, basic := r.Type().Underlying().(*types.Basic)
		if !basic && !technique.IsBytes(r.Type()) {
			return false
		}
	}
	return true
}

// parts judges the results of a call, as if each slice among them were the one that it got.
func (k *retention) parts(call inspector.Cursor, sig *types.Signature) bool {
	if sig.Results().Len() == 1 {
		return k.use(call)
	}
	as, ok := call.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Lhs) != sig.Results().Len() {
		return false
	}
	for i, left := range as.Lhs {
		if !technique.IsSlice(sig.Results().At(i).Type()) {
			continue
		}
		id, ok := left.(*ast.Ident)
		if !ok {
			return false
		}
		if id.Name == "_" {
			continue
		}
		v, ok := k.pass.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok || v.Kind() == types.ResultVar || !k.within(v) || !k.retainsNothing(v) {
			return false
		}
	}
	return true
}

// ownSlice judges a slice that a function of the package gets.
func (k *retention) ownSlice(fn *types.Func, call *ast.CallExpr, index int) bool {
	sig := fn.Origin().Signature()
	last := sig.Params().Len() - 1
	if sig.Variadic() && index >= last && !call.Ellipsis.IsValid() || index > last {
		return false
	}
	return k.hasBody(fn) && technique.IsSlice(sig.Params().At(index).Type()) &&
		k.retainsNothing(sig.Params().At(index))
}

// sliceMethod judges a method of the slice.
func (k *retention) sliceMethod(call inspector.Cursor, fn *types.Func) bool {
	if technique.DeclOf(k.pass, fn) == nil {
		return !effects.ReturnsSlice(fn) && k.library(fn)
	}
	return k.hasBody(fn) && technique.IsSlice(fn.Signature().Recv().Type()) &&
		k.retainsNothing(fn.Origin().Signature().Recv()) && k.handed(call, fn.Signature())
}

// methodsRelease reports whether no method of a slice's type keeps it, whichever of them
// an interface calls.
func (k *retention) methodsRelease(t types.Type) bool {
	for sel := range types.NewMethodSet(t).Methods() {
		fn := sel.Obj().(*types.Func)
		if technique.DeclOf(k.pass, fn) == nil {
			if effects.ReturnsSlice(fn) || !k.library(fn) {
				return false
			}
		} else if handsBack(fn.Signature()) || !k.hasBody(fn) ||
			!k.retainsNothing(fn.Signature().Recv()) {
			return false
		}
	}
	return true
}
