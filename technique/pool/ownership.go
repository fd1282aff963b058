package pool

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// ownership finds out whether code keeps a pointer to a struct, or into it. What the
// struct's fields lead to is not the struct: they are emptied before the next call
// gets it.
type ownership struct {
	pass *analysis.Pass
	typ  *types.Named
	in   ast.Node            // the function that declares it
	from token.Pos           // where it is declared
	root *types.Var          // the variable that the pool gets it back from
	seen map[*types.Var]bool // variables that were or are being followed
	// leaves says that an interface gets it, so that the compiler puts it on the heap.
	leaves bool
}

// released reports whether no use of v keeps what it points to, or assigns to v.
func (o *ownership) released(v *types.Var) bool {
	if o.seen[v] {
		return true
	}
	o.seen[v] = true
	uses, ok := technique.LocalUses(o.pass, v)
	return ok && !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		return later(o.pass, use, o.in) || o.earlier(use) || !o.use(use)
	})
}

// use judges one use of a pointer to the struct, or to a part of it, or of a slice
// of an array in it.
func (o *ownership) use(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return o.use(parent)
	case *ast.UnaryExpr: // &v, of a variable that is the struct
		_, variable := o.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Struct)
		return variable && o.use(parent)
	case *ast.SelectorExpr:
		return o.selected(parent, n)
	case *ast.BinaryExpr:
		return true
	case *ast.StarExpr:
		as, ok := parent.Parent().Node().(*ast.AssignStmt)
		return ok && slices.Contains(as.Lhs, ast.Expr(n)) // what it is given is not kept by it
	case *ast.SliceExpr:
		return n.X == cur.Node() && o.use(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && o.field(parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.KeyValueExpr:
		return o.inHolder(parent, n)
	case *ast.AssignStmt:
		return o.assigned(cur, n)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args &&
			o.argument(parent, n, cur)
	}
	return false
}

// assigned judges an assignment to a local variable, which is followed, or to one
// that may lead elsewhere from then on.
func (o *ownership) assigned(cur inspector.Cursor, n *ast.AssignStmt) bool {
	if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
		return o.pass.TypesInfo.Uses[cur.Node().(*ast.Ident)] != o.root
	}
	if len(n.Lhs) != len(n.Rhs) {
		return false
	}
	id, ok := n.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := o.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return id.Name == "_"
	}
	return v != o.root && v.Parent() != o.pass.Pkg.Scope() && v.Kind() != types.ResultVar &&
		!o.outside(v) && o.released(v)
}

// outside reports whether a variable is one of a function around the literal that declares the
// struct: it is still there when the literal has returned.
func (o *ownership) outside(v *types.Var) bool {
	return v.Parent().Contains(o.in.Pos()) && (v.Pos() < o.in.Pos() || o.in.End() <= v.Pos())
}

// selected judges p.x, a field or a method.
func (o *ownership) selected(cur inspector.Cursor, n *ast.SelectorExpr) bool {
	sel := o.pass.TypesInfo.Selections[n]
	if sel == nil {
		return false
	}
	if sel.Kind() == types.FieldVal {
		return o.field(cur)
	}
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != n {
		return false // a function that holds it
	}
	return o.method(sel.Obj().(*types.Func))
}

// method judges a call of a method of the struct, or of a part of it.
func (o *ownership) method(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if types.IsInterface(recv.Type()) {
		return true // of what a field holds
	}
	if _, pointer := recv.Type().(*types.Pointer); !pointer {
		return true // it gets a copy
	}
	if fn.Pkg() == o.pass.Pkg {
		decl := technique.DeclOf(o.pass, fn)
		return decl != nil && decl.Body != nil && o.released(fn.Origin().Signature().Recv())
	}
	return !effects.Of(fn).Has(effects.Keeps)
}

