package guarded

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// claim is a condition that holds at a place, or does not where not is true.
type claim struct {
	cond ast.Expr
	not  bool
}

// around returns what holds at each use of a parameter.
func (c *call) around(param *types.Var) (claims []claim) {
	for i, use := range technique.UsesOf(c.pass, param) {
		here := c.holding(use)
		if i == 0 {
			claims = here
		}
		claims = slices.DeleteFunc(claims, func(a claim) bool {
			return !slices.ContainsFunc(here, func(b claim) bool {
				return a.not == b.not && c.same(a.cond, b.cond)
			})
		})
	}
	return claims
}

// holding returns what the if statements of the function around a place ask, and what those before
// it ask that return. A goto may pass by these.
func (c *call) holding(use inspector.Cursor) (claims []claim) {
	jumps := technique.HasGoto(c.pass, c.decl)
	for cur := range use.Enclosing() {
		n, ok := cur.Parent().Node().(*ast.IfStmt)
		if ok && cur.ParentEdgeKind() == edge.IfStmt_Body {
			claims = operands(claims, n.Cond, token.LAND)
		}
		if !jumps && technique.InList(cur) {
			claims = append(claims, leftBefore(cur)...)
		}
		if cur.Node() == c.decl {
			break
		}
	}
	return claims
}

// leftBefore returns what does not hold at a statement, because those before it in its list
// return where it does.
//
//	if !loud { return }; ...; use(text)
func leftBefore(stmt inspector.Cursor) (claims []claim) {
	for cur, ok := stmt.PrevSibling(); ok; cur, ok = cur.PrevSibling() {
		n, ok := cur.Node().(*ast.IfStmt)
		if !ok || n.Init != nil || n.Else != nil || len(n.Body.List) == 0 {
			continue
		}
		if _, leaves := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt); leaves {
			claims = operands(claims, n.Cond, token.LOR)
		}
	}
	return claims
}

// operands appends those of a conjunction, which hold, or of a disjunction, which do not.
func operands(list []claim, e ast.Expr, op token.Token) []claim {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != op {
		return append(list, claim{ast.Unparen(e), op == token.LOR})
	}
	return operands(operands(list, b.X, op), b.Y, op)
}
