package recognise

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// empties matches the statement after which a string accumulator begins again.
//
//	have: s = ""
func (a *Accumulator) empties(n *ast.AssignStmt) bool {
	s, ok := a.In.Pkg.Text(n.Rhs[0])
	if !ok || s != "" {
		return false
	}
	a.Resets = append(a.Resets, n)
	return true
}

// cuts matches the statement that takes the end off a string accumulator. The slice fails as
// the string does where there is no such end.
//
//	have: s = s[:len(s)-1]
func (a *Accumulator) cuts(n *ast.AssignStmt) bool {
	part, ok := n.Rhs[0].(*ast.SliceExpr)
	if !ok || part.Low != nil ||
		!technique.CutsEnd(a.In.Pkg.Info, part) || a.In.Variable(part.X) != a.Var {
		return false
	}
	a.Names = append(a.Names, n.Lhs[0].(*ast.Ident), part.X.(*ast.Ident))
	return true
}

// part notes a use of a string accumulator of which a byte is looked at, or the end cut off.
// It is not done when that is a use like any other.
func (a *Accumulator) part(use inspector.Cursor) (done, ok bool) {
	parent := use.Parent()
	switch use.ParentEdgeKind() {
	case edge.IndexExpr_X:
		a.Names = append(a.Names, use.Node().(*ast.Ident))
		return true, true
	case edge.SliceExpr_X:
		assign, isAssign := parent.Parent().Node().(*ast.AssignStmt)
		if isAssign && len(assign.Lhs) == 1 && a.In.Variable(assign.Lhs[0]) == a.Var {
			return true, assign.Tok == token.ASSIGN // assigns looks at it
		}
	}
	return false, false
}

// free reports whether a string that is made of bytes where the text is read takes no memory:
// it is only compared with another, or looked up.
func (a *Accumulator) free(read ast.Expr) bool {
	cur := a.In.Cursor(read)
	switch n := cur.Parent().Node().(type) {
	case *ast.BinaryExpr:
		switch n.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return true
		}
	case *ast.IndexExpr:
		_, isMap := a.In.Pkg.Info.TypeOf(n.X).Underlying().(*types.Map)
		up := cur.Parent()
		return isMap && n.Index == read && up.ParentEdgeKind() != edge.AssignStmt_Lhs &&
			up.ParentEdgeKind() != edge.IncDecStmt_X
	case *ast.SwitchStmt:
		for _, clause := range n.Body.List {
			for _, e := range clause.(*ast.CaseClause).List {
				if a.In.Pkg.Info.Types[e].Value == nil {
					return false
				}
			}
		}
		return true
	}
	return false
}

// startsAgain reports whether a text is read about once before another one begins, or more is
// added: as many strings are made as texts, where each addition made one.
func (a *Accumulator) startsAgain(read []ast.Expr) bool {
	if len(a.Resets) == 0 || len(read) > len(a.Resets)+1 {
		return false
	}
	looped := false
	for _, w := range a.Adds {
		looped = looped || a.Looped(w.Stmt)
	}
	for _, r := range read {
		loop := a.loopOf(r)
		if loop != nil && !a.changesIn(loop) {
			return false
		}
	}
	return looped
}

// loopOf returns the innermost loop around a node that the accumulator outlives, or nil.
func (a *Accumulator) loopOf(n ast.Node) ast.Node {
	for cur := range a.In.Cursor(n).Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if cur.Node().Pos() > a.Decl.Pos() {
			return cur.Node()
		}
		break
	}
	return nil
}

// changesIn reports whether the accumulator is added to or begins again in a loop.
func (a *Accumulator) changesIn(loop ast.Node) bool {
	within := func(s ast.Stmt) bool { return loop.Pos() <= s.Pos() && s.End() <= loop.End() }
	for _, w := range a.Adds {
		if within(w.Stmt) {
			return true
		}
	}
	for _, s := range a.Resets {
		if within(s) {
			return true
		}
	}
	return false
}