// field judges what is done with a part of the struct: its value may go anywhere, but
// not its address.
func (o *ownership) field(cur inspector.Cursor) bool {
	t := o.pass.TypesInfo.TypeOf(cur.Node().(ast.Expr))
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return o.field(parent)
	case *ast.UnaryExpr:
		return n.Op != token.AND || o.use(parent)
	case *ast.SliceExpr:
		return n.X != cur.Node() || !technique.IsArray(t) || o.use(parent)
	case *ast.IndexExpr:
		return n.X != cur.Node() || !technique.IsArray(t) || o.field(parent)
	case *ast.SelectorExpr:
		sel := o.pass.TypesInfo.Selections[n]
		if sel == nil || !isStruct(t) {
			return true // what a pointer leads to, or a method of another value
		}
		return o.selected(parent, n) || sel.Kind() == types.MethodVal && !addressed(sel)
	}
	return true
}

// addressed reports whether a method takes the address of its receiver.
func addressed(sel *types.Selection) bool {
	_, pointer := sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	return pointer
}

// isStruct reports whether a value of the type lies in the struct that holds it,
// with fields or methods that can be reached by its address.
func isStruct(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Signature:
		return false
	}
	return true
}

// argument judges an argument of a call.
func (o *ownership) argument(at inspector.Cursor, call *ast.CallExpr, arg inspector.Cursor) bool {
	info := o.pass.TypesInfo
	index := arg.ParentEdgeIndex()
	if info.Types[call.Fun].IsType() {
		return technique.IsText(info.TypeOf(call))
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "cap", "clear", "copy":
			return true
		case "append":
			return index > 0 && call.Ellipsis.IsValid() || index == 0 && o.use(at)
		}
		return false
	case *types.Func:
		return o.passed(at, call, fn, index)
	}
	sig, ok := info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if ok && o.functions(sig, index) {
		return true
	}
	if !ok || !serves(sig, index) || !o.methods() {
		return false
	}
	o.leaves = true
	return true
}

// serves reports whether a function gets a writer for the response to a request, which it may not
// use when it has returned, as package net/http demands.
func serves(sig *types.Signature, index int) bool {
	params := sig.Params()
	return index == 0 && params.Len() == 2 &&
		technique.IsNamed(params.At(0).Type(), "net/http", "ResponseWriter") &&
		technique.IsNamed(params.At(1).Type(), "net/http", "Request")
}

// passed judges an argument of a function.
func (o *ownership) passed(at inspector.Cursor, call *ast.CallExpr, fn *types.Func,
	index int) bool {
	sig := fn.Signature()
	if sig.Variadic() && index >= sig.Params().Len()-1 {
		return false
	}
	param := sig.Params().At(index)
	struck := types.IsInterface(param.Type())
	if struck && !o.methods() {
		return false
	}
	recv := sig.Recv()
	if fn.Name() == "ServeHTTP" && technique.DeclOf(o.pass, fn) == nil && serves(sig, index) {
		o.leaves = true
		return true
	}
	if recv != nil && types.IsInterface(recv.Type()) {
		if struck || !copies(fn) {
			return false
		}
		o.leaves = true
		return true
	}
	if decl := technique.DeclOf(o.pass, fn); decl != nil {
		return !struck && decl.Body != nil && sig.TypeParams().Len() == 0 && o.released(param)
	}
	if struck {
		o.leaves = true
	}
	if effects.RetainsNothing(fn, index) {
		return true
	}
	_, slice := param.Type().Underlying().(*types.Slice)
	return slice && index == 0 && sig.Results().Len() == 1 && !effects.Of(fn).Has(effects.Calls) &&
		o.use(at) // it appends
}

// copies reports whether a method is one that may not keep the bytes it gets, as
// those of io.Writer and io.Reader.
func copies(fn *types.Func) bool {
	sig := fn.Signature()
	return (fn.Name() == "Write" || fn.Name() == "Read") && sig.Params().Len() == 1 &&
		sig.Results().Len() == 2
}

// methods reports whether no method of the struct keeps it, whichever of them an
// interface calls.
func (o *ownership) methods() bool {
	set := types.NewMethodSet(types.NewPointer(o.typ))
	for sel := range set.Methods() {
		fn := sel.Obj().(*types.Func)
		inner := len(sel.Index()) > 1 && !types.IsInterface(fn.Signature().Recv().Type())
		if inner || !o.method(fn) {
			return false
		}
	}
	return true
}
