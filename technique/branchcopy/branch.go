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

// onlyRead reports whether a use of v neither changes it nor lets others do so.
func onlyRead(pass *analysis.Pass, use inspector.Cursor, v *types.Var) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		if lit.Node().Pos() > v.Pos() {
			return false
		}
	}
	if technique.PointedTo(pass.TypesInfo, use) {
		return false
	}
	for stmt := range use.Enclosing((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil),
		(*ast.RangeStmt)(nil)) {
		if stmt.Node().Pos() < v.Pos() {
			break
		}
		var left []ast.Expr
		switch n := stmt.Node().(type) {
		case *ast.AssignStmt:
			left = n.Lhs
		case *ast.IncDecStmt:
			left = []ast.Expr{n.X}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				left = []ast.Expr{n.Key, n.Value}
			}
		}
		id := use.Node()
		if slices.ContainsFunc(left, func(e ast.Expr) bool {
			return e != nil && e.Pos() <= id.Pos() && id.End() <= e.End()
		}) {
			return false
		}
	}
	return true
}

// early reports whether a use comes before each of the branches, lies in it, or
// in another clause of the same switch.
func early(use inspector.Cursor, branches []inspector.Cursor) bool {
	pos := use.Node().Pos()
	for _, b := range branches {
		if pos < b.Node().Pos() || within(b.Node(), pos) && inBody(use, b) {
			continue
		}
		if !otherClause(b, pos) {
			return false
		}
	}
	return true
}

// oneOf reports whether at most one of the branches runs for each time that v is declared: what
// two of them keep is one variable.
func oneOf(pass *analysis.Pass, branches []inspector.Cursor, v *types.Var) bool {
	for i, b := range branches {
		for _, later := range branches[i+1:] {
			pos := later.Node().Pos()
			if within(b.Node(), pos) ||
				!otherClause(b, pos) && !otherwise(b, pos) && !leaves(pass, b, v) {
				return false
			}
		}
	}
	return true
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

// otherClause reports whether pos lies in a switch or select with the branch,
// and in another one of its clauses.
func otherClause(b inspector.Cursor, pos token.Pos) bool {
	for clause := range b.Enclosing((*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		if within(clause.Parent().Node(), pos) && !within(clause.Node(), pos) {
			return true
		}
	}
	return false
}

// copyIn returns the edit that declares a copy at the beginning of a branch.
func copyIn(block inspector.Cursor, name string) analysis.TextEdit {
	text := name + " := " + name
	switch n := block.Node().(type) {
	case *ast.CaseClause:
		return technique.Insert(n.Body[0].Pos(), text+"\n")
	case *ast.CommClause:
		return technique.Insert(n.Body[0].Pos(), text+"\n")
	}
	return technique.Insert(block.Node().(*ast.BlockStmt).Lbrace+1, "\n"+text)
}
