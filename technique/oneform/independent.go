package oneform

import (
	"go/ast"
	"go/token"
	"go/types"
)

// independent reports whether values are the same when each is given to its variable before the
// next one is made: none names a variable that is declared with it, and what the calls among them
// do does not change the others.
func (f *former) independent(names []string, values []ast.Expr) bool {
	calls := 0
	for i, value := range values {
		for _, name := range names[:i] {
			if mentions(value, name) {
				return false
			}
		}
		if f.calls(value) {
			calls++
		}
	}
	later := calls
	for _, value := range values {
		if !f.calls(value) {
			if calls > 0 && !f.steady(value) {
				return false
			}
			continue
		}
		call, ok := ast.Unparen(value).(*ast.CallExpr)
		if later--; later > 0 && (!ok || !f.given(call)) {
			return false // what is done with the result comes behind the later calls
		}
	}
	return true
}

// given reports whether a call is of a function or method that gets what has its value whatever
// is called later, as what is written instead may look at it then.
func (f *former) given(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if !f.calls(arg) && !f.steady(arg) {
			return false
		}
	}
	return true
}

// calls reports whether an expression calls a function, or receives from a channel. A conversion
// and a function that only looks at its operand are none.
func (f *former) calls(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			tv := f.Info.Types[n.Fun]
			found = found || !tv.IsType() && !tv.IsBuiltin()
		}
		return !found
	})
	return found
}

// steady reports whether an expression has its value whatever functions are called beside it: it
// names constants, types and variables of the function that no other code can change, and looks
// into no memory.
func (f *former) steady(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.StarExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.SelectorExpr:
			return false
		case *ast.Ident:
			if v, ok := f.Info.Uses[n].(*types.Var); ok && f.changesElsewhere(v) {
				return false
			}
		}
	}
	return true
}

// changesElsewhere reports whether code outside of the function's statements may change a
// variable.
func (f *former) changesElsewhere(v *types.Var) bool {
	if v.IsField() || v.Parent() == nil || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return true
	}
	if f.shared == nil {
		f.shared = make(map[types.Object]bool)
		ast.Inspect(f.fn, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					f.share(n.X)
				}
			case *ast.FuncLit:
				if n != f.fn {
					f.share(n)
				}
			case *ast.SelectorExpr:
				switch f.Info.TypeOf(n.X).(type) {
				case *types.Pointer, nil:
				default:
					if !types.IsInterface(f.Info.TypeOf(n.X)) {
						f.share(n.X) // of a method, perhaps, that gets its address
					}
				}
			}
			return true
		})
	}
	return f.shared[v]
}

// share notes all variables below n.
func (f *former) share(n ast.Node) {
	for n := range ast.Preorder(n) {
		if id, ok := n.(*ast.Ident); ok {
			f.shared[f.Info.ObjectOf(id)] = true
		}
	}
}
