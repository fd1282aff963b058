package branchcopy

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// branch returns the block around a use of v, which runs only sometimes, and at
// most once for each time that v is declared.
func branch(pass *analysis.Pass, use inspector.Cursor, v *types.Var) (inspector.Cursor, bool) {
	var none inspector.Cursor
	for around := range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.FuncLit)(nil)) {
		if around.Node().Pos() > v.Pos() {
			return none, false
		}
	}
	for block := range use.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil),
		(*ast.CommClause)(nil)) {
		if block.Node().Pos() < v.Pos() || !conditional(block) {
			return none, false
		}
		scope := pass.TypesInfo.Scopes[block.Node()]
		return block, (scope == nil || scope.Lookup(v.Name()) == nil) && inBody(use, block)
	}
	return none, false
}

// conditional reports whether a block is a branch.
func conditional(block inspector.Cursor) bool {
	switch block.ParentEdgeKind() {
	case edge.IfStmt_Body, edge.IfStmt_Else:
		return true
	}
	_, isBlock := block.Node().(*ast.BlockStmt)
	return !isBlock
}

// inBody reports whether a use lies in the statements of a clause, not in what
// it compares or receives.
func inBody(use, block inspector.Cursor) bool {
	switch n := block.Node().(type) {
	case *ast.CaseClause:
		return len(n.Body) > 0 && n.Colon < use.Node().Pos()
	case *ast.CommClause:
		return len(n.Body) > 0 && n.Colon < use.Node().Pos()
	}
	return true
}

// before reports whether a use of v that comes before the branches leaves nothing behind that
// leads to v: then the copy is made of what it is by then, and no other code has v.
func (l *lender) before(use inspector.Cursor, v *types.Var) bool {
	_, captured := capturing(use, v)
	return !captured && l.place(use) <= lent
}

// inOne reports whether a use lies in one of the branches, where it is one of the copy.
func inOne(use inspector.Cursor, branches []inspector.Cursor) bool {
	return slices.ContainsFunc(branches, func(b inspector.Cursor) bool {
		return within(b.Node(), use.Node().Pos()) && inBody(use, b)
	})
}

// early reports whether a use comes before each of the branches, lies in it, or does not run
// after it.
func early(pass *analysis.Pass, use inspector.Cursor, v *types.Var,
	branches ...inspector.Cursor) bool {
	pos := use.Node().Pos()
	return !slices.ContainsFunc(branches, func(b inspector.Cursor) bool {
		return pos >= b.Node().Pos() && !within(b.Node(), pos) && !apart(pass, b, pos, v)
	})
}

// oneOf reports whether at most one of the branches runs for each time that v is declared: what
// two of them keep is one variable.
func oneOf(pass *analysis.Pass, branches []inspector.Cursor, v *types.Var) bool {
	for i, b := range branches {
		for _, later := range branches[i+1:] {
			pos := later.Node().Pos()
			if within(b.Node(), pos) || !apart(pass, b, pos, v) {
				return false
			}
		}
	}
	return true
}

// apart reports whether what is at pos, behind the beginning of a branch, does not run after the
// branch with the same v.
func apart(pass *analysis.Pass, b inspector.Cursor, pos token.Pos, v *types.Var) bool {
	return otherClause(b, pos) || otherwise(b, pos) || ends(pass, b, v)
}

// ends reports whether v is not there any more after a branch.
func ends(pass *analysis.Pass, b inspector.Cursor, v *types.Var) bool {
	e := exit{list: b, at: statements(b.Node())[0]}
	return leaves(pass, b, v) && !jumpsOut(pass, e, v)
}

// otherwise reports whether pos lies in the else of an if statement whose body is the branch or
// is around it.
func otherwise(b inspector.Cursor, pos token.Pos) bool {
	for around := range b.Enclosing((*ast.IfStmt)(nil)) {
		n := around.Node().(*ast.IfStmt)
		if n.Else != nil && within(n.Else, pos) && within(n.Body, b.Node().Pos()) {
			return true
		}
	}
	return false
}

func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// otherClause reports whether pos lies in a switch or select with the branch, and in another one
// of its clauses, none of which falls through.
func otherClause(b inspector.Cursor, pos token.Pos) bool {
	for clause := range b.Enclosing((*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		if within(clause.Parent().Node(), pos) && !within(clause.Node(), pos) &&
			!fallsThrough(clause.Parent().Node().(*ast.BlockStmt)) {
			return true
		}
	}
	return false
}

// fallsThrough reports whether a clause of a switch goes on with the next one.
func fallsThrough(clauses *ast.BlockStmt) bool {
	return slices.ContainsFunc(clauses.List, func(clause ast.Stmt) bool {
		list := statements(clause)
		if len(list) == 0 {
			return false
		}
		jump, ok := list[len(list)-1].(*ast.BranchStmt)
		return ok && jump.Tok == token.FALLTHROUGH
	})
}

// copyIn returns the edit that declares a copy at the beginning of a branch.
func copyIn(block inspector.Cursor, name string) analysis.TextEdit {
	return insertIn(block, name+" := "+name)
}

// insertIn returns the edit that inserts statements at the beginning of a branch.
func insertIn(block inspector.Cursor, text string) analysis.TextEdit {
	switch n := block.Node().(type) {
	case *ast.CaseClause:
		return technique.Insert(n.Body[0].Pos(), text+"\n")
	case *ast.CommClause:
		return technique.Insert(n.Body[0].Pos(), text+"\n")
	}
	return technique.Insert(block.Node().(*ast.BlockStmt).Lbrace+1, "\n"+text)
}
