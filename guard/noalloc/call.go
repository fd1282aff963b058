package noalloc

import (
	"go/ast"
	"go/types"
)

// call looks at one call: a conversion, a builtin, or a function.
func (w *walker) call(call *ast.CallExpr) {
	fun := ast.Unparen(call.Fun)
	if tv := w.Info.Types[fun]; tv.IsType() {
		w.conversion(call, tv.Type)
		return
	}
	switch x := fun.(type) { // the arguments of a generic function
	case *ast.IndexExpr:
		fun = ast.Unparen(x.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(x.X)
	}
	if _, ok := fun.(*ast.FuncLit); ok {
		return // its body is part of this function
	}
	switch obj := w.object(fun).(type) {
	case *types.Builtin:
		w.builtin(call, obj.Name())
	case *types.Func:
		w.function(call, obj)
	default:
		w.add(call.Pos(), Unknown, "unknown", "a func value is called")
	}
}

// object returns what a call's function is declared as.
func (w *walker) object(fun ast.Expr) types.Object {
	switch fun := fun.(type) {
	case *ast.Ident:
		return w.Info.Uses[fun]
	case *ast.SelectorExpr:
		return w.Info.Uses[fun.Sel]
	}
	return nil
}

func (w *walker) function(call *ast.CallExpr, fn *types.Func) {
	fn = fn.Origin()
	if isInterface(fn) {
		w.add(call.Pos(), Unknown, "unknown", fn.Name()+" is called through an interface")
		return
	}
	if fn.Pkg() == nil || neverAllocates(fn.FullName(), fn.Pkg().Path()) {
		return
	}
	if path := fn.FullName(); path == "strconv.AppendInt" || path == "strconv.AppendUint" {
		// What formats for them can also make a string, and does not for them.
		w.add(call.Pos(), Unknown, "append-grows", fn.Name()+" may find no room")
		return
	}
	at := w.position(call.Lparen)
	inlined := w.Inlined != nil && (w.Inlined(at) || w.Inlined(w.position(call.Pos())))
	w.events = append(w.events, event{at: at, callee: fn.FullName(), pkg: fn.Pkg().Path(),
		inlined: inlined})
}

// isInterface reports whether fn is a method that only its caller's value knows:
// of an interface, or of a type parameter.
func isInterface(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

func (w *walker) builtin(call *ast.CallExpr, name string) {
	switch name {
	case "append":
		w.add(call.Pos(), Unknown, "append-grows", "append may find no room")
	case "make":
		w.make(call)
	}
}

// make looks at what is made that the compiler says nothing about. A slice of
// unknown length has some bytes on the stack, and may need more.
func (w *walker) make(call *ast.CallExpr) {
	t := w.Info.TypeOf(call)
	if t == nil {
		return
	}
	switch t.Underlying().(type) {
	case *types.Chan:
		w.add(call.Pos(), Allocates, "channel-make", "a channel is made")
	case *types.Slice:
		if !w.constant(call.Args[1:]) {
			w.add(call.Pos(), Unknown, "slice-make", "the slice may be too long for the stack")
		}
	case *types.Map:
		if !w.constant(call.Args[1:]) {
			w.add(call.Pos(), Unknown, "map-make", "the map may be too large for the stack")
		}
	}
}

func (w *walker) constant(args []ast.Expr) bool {
	for _, arg := range args {
		if w.Info.Types[arg].Value == nil {
			return false
		}
	}
	return true
}

// conversion looks for conversions between strings and slices that the compiler
// keeps in the function: in a buffer of 32 bytes, if that is enough.
func (w *walker) conversion(call *ast.CallExpr, to types.Type) {
	if len(call.Args) != 1 || w.Info.Types[call].Value != nil || w.lookedAt[call] {
		return
	}
	from := w.Info.TypeOf(call.Args[0])
	if from == nil || isString(from) == isString(to) {
		return
	}
	if isSlice(from) || isSlice(to) {
		w.add(call.Pos(), Unknown, "string-bytes-conversion",
			"what is converted may not fit in 32 bytes")
	}
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}
