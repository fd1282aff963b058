package byvalue

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// filled reports whether an expression gives no pointer that is nil because nothing gave it a
// value, and compares none.
func (s *small) filled(cur inspector.Cursor, n ast.Expr) bool {
	info := s.pass.TypesInfo
	switch n := n.(type) {
	case *ast.CompositeLit:
		return s.literal(n)
	case *ast.CallExpr:
		return s.allocation(n)
	case *ast.IndexExpr:
		m, ok := info.TypeOf(n.X).Underlying().(*types.Map)
		return !ok || !s.holds(m.Elem()) || outer(cur).ParentEdgeKind() == edge.AssignStmt_Lhs
	case *ast.UnaryExpr:
		if c, ok := info.TypeOf(n.X).Underlying().(*types.Chan); ok && n.Op == token.ARROW {
			return !s.holds(c.Elem())
		}
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			t := info.TypeOf(n.Type)
			return !s.holds(t) && !s.leads(t, reach{value: s.gains})
		}
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			return !s.holds(info.TypeOf(n.X)) && !s.holds(info.TypeOf(n.Y))
		}
	case *ast.SliceExpr:
		return s.sliced(n)
	}
	return true
}

// literal reports whether a literal leaves no pointer out.
func (s *small) literal(n *ast.CompositeLit) bool {
	t := s.pass.TypesInfo.TypeOf(n)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		given := make(map[string]bool)
		for _, e := range n.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				return true // all of them
			}
			given[kv.Key.(*ast.Ident).Name] = true
		}
		for f := range u.Fields() {
			if !given[f.Name()] && s.holds(f.Type()) {
				return false
			}
		}
	case *types.Array:
		return !s.holds(u.Elem()) || int64(len(n.Elts)) == u.Len() && !keyed(n)
	case *types.Slice:
		return !s.holds(u.Elem()) || !keyed(n)
	}
	return true
}

// keyed reports whether a literal names indices.
func keyed(n *ast.CompositeLit) bool {
	for _, e := range n.Elts {
		if _, ok := e.(*ast.KeyValueExpr); ok {
			return true
		}
	}
	return false
}

// allocation reports whether a call makes no pointers that are nil. It judges conversions, too.
func (s *small) allocation(call *ast.CallExpr) bool {
	info := s.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		t := info.TypeOf(call)
		from := info.TypeOf(call.Args[0])
		basic, ok := from.Underlying().(*types.Basic)
		return !s.isPointer(t) && !(ok && basic.Kind() == types.UnsafePointer &&
			s.leads(t, reach{far: true, value: true}))
	}
	switch {
	case technique.IsBuiltin(info, call, "new"):
		return !info.Types[call.Args[0]].IsType() || !s.holds(info.TypeOf(call.Args[0]))
	case technique.IsBuiltin(info, call, "make"):
		list, ok := info.TypeOf(call).Underlying().(*types.Slice)
		return !ok || !s.holds(list.Elem()) || technique.IsInt(info, call.Args[1], 0)
	}
	return true
}

// sliced reports whether a part of a slice is not longer than the slice. Where only the program
// knows, the rewrite is not for every one.
func (s *small) sliced(n *ast.SliceExpr) bool {
	info := s.pass.TypesInfo
	list, ok := info.TypeOf(n.X).Underlying().(*types.Slice)
	if !ok || n.High == nil || !s.holds(list.Elem()) || technique.IsInt(info, n.High, 0) {
		return true
	}
	high := ast.Unparen(n.High)
	if sub, ok := high.(*ast.BinaryExpr); ok {
		if sub.Op != token.SUB {
			return false
		}
		high = ast.Unparen(sub.X)
	}
	call, ok := high.(*ast.CallExpr)
	if ok && technique.IsBuiltin(info, call, "cap") {
		return false
	}
	if !ok || !technique.IsBuiltin(info, call, "len") ||
		!technique.SameExpr(info, call.Args[0], n.X) {
		s.safe = false
	}
	return true
}
