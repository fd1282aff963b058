package concrete

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// body is what a function does with a parameter that is going to be a t.
type body struct {
	f      *function
	v      *types.Var
	index  int
	t      types.Type
	called []ast.Node // method calls
	// passed says that it goes where an interface is wanted.
	passed bool
}

// use judges one use: whether it means the same for a value of the type.
func (b *body) use(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.SelectorExpr:
		if n.X != cur.Node() || parent.ParentEdgeKind() != edge.CallExpr_Fun || !b.method(n) {
			return false
		}
		b.called = append(b.called, parent.Parent().Node())
		return true
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && b.argument(n, cur.ParentEdgeIndex())
	case *ast.AssignStmt:
		b.passed = true
		return n.Tok == token.ASSIGN && len(n.Lhs) == len(n.Rhs) &&
			cur.ParentEdgeKind() == edge.AssignStmt_Rhs &&
			b.wanted(b.f.pass.TypesInfo.TypeOf(n.Lhs[cur.ParentEdgeIndex()]))
	case *ast.ReturnStmt:
		fn, _ := technique.EnclosingFunc(cur)
		b.passed = true
		return fn.Node() == b.f.decl && len(n.Results) == b.f.fn.Signature().Results().Len() &&
			b.wanted(b.f.fn.Signature().Results().At(cur.ParentEdgeIndex()).Type())
	}
	return false
}

// wanted reports whether a place has an interface type, so that it holds the same
// as before.
func (b *body) wanted(t types.Type) bool {
	if t == nil {
		return false
	}
	_, isParam := types.Unalias(t).(*types.TypeParam)
	return types.IsInterface(t) && !isParam
}

// method reports whether a call of a method does for the type itself what it does
// through the interface, also where the value is a nil pointer.
func (b *body) method(n *ast.SelectorExpr) bool {
	obj, index, _ := types.LookupFieldOrMethod(b.t, false, b.f.pass.Pkg, n.Sel.Name)
	fn, ok := obj.(*types.Func)
	if !ok || len(index) != 1 {
		return false
	}
	_, pointer := b.t.Underlying().(*types.Pointer)
	_, byPointer := fn.Signature().Recv().Type().Underlying().(*types.Pointer)
	return pointer == byPointer
}

// argument judges the use as an argument of a call.
func (b *body) argument(call *ast.CallExpr, index int) bool {
	info := b.f.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		b.passed = true
		return b.wanted(info.TypeOf(call))
	}
	if technique.Callee(info, call) == b.f.fn && index == b.index {
		return technique.Names(info, call.Args[index], b.v)
	}
	if id := name(call.Fun); id != nil {
		if _, generic := info.Instances[id]; generic {
			return false
		}
	}
	sig, ok := info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || call.Ellipsis.IsValid() {
		return false
	}
	b.passed = true
	last := sig.Params().Len() - 1
	if sig.Variadic() && index >= last {
		slice, ok := sig.Params().At(last).Type().(*types.Slice)
		return ok && b.wanted(slice.Elem())
	}
	return index <= last && b.wanted(sig.Params().At(index).Type())
}

// name returns the name by which a function is called.
func name(fun ast.Expr) *ast.Ident {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return nil
}
