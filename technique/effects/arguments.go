package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// method judges a method whose receiver is the address.
func (l *lending) method(cur inspector.Cursor, sel *types.Selection) bool {
	fn, ok := sel.Obj().(*types.Func)
	return ok && cur.ParentEdgeKind() == edge.CallExpr_Fun && l.now(cur.Parent()) &&
		l.lends(fn.Origin(), fn.Origin().Signature().Recv(), -1) &&
		l.result(cur.Parent(), fn.Origin())
}

// now reports whether a call runs where it stands.
func (l *lending) now(call inspector.Cursor) bool {
	switch call.ParentEdgeKind() {
	case edge.GoStmt_Call:
		return false
	case edge.DeferStmt_Call:
		return l.within.called != nil
	}
	return true
}

// lends reports whether a function only uses a parameter, or its receiver, while it runs.
func (l *lending) lends(fn *types.Func, param *types.Var, index int) bool {
	sig := fn.Signature()
	if decl := declOf(l.pass, fn); decl != nil {
		return decl.Body != nil &&
			l.all(param, span{l.pass.TypesInfo.Scopes[decl.Type], sig, true}, l.pointer)
	}
	return Known(fn) && !Of(fn).Has(Keeps) && (!Of(fn).Has(Writes) || !ReturnsSlice(fn))
}

// argument judges an address that a call gets.
func (l *lending) argument(at inspector.Cursor, call *ast.CallExpr, arg inspector.Cursor) bool {
	info, index := l.pass.TypesInfo, arg.ParentEdgeIndex()
	if info.Types[call.Fun].IsType() {
		switch t := info.TypeOf(call).Underlying().(type) {
		case *types.Basic:
			return t.Info()&types.IsString != 0 ||
				t.Kind() == types.UnsafePointer && l.address(at)
		case *types.Interface:
			return l.methods(arg.Node().(ast.Expr)) && l.address(at)
		}
		return l.address(at)
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "cap", "copy", "clear", "delete":
			return true
		case "append":
			return index == 0 && l.address(at) || index > 0 && call.Ellipsis.IsValid()
		}
	case *types.Func:
		return l.function(at, call, fn, arg)
	}
	return false
}

// function judges a function that gets the address.
func (l *lending) function(at inspector.Cursor, call *ast.CallExpr, fn *types.Func,
	arg inspector.Cursor) bool {
	sig, index := fn.Signature(), arg.ParentEdgeIndex()
	if sig.Variadic() && index >= sig.Params().Len()-1 {
		return !call.Ellipsis.IsValid() && l.operand(call, fn, arg)
	}
	param := sig.Params().At(index)
	if technique.DeclOf(l.pass, fn) != nil {
		return (!types.IsInterface(param.Type()) || l.methods(arg.Node().(ast.Expr))) &&
			l.lends(fn, param, index) && l.result(at, fn)
	}
	switch {
	case Hashes(fn):
		l.Leaves, l.Trusts = true, true
		return l.address(at)
	case Transfers(fn) || Transforms(fn):
		// What binary.Read and binary.Write get is copied, as the compiler sees.
		l.Leaves = l.Leaves || fn.Pkg().Path() != "encoding/binary" || sig.Recv() != nil
		l.Trusts = true
		return !types.IsInterface(param.Type()) || l.methods(arg.Node().(ast.Expr))
	case types.IsInterface(param.Type()):
		l.Leaves = true
		return l.decodes(fn, arg)
	case buffered(fn):
		l.Leaves, l.Trusts = true, true
	}
	return l.lends(fn, param, index)
}

// operand judges an operand of a variadic function.
func (l *lending) operand(call *ast.CallExpr, fn *types.Func, arg inspector.Cursor) bool {
	last := fn.Signature().Params().At(fn.Signature().Params().Len() - 1)
	elem, ok := last.Type().(*types.Slice)
	if !ok || !types.IsInterface(elem.Elem()) {
		return false
	}
	if decl := technique.DeclOf(l.pass, fn); decl != nil {
		return decl.Body != nil && l.methods(arg.Node().(ast.Expr)) && l.handedOn(last)
	}
	l.Leaves = true
	return l.decodes(fn, arg)
}

// handedOn reports whether the operands of a variadic function of the package only go to
// others that keep none.
func (l *lending) handedOn(v *types.Var) bool {
	if l.seen[v] {
		return true
	}
	l.seen[v] = true
	uses, ok := technique.LocalUses(l.pass, v)
	for _, use := range uses {
		call, isCall := use.Parent().Node().(*ast.CallExpr)
		if !isCall || !call.Ellipsis.IsValid() || call.Args[len(call.Args)-1] != use.Node() {
			return false
		}
		for range use.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil)) {
			return false
		}
		fn, isFunc := technique.Func(l.pass.TypesInfo, call)
		if !isFunc {
			return false
		}
		last := fn.Signature().Params().At(fn.Signature().Params().Len() - 1)
		if technique.DeclOf(l.pass, fn) != nil {
			ok = ok && l.handedOn(last)
			continue
		}
		l.Leaves = true
		ok = ok && l.trusted(fn)
	}
	return ok
}
