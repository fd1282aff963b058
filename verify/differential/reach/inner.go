package reach

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/internal/stdeffects"
)

// inner reports whether a function is a part of functions that change as well, and shows what
// it does through them: it is not exported, gets pointers, and all of them lead to local
// variables of its callers. What such a variable may hold is between these functions; the
// arguments that a comparison makes up would know nothing of it. All callers change, and can be
// compared.
func (s *Package) inner(name string, changed map[string]bool) bool {
	decl := s.Old[name].Func
	if decl == nil || decl.Recv != nil || decl.Name.IsExported() || decl.Type.TypeParams != nil {
		return false
	}
	fn, ok := s.Info.Defs[decl.Name].(*types.Func)
	if !ok || !getsPointer(fn.Signature()) || s.testsName(fn.Name()) {
		return false
	}
	uses, calls := 0, 0
	for _, file := range s.Files {
		for _, d := range file.Decls {
			caller, isFunc := d.(*ast.FuncDecl)
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Ident:
					if s.Info.Uses[n] == fn {
						uses++
					}
				case *ast.CallExpr:
					id, plain := ast.Unparen(n.Fun).(*ast.Ident)
					if plain && isFunc && s.Info.Uses[id] == fn && caller != decl &&
						s.leadsHere(n, fn.Signature()) && s.compared(caller, changed) {
						calls++
					}
				}
				return true
			})
		}
	}
	return calls > 0 && calls == uses
}

func getsPointer(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Pointer); ok {
			return !sig.Variadic()
		}
	}
	return false
}

// testsName reports whether a test mentions a name.
func (s *Package) testsName(name string) bool {
	found := false
	for _, file := range s.Tests {
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && id.Name == name
			return !found
		})
	}
	return found
}

// leadsHere reports whether the pointers that a call gives are addresses of local variables.
func (s *Package) leadsHere(call *ast.CallExpr, sig *types.Signature) bool {
	if len(call.Args) != sig.Params().Len() {
		return false
	}
	for i, arg := range call.Args {
		if _, ok := sig.Params().At(i).Type().Underlying().(*types.Pointer); !ok {
			continue
		}
		addr, ok := ast.Unparen(arg).(*ast.UnaryExpr)
		if !ok || addr.Op != token.AND {
			return false
		}
		id, ok := ast.Unparen(addr.X).(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := s.Info.Uses[id].(*types.Var)
		if !ok || v.Parent() == s.Types.Scope() {
			return false
		}
	}
	return true
}

// compared reports whether a function changes and can be called before and after.
func (s *Package) compared(caller *ast.FuncDecl, changed map[string]bool) bool {
	fn, ok := s.Info.Defs[caller.Name].(*types.Func)
	if !ok || !changed[stdeffects.Name(fn)] {
		return false
	}
	t, ok := s.target(stdeffects.Name(fn))
	return ok && t.Unable == ""
}
