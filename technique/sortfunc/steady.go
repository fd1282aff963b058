package sortfunc

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// less returns what the method Less says of two elements, or the function that it asks.
func (s *sorter) less() (*less, bool) {
	m, ok := s.method(s.typ, "Less")
	if !ok {
		return nil, false
	}
	if path, ok := m.asks(); ok {
		return s.asked(path)
	}
	l := &less{call: s.call, typ: m.decl.Type, body: m.decl.Body, sorter: s, method: m}
	if !l.read(s.cur.Inspector().Root()) || !s.sameHere(m.decl) {
		return nil, false
	}
	return l, len(s.path) == 0 || s.dropped(l) && s.steady(m.decl.Body)
}

// asked returns the function literal to which a field of the struct literal leads.
func (s *sorter) asked(path []*types.Var) (*less, bool) {
	e, _ := s.value(s.arg, path)
	lit, ok := e.(*ast.FuncLit)
	if !ok {
		return nil, false
	}
	xs, rest := s.value(s.arg, s.path)
	if xs == nil || len(rest) > 0 || !technique.Pure(s.pass.TypesInfo, xs) {
		return nil, false
	}
	l := &less{call: s.call, typ: lit.Type, body: lit.Body, slice: xs}
	if !l.read(s.cur.Inspector().Root()) || assigns(s.pass.TypesInfo, lit.Body, xs) {
		return nil, false
	}
	return l, s.dropped(l)
}

// steady reports whether what Less reads beside the elements is the same whenever it is
// read: Less itself changes nothing, nor what it calls. And no name that it declares is one
// of the argument, which is read in it from now on.
func (s *sorter) steady(body *ast.BlockStmt) bool {
	if !effects.Only(s.pass, body, effects.Panics|effects.Keeps) {
		return false
	}
	named := make(map[string]bool)
	for n := range ast.Preorder(s.arg) {
		if id, ok := n.(*ast.Ident); ok {
			named[id.Name] = true
		}
	}
	for n := range ast.Preorder(body) {
		switch n := n.(type) {
		case *ast.Ident:
			if s.pass.TypesInfo.Defs[n] != nil && named[n.Name] {
				return false
			}
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if _, ok := left.(*ast.Ident); !ok {
					return false
				}
			}
		case *ast.IncDecStmt:
			if _, ok := n.X.(*ast.Ident); !ok {
				return false
			}
		}
	}
	return true
}

// dropped reports whether the struct need not be made: evaluating what is in it, apart from
// the slice, neither calls nor panics.
func (s *sorter) dropped(l *less) bool {
	xs, _ := s.value(s.arg, s.path)
	if xs == nil || len(l.others) > 0 && !technique.Pure(s.pass.TypesInfo, sliceOf(s, xs)) {
		return false
	}
	lit := literal(s.arg)
	return lit == nil || s.harmless(lit, xs)
}

// sliceOf returns a slice without a conversion.
func sliceOf(s *sorter, xs ast.Expr) ast.Expr {
	if conv, ok := xs.(*ast.CallExpr); ok && s.pass.TypesInfo.Types[conv.Fun].IsType() {
		return conv.Args[0]
	}
	return xs
}

// harmless reports whether an expression is the slice itself, or can be left out, or be
// evaluated again and again.
func (s *sorter) harmless(e, xs ast.Expr) bool {
	if e == xs {
		return true
	}
	info := s.pass.TypesInfo
	if info.Types[e].Value != nil || info.Types[e].IsNil() {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.FuncLit:
		return true
	case *ast.UnaryExpr:
		lit := literal(e)
		return lit != nil && s.harmless(lit, xs)
	case *ast.SelectorExpr:
		if sel := info.Selections[e]; sel != nil && sel.Kind() != types.FieldVal {
			return false
		}
		return technique.Pure(info, e) &&
			(!throughPointer(info, e) || sameOwner(info, e, sliceOf(s, xs)))
	case *ast.CompositeLit:
		if structOf(info.TypeOf(e)) == nil {
			return false
		}
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			if !s.harmless(elt, xs) {
				return false
			}
		}
		return true
	}
	return false
}

// throughPointer reports whether evaluating a field may panic.
func throughPointer(info *types.Info, e *ast.SelectorExpr) bool {
	sel := info.Selections[e]
	if sel == nil {
		return false // of another package
	}
	_, pointer := sel.Recv().Underlying().(*types.Pointer)
	if x, ok := ast.Unparen(e.X).(*ast.SelectorExpr); ok && throughPointer(info, x) {
		return true
	}
	return pointer || sel.Indirect()
}

// sameOwner reports whether the slice is a field of the same value as e.
func sameOwner(info *types.Info, e *ast.SelectorExpr, xs ast.Expr) bool {
	slice, ok := ast.Unparen(xs).(*ast.SelectorExpr)
	if !ok || !technique.SameExpr(info, e.X, slice.X) {
		return false
	}
	sel := info.Selections[e]
	return len(sel.Index()) == 1
}
