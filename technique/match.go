package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// IsFunc reports whether call calls the package-level function pkg.name.
func IsFunc(info *types.Info, call *ast.CallExpr, pkg, name string) bool {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	return ok && fn.Signature().Recv() == nil && fn.Pkg() != nil &&
		fn.Pkg().Path() == pkg && fn.Name() == name
}

// IsMethod reports whether call calls method name of the named type pkg.typ,
// by value or by pointer.
func IsMethod(info *types.Info, call *ast.CallExpr, pkg, typ, name string) bool {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok || fn.Name() != name || fn.Signature().Recv() == nil {
		return false
	}
	return IsNamed(fn.Signature().Recv().Type(), pkg, typ)
}

// IsNamed reports whether t, or what it points to, is the named type pkg.name.
func IsNamed(t types.Type, pkg, name string) bool {
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	named, ok := t.(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == pkg &&
		named.Obj().Name() == name
}

// IsBuiltin reports whether call calls the builtin function of that name.
func IsBuiltin(info *types.Info, call *ast.CallExpr, name string) bool {
	b, ok := typeutil.Callee(info, call).(*types.Builtin)
	return ok && b.Name() == name
}

// Uses reports whether the syntax below n mentions obj.
func Uses(info *types.Info, n ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.ObjectOf(id) == obj {
			found = true
		}
		return !found
	})
	return found
}
