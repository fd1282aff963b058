package reach

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/internal/stdeffects"
)

// comparers returns the functions that stay as they are, call one of those that
// change, and tell pointers or errors apart. Only there it shows whether two
// results that say the same are the same.
func (s *Package) comparers(changed map[string]bool) []string {
	var list []string
	for name, old := range s.Old {
		now, both := s.New[name]
		if old.Func == nil || old.Func.Body == nil || changed[name] || !both ||
			!now.calledLike(old) {
			continue
		}
		if s.calls(old.Func.Body, changed) && s.compares(old.Func.Body) {
			list = append(list, name)
		}
	}
	return list
}

// calls reports whether one of the functions is named in n.
func (s *Package) calls(n ast.Node, names map[string]bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		fn, ok := s.Info.Uses[id].(*types.Func)
		if !ok || fn.Pkg() != s.Types {
			return true
		}
		found = names[stdeffects.Name(fn)]
		return true
	})
	return found
}

// compares reports whether identities are compared in n.
func (s *Package) compares(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || (n.Op == token.EQL || n.Op == token.NEQ) &&
				s.identity(n.X) && s.identity(n.Y)
		case *ast.SwitchStmt:
			found = found || n.Tag != nil && s.identity(n.Tag)
		case *ast.IndexExpr:
			if m, ok := s.Info.TypeOf(n.X).Underlying().(*types.Map); ok {
				found = found || identity(m.Key())
			}
		case *ast.SelectorExpr:
			fn, ok := s.Info.Uses[n.Sel].(*types.Func)
			found = found || ok && fn.FullName() == "errors.Is"
		}
		return !found
	})
	return found
}

// identity reports whether an expression is something that another one of the
// same content may differ from.
func (s *Package) identity(e ast.Expr) bool {
	tv := s.Info.Types[e]
	return tv.Type != nil && !tv.IsNil() && identity(tv.Type)
}

func identity(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Chan:
		return true
	}
	return false
}
