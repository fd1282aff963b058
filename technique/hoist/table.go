package hoist

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// table matches a map of constants and functions that the function only reads, or one or a slice
// that it returns to functions that do: a slice that only it reads is on its stack, unless a
// literal has it that outlives the call.
func (s *site) table(lit *ast.CompositeLit) (building, bool) {
	b := building{what: "the table", suffix: "Table", text: technique.Text(s.pass, lit)}
	var elem types.Type
	switch t := s.pass.TypesInfo.TypeOf(lit).Underlying().(type) {
	case *types.Map:
		if elem = t.Elem(); !s.onlyRead() && !s.returned() {
			return b, false
		}
	case *types.Slice:
		if elem = t.Elem(); !s.returned() && !(s.outlives() && s.onlyRead()) {
			return b, false
		}
	default:
		return b, false
	}
	return b, len(lit.Elts) > 0 && technique.Immutable(elem) && s.constant(lit) &&
		!s.leadsBack(lit, make(map[ast.Node]bool))
}

// leadsBack reports whether the functions that code names, and what those name, name the function
// around the expression: a variable that needs them cannot be one that they need.
func (s *site) leadsBack(code ast.Node, seen map[ast.Node]bool) bool {
	for n := range ast.Preorder(code) {
		id, ok := n.(*ast.Ident)
		fn, isFunc := s.pass.TypesInfo.Uses[id].(*types.Func)
		if !ok || !isFunc {
			continue
		}
		next := technique.DeclOf(s.pass, fn)
		if next == nil || seen[next] {
			continue
		}
		seen[next] = true
		if next.Pos() <= s.expr.Pos() && s.expr.End() <= next.End() || s.leadsBack(next, seen) {
			return true
		}
	}
	return false
}

// constant reports whether an expression is a constant or a function, or a literal of them.
func (s *site) constant(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if !s.constant(elt) {
				return false
			}
		}
		return true
	case *ast.KeyValueExpr:
		if id, ok := e.Key.(*ast.Ident); ok && s.isField(id) {
			return s.constant(e.Value)
		}
		return s.constant(e.Key) && s.constant(e.Value)
	case *ast.FuncLit:
		return true // of names that mean the same outside
	case *ast.Ident:
		if _, fn := s.pass.TypesInfo.Uses[e].(*types.Func); fn {
			return true
		}
	}
	return s.pass.TypesInfo.Types[e].Value != nil
}

func (s *site) isField(id *ast.Ident) bool {
	v, ok := s.pass.TypesInfo.Uses[id].(*types.Var)
	return ok && v.IsField()
}

// onlyRead reports whether the table is only looked into, at once or through
// one local variable that nothing else is assigned to.
func (s *site) onlyRead() bool {
	if s.read(s.cur) {
		return true
	}
	v, _, _ := technique.Declared(s.pass.TypesInfo, s.cur.Parent().Node())
	if v == nil {
		return false
	}
	fn, ok := technique.Find(s.pass, s.fn)
	if !ok {
		return false
	}
	for id := range fn.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] == v && !s.read(id) {
			return false
		}
	}
	return true
}

// outlives reports whether code that is kept beyond the call has the local variable that holds the
// table, which is then on the heap: a function literal, or the body of a loop over a function that
// is not known.
func (s *site) outlives() bool {
	v, _, _ := technique.Declared(s.pass.TypesInfo, s.cur.Parent().Node())
	if v == nil {
		return false
	}
	for _, use := range technique.UsesOf(s.pass, v) {
		for cur := range use.Enclosing((*ast.FuncLit)(nil), (*ast.RangeStmt)(nil)) {
			loop, isLoop := cur.Node().(*ast.RangeStmt)
			if cur.Node().Pos() < v.Pos() {
				break
			}
			if !isLoop && technique.Outlives(s.pass, cur) || isLoop && s.unknown(loop.X) {
				return true
			}
		}
	}
	return false
}

// unknown reports whether an expression is a variable that holds a function.
func (s *site) unknown(e ast.Expr) bool {
	_, ok := technique.Variable(s.pass.TypesInfo, e)
	_, isFunc := s.pass.TypesInfo.TypeOf(e).Underlying().(*types.Signature)
	return ok && isFunc
}

// read reports whether a use of the table reads an element, ranges over it, asks for its length or
// gives it to a function that looks into it.
func (s *site) read(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.WrittenTo(s.pass.TypesInfo, parent)
	case *ast.RangeStmt:
		return cur.ParentEdgeKind() == edge.RangeStmt_X
	case *ast.CallExpr:
		return technique.IsBuiltin(s.pass.TypesInfo, n, "len") ||
			cur.ParentEdgeKind() == edge.CallExpr_Args && s.looksInto(n, cur)
	}
	return false
}
