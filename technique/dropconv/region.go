package dropconv

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// unwritten reports whether no code writes to the bytes between the copy and
// the last read of it.
func (t *trail) unwritten() bool {
	from, to := t.span()
	ok := !technique.HasGoto(t.pass, t.fn.Node())
	t.fn.Inspect(nil, func(cur inspector.Cursor) bool {
		n := cur.Node()
		switch {
		case !ok || n.End() <= from || to <= n.Pos() || n.Pos() == from && t.reads(n):
			return false
		case from <= n.Pos() && n.End() <= to:
			ok = effects.NoByteWrites(t.pass, n)
			return false
		}
		return true
	})
	return ok
}

// span returns the range of the source that may run between the two.
func (t *trail) span() (from, to token.Pos) {
	from, to = t.statementRange(t.start)
	to = max(to, t.until)
	for cur := range t.changed {
		lo, hi := t.statementRange(cur)
		from, to = min(from, lo), max(to, hi)
	}
	for {
		lo, hi := t.withLoops(from, to)
		if lo == from && hi == to {
			return from, to
		}
		from, to = lo, hi
	}
}

// statementRange returns the range of the statement around an expression that
// belongs to it alone: not its blocks, unless it is a loop over the expression.
func (t *trail) statementRange(cur inspector.Cursor) (from, to token.Pos) {
	for {
		kind, _ := cur.ParentEdge()
		switch kind {
		case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body, edge.IfStmt_Cond,
			edge.IfStmt_Init, edge.ForStmt_Init, edge.ForStmt_Cond, edge.ForStmt_Post,
			edge.SwitchStmt_Init, edge.SwitchStmt_Tag, edge.CaseClause_List,
			edge.RangeStmt_Key, edge.RangeStmt_Value, edge.FuncDecl_Body, edge.FuncLit_Body:
			return cur.Node().Pos(), cur.Node().End()
		case edge.RangeStmt_X: // a sequence is looked at while the loop runs
			return cur.Parent().Node().Pos(), cur.Parent().Node().End()
		}
		if !cur.Parent().Valid() || cur.Parent() == t.fn {
			return cur.Node().Pos(), cur.Node().End()
		}
		cur = cur.Parent()
	}
}

// withLoops widens a range by the loops that it reaches into, and by those
// around it from one round to the next of which a variable lives.
func (t *trail) withLoops(from, to token.Pos) (token.Pos, token.Pos) {
	for cur := range t.fn.Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		n := cur.Node()
		if n.End() <= from || to <= n.Pos() {
			continue
		}
		inside := n.Pos() <= from && to <= n.End()
		if !inside || t.outlives(n) {
			from, to = min(from, n.Pos()), max(to, n.End())
		}
	}
	return from, to
}

// outlives reports whether a variable is declared outside of the loop.
func (t *trail) outlives(loop ast.Node) bool {
	for v := range t.vars {
		if v.Pos() < loop.Pos() || loop.End() <= v.Pos() {
			return true
		}
	}
	return false
}
