package symbol

import (
	"go/ast"
	"go/types"
)

// generic stands for the type arguments that the instances of a generic function
// or type do not share.
const generic = "[...]"

// OfFunc returns a function's name in its package, as pprof prints it: F, T.M,
// (*T).M, with [...] for what the instances of a generic one share.
func OfFunc(fn *types.Func) string {
	sig := fn.Signature()
	if sig.Recv() == nil {
		return join("", false, fn.Name(), sig.TypeParams().Len() > 0)
	}
	t := types.Unalias(sig.Recv().Type())
	pointer, isPointer := t.(*types.Pointer)
	if isPointer {
		t = types.Unalias(pointer.Elem())
	}
	typ := "?"
	if named, ok := t.(*types.Named); ok {
		typ = named.Obj().Name()
		if named.TypeParams().Len() > 0 {
			typ += generic
		}
	}
	return join(typ, isPointer, fn.Name(), false)
}

// Full returns a function's whole name, as pprof prints it.
func Full(fn *types.Func) string {
	return Path(fn.Pkg().Path(), fn.Pkg().Name()) + "." + OfFunc(fn)
}

// OfDecl is like [OfFunc] for a declaration whose types are not known.
func OfDecl(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return join("", false, fn.Name.Name, fn.Type.TypeParams != nil)
	}
	t, isPointer := fn.Recv.List[0].Type, false
	if star, ok := t.(*ast.StarExpr); ok {
		t, isPointer = star.X, true
	}
	typ := ""
	switch t := t.(type) {
	case *ast.Ident:
		typ = t.Name
	case *ast.IndexExpr:
		typ = baseName(t.X)
	case *ast.IndexListExpr:
		typ = baseName(t.X)
	}
	return join(typ, isPointer, fn.Name.Name, false)
}

// Receiver returns the name of the type that a declaration is a method of; "" for a function.
func Receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return ""
	}
	for n := range ast.Preorder(fn.Recv.List[0].Type) {
		if id, ok := n.(*ast.Ident); ok {
			return id.Name // before its type parameters
		}
	}
	return ""
}

// Declared returns the name of a declaration within its package: F, or T.M.
func Declared(fn *ast.FuncDecl) string {
	if recv := Receiver(fn); recv != "" {
		return recv + "." + fn.Name.Name
	}
	return fn.Name.Name
}

// baseName is the name of a generic type.
func baseName(x ast.Expr) string {
	if id, ok := x.(*ast.Ident); ok {
		return id.Name + generic
	}
	return ""
}

func join(typ string, isPointer bool, name string, isGeneric bool) string {
	switch {
	case isGeneric:
		return name + generic
	case typ == "" && !isPointer:
		return name
	case isPointer:
		return "(*" + typ + ")." + name
	}
	return typ + "." + name
}

// Path returns how symbols call a package: "main" for a main package, whatever
// its import path.
func Path(importPath, name string) string {
	if name == "main" {
		return "main"
	}
	return importPath
}
