package branchcopy

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// leaves reports whether v is not there any more where a list has run to its end.
func leaves(pass *analysis.Pass, list inspector.Cursor, v *types.Var) bool {
	stmts := statements(list.Node())
	switch last := stmts[len(stmts)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		cur, ok := list.FindNode(last)
		return ok && gone(pass, cur, v)
	case *ast.ExprStmt:
		if call, ok := last.X.(*ast.CallExpr); ok &&
			technique.IsBuiltin(pass.TypesInfo, call, "panic") {
			return true
		}
	}
	return falls(pass, list, v)
}

// falls reports whether the end of a list is that of the function, or of the body of a
// loop, that declares v.
func falls(pass *analysis.Pass, list inspector.Cursor, v *types.Var) bool {
	for cur := range list.Enclosing() {
		if within(cur.Node(), v.Pos()) {
			break
		}
		if !technique.InList(cur) {
			continue
		}
		outer := cur.Parent()
		stmts := statements(outer.Node())
		if stmts[len(stmts)-1] != cur.Node() {
			return false
		}
		switch outer.ParentEdgeKind() {
		case edge.ForStmt_Body, edge.RangeStmt_Body:
			return anew(pass, outer.Parent().Node(), v)
		case edge.FuncDecl_Body:
			return outer.Parent().Node().(*ast.FuncDecl).Type.Results == nil
		case edge.FuncLit_Body:
			return outer.Parent().Node().(*ast.FuncLit).Type.Results == nil
		}
	}
	return false
}

// jumpsOut reports whether a statement at or after an exit leaves its list for a place
// where v still is.
func jumpsOut(pass *analysis.Pass, e exit, v *types.Var) bool {
	for cur := range e.list.Preorder((*ast.BranchStmt)(nil)) {
		n := cur.Node().(*ast.BranchStmt)
		if n.Pos() < e.at.Pos() {
			continue
		}
		if to := target(pass, cur); to == nil ||
			(to.Pos() < e.at.Pos() || e.list.Node().End() < to.End()) && !gone(pass, cur, v) {
			return true
		}
	}
	return false
}

// target returns the statement that a break or continue ends or goes on with; nil for
// other jumps.
func target(pass *analysis.Pass, jump inspector.Cursor) ast.Node {
	n := jump.Node().(*ast.BranchStmt)
	if n.Tok != token.BREAK && n.Tok != token.CONTINUE {
		return nil
	}
	for around := range jump.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.SwitchStmt)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.SelectStmt)(nil)) {
		if n.Label != nil {
			labeled, ok := around.Parent().Node().(*ast.LabeledStmt)
			if ok && pass.TypesInfo.Defs[labeled.Label] == pass.TypesInfo.Uses[n.Label] {
				return around.Node()
			}
			continue
		}
		switch around.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return around.Node()
		}
		if n.Tok == token.BREAK {
			return around.Node()
		}
	}
	return nil
}

// gone reports whether v is not there any more after a jump: it ends the statement
// that declares v, or goes on with a loop whose body does.
func gone(pass *analysis.Pass, jump inspector.Cursor, v *types.Var) bool {
	to := target(pass, jump)
	if to == nil || !within(to, v.Pos()) {
		return false
	}
	if jump.Node().(*ast.BranchStmt).Tok == token.BREAK {
		return true
	}
	return anew(pass, to, v)
}

// anew reports whether each iteration of a loop has a v of its own, to which nothing of
// one goes over to the next.
func anew(pass *analysis.Pass, loop ast.Node, v *types.Var) bool {
	switch n := loop.(type) {
	case *ast.ForStmt:
		return within(n.Body, v.Pos())
	case *ast.RangeStmt:
		file := technique.FileOf(pass, n.Pos())
		return within(n.Body, v.Pos()) ||
			within(n, v.Pos()) && technique.Since(pass, file, "go1.22")
	}
	return false
}
