package computeonce

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique/effects"
)

// onStack returns the uses that are made once. A sum of texts that is only looked at is on the
// stack, if it is short: it must not go to the heap for the sake of a branch that keeps one.
func (s *search) onStack(lead *value, uses []*value) []*value {
	if sum, ok := lead.expr.(*ast.BinaryExpr); !ok || sum.Op != token.ADD || !s.lookedAt(lead) {
		return uses
	}
	return slices.DeleteFunc(uses, func(v *value) bool {
		return !s.lookedAt(v) && s.perhaps(lead, v)
	})
}

// lookedAt reports whether a text is compared, looked up, or given to a function that only
// looks at it.
func (s *search) lookedAt(v *value) bool {
	switch v.cur.ParentEdgeKind() {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return v.cur.Parent().Node().(*ast.BinaryExpr).Op != token.ADD
	case edge.CallExpr_Args:
		return effects.TextRead(s.pass, v.cur)
	}
	return false
}

// perhaps reports whether a value is made in a branch that begins behind another one.
func (s *search) perhaps(lead, v *value) bool {
	for around := range v.cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil),
		(*ast.CommClause)(nil)) {
		if around.Node().Pos() > lead.expr.End() {
			return true
		}
	}
	return false
}
