package computeonce

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// anchor returns the statement before which a value can be made: the outermost
// loop around it that makes it in each iteration and changes no operand, or the
// statement that makes it. It is nil where neither will do. What a return makes is
// made by one iteration at most.
func (s *search) anchor(v *value) (at *inspector.Cursor, looped bool) {
	cur, inLoop, returned := v.cur, false, false
	for {
		parent, loop, ok := s.up(cur)
		if _, isReturn := parent.Node().(*ast.ReturnStmt); isReturn {
			returned = true
		}
		if !ok || loop && returned {
			return at, looped
		}
		inLoop = inLoop || loop
		cur = parent
		if _, ok := cur.Node().(ast.Stmt); !ok || !technique.InList(cur) {
			continue
		}
		if !s.before(v, cur.Node()) || s.changes(cur.Node(), v) ||
			!s.unchanged(cur.Node(), v, v) {
			return at, looped
		}
		if at == nil || inLoop {
			here := cur
			at, looped = &here, inLoop
		}
	}
}

// before reports whether all that a value names is declared before a statement.
func (s *search) before(v *value, stmt ast.Node) bool {
	for _, operand := range v.operands {
		if operand.Pos() >= stmt.Pos() && operand.Pos() < stmt.End() {
			return false
		}
	}
	return true
}

// up climbs from a node to its parent, as long as the parent evaluates it each
// time; loop says that it may do so several times.
func (s *search) up(cur inspector.Cursor) (parent inspector.Cursor, loop, ok bool) {
	parent = cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.BinaryExpr:
		short := n.Op == token.LAND || n.Op == token.LOR
		return parent, false, !short || cur.ParentEdgeKind() == edge.BinaryExpr_X
	case ast.Expr:
		_, lit := n.(*ast.FuncLit)
		return parent, false, !lit
	case *ast.IfStmt:
		return parent, false, cur.ParentEdgeKind() == edge.IfStmt_Cond ||
			cur.ParentEdgeKind() == edge.IfStmt_Init
	case *ast.ForStmt:
		return parent, cur.ParentEdgeKind() != edge.ForStmt_Init,
			cur.ParentEdgeKind() != edge.ForStmt_Post
	case *ast.RangeStmt:
		return parent, cur.ParentEdgeKind() == edge.RangeStmt_Body, true
	case *ast.SwitchStmt:
		return parent, false, cur.ParentEdgeKind() != edge.SwitchStmt_Body
	case *ast.CaseClause:
		// The first case is always asked.
		body := parent.Parent()
		clauses := body.Node().(*ast.BlockStmt).List
		_, tagged := body.Parent().Node().(*ast.SwitchStmt)
		return body.Parent(), false, tagged && n.List != nil && clauses[0] == n &&
			cur.Node() == n.List[0]
	case *ast.BlockStmt:
		switch parent.ParentEdgeKind() {
		case edge.ForStmt_Body, edge.RangeStmt_Body, edge.BlockStmt_List, edge.CaseClause_Body,
			edge.CommClause_Body:
			return parent, false, true
		}
		return parent, false, false
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.IncDecStmt, *ast.SendStmt,
		*ast.DeclStmt, *ast.GenDecl, *ast.ValueSpec, *ast.LabeledStmt, *ast.GoStmt, *ast.DeferStmt:
		return parent, false, true
	}
	return parent, false, false
}

// following returns a statement and those after it in its list.
func following(at inspector.Cursor) []ast.Stmt {
	list := listOf(at)
	for i, stmt := range list {
		if stmt == at.Node() {
			return list[i:]
		}
	}
	return nil
}

// listOf returns the list in which a statement stands.
func listOf(stmt inspector.Cursor) []ast.Stmt {
	switch n := stmt.Parent().Node().(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// pointsSurely reports whether the pointers that a value follows are not nil before
// a statement, or whether it would panic there in the same way: what is before
// follows them, or the value is the first that the statement evaluates.
func (s *search) pointsSurely(v *value, at inspector.Cursor, looped bool) bool {
	for _, p := range v.followed {
		if !s.follows(at, p) && (looped || !s.first(at.Node(), v.expr)) {
			return false
		}
	}
	return true
}

// follows reports whether all ways to a statement follow a pointer, which does not
// change in between; or whether the statement itself begins with that.
func (s *search) follows(at inspector.Cursor, p *types.Var) bool {
	uses, _ := technique.LocalUses(s.pass, p)
	if s.reassigned(p) {
		return false
	}
	for _, use := range uses {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || s.pass.TypesInfo.Selections[sel] == nil ||
			s.pass.TypesInfo.Selections[sel].Kind() != types.FieldVal {
			continue
		}
		if r, ok := at.Node().(*ast.RangeStmt); ok && r.X == sel {
			return true
		}
		if sel.End() <= at.Node().Pos() && s.leadsTo(use.Parent(), at) {
			return true
		}
	}
	return false
}

// leadsTo reports whether an expression is evaluated on all ways to a later
// statement: climbing from it, as long as it is evaluated each time, comes to a
// statement of a list in which at or what is around at stands, too.
func (s *search) leadsTo(expr, at inspector.Cursor) bool {
	for cur := expr; ; {
		parent, loop, ok := s.up(cur)
		if !ok || loop {
			return false
		}
		cur = parent
		if !technique.InList(cur) {
			continue
		}
		list := cur.Parent().Node()
		if list.Pos() <= at.Node().Pos() && at.Node().End() <= list.End() {
			return true
		}
	}
}

// first reports whether nothing that could act or panic is evaluated in a statement
// before an expression of it.
func (s *search) first(stmt ast.Node, e ast.Expr) bool {
	for n := range ast.Preorder(stmt) {
		if n.End() > e.Pos() {
			continue
		}
		switch n := n.(type) {
		case *ast.CallExpr, *ast.IndexExpr, *ast.StarExpr, *ast.SliceExpr, *ast.TypeAssertExpr,
			*ast.FuncLit, *ast.BinaryExpr:
			return false
		case *ast.SelectorExpr:
			if s.pass.TypesInfo.Selections[n] != nil {
				return false
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return false
			}
		}
	}
	return true
}
