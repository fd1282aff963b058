package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// takesTurns reports whether an iteration ends by handing the slice on to a variable that only
// the iterations know: with two slices that take turns, none needs to be made.
//
//	have: prev := make([]int, n); for ... { row := make([]int, n); ...; prev = row }
//	want: prev := make([]int, n); for ... { row = ...; ...; prev, row = row, prev }
func (s *scratch) takesTurns(use inspector.Cursor, n *ast.AssignStmt) bool {
	stmt := use.Parent()
	_, made := s.made.(*ast.CallExpr)
	_, whole := use.Node().(*ast.Ident)
	if !made || !whole || s.turns || n.Tok != token.ASSIGN || len(n.Lhs) != 1 ||
		n.Rhs[0] != use.Node() || stmt.ParentEdgeKind() != edge.BlockStmt_List ||
		stmt.Parent() != s.stmt.Parent() {
		return false
	}
	other, ok := technique.Variable(s.pass.TypesInfo, n.Lhs[0])
	if !ok || other == s.v || !types.Identical(other.Type(), s.v.Type()) ||
		other.Parent() == s.pass.Pkg.Scope() {
		return false
	}
	uses, _ := technique.LocalUses(s.pass, s.v)
	for _, own := range uses {
		if own.Node().Pos() > use.Node().Pos() {
			return false // it would be the other one
		}
	}
	if !s.ownedBy(other, n) {
		return false
	}
	s.turns = true
	a, b := other.Name(), s.name.Name
	s.edits = append(s.edits, technique.Replace(n, a+", "+b+" = "+b+", "+a))
	return true
}

// ownedBy reports whether a variable begins with a slice of its own and gets no other one but
// by the assignment, and nothing before the end of the loop keeps what it has, nor ranges over it
// meanwhile.
func (s *scratch) ownedBy(v *types.Var, turn *ast.AssignStmt) bool {
	for loop := range s.stmt.Enclosing((*ast.RangeStmt)(nil)) {
		if technique.Uses(s.pass.TypesInfo, loop.Node().(*ast.RangeStmt).X, v) {
			return false
		}
	}
	switch begin := technique.Initial(s.pass, v).(type) {
	case *ast.CompositeLit:
	case *ast.CallExpr:
		if !technique.IsBuiltin(s.pass.TypesInfo, begin, "make") {
			return false
		}
	default:
		return false
	}
	uses, ok := technique.LocalUses(s.pass, v)
	for _, use := range uses {
		given, addressed := technique.Replaced(use)
		switch {
		case use.Node() == turn.Lhs[0]:
		case given || addressed:
			return false
		case use.Node().Pos() > s.loop.Node().End():
		case !s.atOnce(use, v) || !s.sliceUse(use, v, []*types.Var{v}):
			return false
		}
	}
	return ok
}
