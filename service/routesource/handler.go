package routesource

import (
	"go/ast"
	"go/types"
)

// handler returns the name of the function that a registration gives: that of its
// last argument, where it names one.
func (c call) handler() string {
	if len(c.Args) < 2 {
		return ""
	}
	return handlerName(c.info, c.Args[len(c.Args)-1])
}

// handlerName returns the name of a function, a method value, or the only function
// among the arguments of what wraps it.
func handlerName(info *types.Info, e ast.Expr) string {
	e = ast.Unparen(e)
	if f, ok := objectOf(info, e).(*types.Func); ok {
		return symbolOf(f)
	}
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return ""
	}
	found := ""
	for _, arg := range c.Args {
		name := handlerName(info, arg)
		if name != "" && found != "" {
			return ""
		}
		if name != "" {
			found = name
		}
	}
	return found
}

// symbolOf returns the name of a function as the linker has it.
func symbolOf(f *types.Func) string {
	if f.Pkg() == nil {
		return f.Name()
	}
	pkg := f.Pkg().Path()
	if f.Pkg().Name() == "main" {
		pkg = "main"
	}
	recv := f.Signature().Recv()
	if recv == nil {
		return pkg + "." + f.Name()
	}
	t, star := recv.Type(), false
	if p, ok := t.(*types.Pointer); ok {
		t, star = p.Elem(), true
	}
	named, ok := t.(*types.Named)
	switch {
	case !ok:
		return ""
	case star:
		return pkg + ".(*" + named.Obj().Name() + ")." + f.Name()
	}
	return pkg + "." + named.Obj().Name() + "." + f.Name()
}
