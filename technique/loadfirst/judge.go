package loadfirst

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// worthwhile reports whether the call makes something that Load does without: a value, or a
// key, on the heap.
func (a *asking) worthwhile() bool {
	return a.boxed(a.call.Args[0]) || a.made(a.call.Args[1])
}

// boxed reports whether an interface with the value of an expression needs an object.
func (a *asking) boxed(e ast.Expr) bool {
	tv := a.pass.TypesInfo.Types[e]
	return tv.Value == nil && !tv.IsNil() && technique.Boxed(a.pass, tv.Type)
}

// made reports whether evaluating an expression makes an object.
func (a *asking) made(e ast.Expr) bool {
	if a.boxed(e) {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.CompositeLit:
		_, isMap := a.pass.TypesInfo.TypeOf(e).Underlying().(*types.Map)
		return isMap
	case *ast.CallExpr:
		return !a.pass.TypesInfo.Types[e.Fun].IsType()
	case *ast.FuncLit:
		return true
	}
	return false
}

// repeatable reports whether the map and the key may be named twice, and the value may be
// made after the map was asked, or not at all.
func (a *asking) repeatable() bool {
	info := a.pass.TypesInfo
	sel, ok := ast.Unparen(a.call.Fun).(*ast.SelectorExpr)
	if !ok || !technique.Pure(info, sel.X) || !technique.Pure(info, a.call.Args[0]) {
		return false
	}
	return effects.Only(a.pass, a.call.Args[1], effects.Keeps|effects.Panics) &&
		a.steady(a.call.Args[1]) && a.neverRefused(a.call.Args[1])
}

// neverRefused reports whether no function that an expression calls panics on purpose, for what it
// gets: with another value of that the key may be stored already.
func (a *asking) neverRefused(e ast.Expr) bool {
	return effects.NewWalker(a.pass, effects.Rules{
		Node:    func(*ast.FuncDecl, ast.Node) bool { return true },
		Builtin: func(_ *ast.CallExpr, name string) bool { return name != "panic" },
		Library: func(_ *ast.CallExpr, fn *types.Func) bool {
			return !effects.Of(fn).Has(effects.Panics)
		},
	}).Allowed(e)
}

// asked reports whether the function has asked the map for the key before.
func (a *asking) asked(cur inspector.Cursor) bool {
	info := a.pass.TypesInfo
	sel := ast.Unparen(a.call.Fun).(*ast.SelectorExpr)
	fn, ok := technique.EnclosingFunc(cur)
	if !ok {
		return false
	}
	for other := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := other.Node().(*ast.CallExpr)
		load, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && call.Pos() < a.call.Pos() &&
			technique.IsMethod(info, call, "sync", "Map", "Load") &&
			technique.SameExpr(info, load.X, sel.X) &&
			technique.SameExpr(info, call.Args[0], a.call.Args[0]) {
			return true
		}
	}
	return false
}

// steady reports whether an expression does not panic, but in a function that it calls:
// that one panics for the next key that is not stored.
func (a *asking) steady(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // it does not run here
		case *ast.IndexExpr:
			ok = ok && a.pass.TypesInfo.Types[n.Index].IsType() // an instance
		case *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr:
			ok = false
		case *ast.BinaryExpr:
			ok = ok && n.Op != token.QUO && n.Op != token.REM && n.Op != token.SHL &&
				n.Op != token.SHR
		case *ast.SelectorExpr:
			ok = ok && a.reached(n)
		}
		return ok
	})
	return ok
}

// reached reports whether a selector follows no pointer but one by which the map is reached.
func (a *asking) reached(e *ast.SelectorExpr) bool {
	info := a.pass.TypesInfo
	sel := info.Selections[e]
	if sel == nil || !sel.Indirect() {
		return true // of a package, or of a value
	}
	if sel.Kind() != types.FieldVal {
		return true // a method's receiver is a part of what it is called for
	}
	v, ok := technique.Variable(info, e.X)
	return ok && len(sel.Index()) == 1 && technique.Uses(info, a.call.Fun, v)
}

// hoistable reports whether what the first part of an if statement declares may be declared
// before it.
func (a *asking) hoistable(n *ast.AssignStmt, stmt inspector.Cursor) bool {
	if n.Tok == token.ASSIGN {
		return true
	}
	for _, left := range n.Lhs {
		if name := left.(*ast.Ident).Name; name != "_" && !a.free(name, stmt) {
			return false
		}
	}
	return true
}

// free reports whether a name may be declared in the list of a statement, before it: nothing
// there declares it, nor means another by it afterwards.
func (a *asking) free(name string, stmt inspector.Cursor) bool {
	info := a.pass.TypesInfo
	list := stmt.Parent().Node()
	scope := info.Scopes[list]
	if fn, ok := stmt.Parent().Parent().Node().(*ast.FuncDecl); ok {
		scope = info.Scopes[fn.Type]
	}
	if lit, ok := stmt.Parent().Parent().Node().(*ast.FuncLit); ok {
		scope = info.Scopes[lit.Type]
	}
	if scope == nil || scope.Lookup(name) != nil {
		return false
	}
	free := true
	ast.Inspect(list, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id.Name != name || id.Pos() < stmt.Node().End() {
			return true
		}
		obj := info.Uses[id]
		free = free && (obj == nil || list.Pos() <= obj.Pos() && obj.Pos() < list.End())
		return true
	})
	return free
}
