package byvalue

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// use reports whether a pointer is used for what a struct does as well.
func (s *small) use(cur inspector.Cursor) bool {
	whole := outer(cur)
	switch n := whole.Parent().Node().(type) {
	case *ast.SelectorExpr:
		return s.read(whole)
	case *ast.StarExpr:
		s.unstar(whole.Parent(), n)
		return s.read(whole)
	case *ast.CallExpr:
		return whole.ParentEdgeKind() == edge.CallExpr_Args &&
			!s.pass.TypesInfo.Types[n.Fun].IsType() &&
			!technique.IsBuiltin(s.pass.TypesInfo, n, "new")
	case *ast.KeyValueExpr:
		return whole.ParentEdgeKind() == edge.KeyValueExpr_Value
	case *ast.ReturnStmt, *ast.AssignStmt, *ast.ValueSpec, *ast.CompositeLit, *ast.SendStmt,
		*ast.RangeStmt, *ast.ExprStmt:
		return true
	}
	return false
}

// read reports whether nothing is changed by a pointer, but for a struct that is being built.
func (s *small) read(cur inspector.Cursor) bool {
	switch written(s.pass.TypesInfo, cur) {
	case not:
		return true
	case assigned:
		return s.builds(cur)
	}
	return false
}

// writing is what an expression does to a struct.
type writing int

const (
	not writing = iota
	assigned
	addressed
)

// written returns what is done to the struct, or to a part of it that lies in it. Methods of the
// struct itself do nothing, because they are judged themselves.
func written(info *types.Info, cur inspector.Cursor) writing {
	for first := true; ; {
		x := cur.Node().(ast.Expr)
		in := first || inPlace(info.TypeOf(x))
		switch n := cur.Parent().Node().(type) {
		case *ast.ParenExpr:
			cur = cur.Parent()
			continue
		case *ast.SelectorExpr:
			sel := info.Selections[n]
			if sel.Kind() != types.FieldVal {
				if changedBy(info, sel, first) {
					return addressed
				}
				return not
			}
			if !in {
				return not
			}
			first = false
		case *ast.StarExpr:
			if !first {
				return not
			}
		case *ast.IndexExpr:
			if n.X != x || !in {
				return not
			}
		case *ast.SliceExpr:
			if n.X == x && in {
				return addressed
			}
			return not
		case *ast.UnaryExpr:
			return addressIf(n)
		default:
			return assignedIf(cur)
		}
		cur = cur.Parent()
	}
}

// addressIf returns what an operator does to its operand.
func addressIf(n *ast.UnaryExpr) writing {
	if n.Op.String() == "&" {
		return addressed
	}
	return not
}

// assignedIf returns what a statement does to an expression.
func assignedIf(cur inspector.Cursor) writing {
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return assigned
	}
	return not
}

// inPlace reports whether parts of a value of type t lie in the value.
func inPlace(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// changedBy reports whether a method gets the address of a part of what it is called for. The
// methods of the struct are those that first finds without an embedded field.
func changedBy(info *types.Info, sel *types.Selection, first bool) bool {
	fn, ok := sel.Obj().(*types.Func)
	if !ok || first && len(sel.Index()) == 1 {
		return !ok
	}
	if _, pointer := fn.Signature().Recv().Type().Underlying().(*types.Pointer); !pointer {
		return false
	}
	t := sel.Recv()
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	_, pointer := t.Underlying().(*types.Pointer)
	return !pointer
}

// method reports whether a method of the struct that gets a pointer is found by one, or by a
// local variable that nothing changes, and not for an embedded struct.
func (s *small) method(n *ast.SelectorExpr) bool {
	info := s.pass.TypesInfo
	sel := info.Selections[n]
	if sel == nil || sel.Kind() == types.FieldVal {
		return true
	}
	if sel.Kind() == types.MethodExpr && s.isPointer(sel.Recv()) && len(sel.Index()) > 1 {
		return !changedBy(info, sel, true)
	}
	if !s.isPointer(sel.Obj().(*types.Func).Signature().Recv().Type()) {
		return true
	}
	if len(sel.Index()) > 1 {
		return false
	}
	if sel.Kind() == types.MethodExpr || s.isPointer(sel.Recv()) {
		return true
	}
	x := ast.Unparen(n.X)
	if star, ok := x.(*ast.StarExpr); ok {
		return s.isPointer(info.TypeOf(star.X))
	}
	v, ok := technique.Variable(info, x)
	return ok && s.steady(v)
}
