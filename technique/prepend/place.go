package prepend

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// place finds the loop around a statement that stands in the list in which the text is
// declared empty, with nothing between that looks at it.
func (g *growing) place(stmt inspector.Cursor) (ok bool) {
	if g.decl, g.loop, ok = technique.LoopBehind(g.pass, stmt, g.v); !ok {
		return false
	}
	_, _, value := technique.Declared(g.pass.TypesInfo, g.decl.Node())
	return value == nil || g.isEmpty(value)
}

func (g *growing) isEmpty(e ast.Expr) bool {
	text, ok := technique.ConstantText(g.pass.TypesInfo, e)
	return ok && text == ""
}

// uses looks at all uses of the text in the loop: each puts something before it, or asks
// how long it is. The loop only ends behind itself.
func (g *growing) uses() bool {
	uses, ok := technique.LocalUses(g.pass, g.v)
	fn, inFunc := technique.EnclosingFunc(g.loop)
	if !ok || !inFunc || technique.HasGoto(g.pass, fn.Node()) {
		return false
	}
	for n := range g.loop.Preorder((*ast.BranchStmt)(nil)) {
		if n.Node().(*ast.BranchStmt).Label != nil {
			return false
		}
	}
	for _, use := range uses {
		if !technique.InFunc(use, fn) {
			return false
		}
		if !g.loop.Contains(use) {
			given, addressed := technique.Replaced(use)
			if addressed || given && use.Node().Pos() < g.loop.Node().Pos() {
				return false
			}
			continue
		}
		if use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			if !g.adding(use.Parent()) {
				return false
			}
			g.adds = append(g.adds, use.Parent())
		} else if !g.inAdding(use) && !g.asksLength(use) {
			return false
		}
	}
	return len(g.adds) > 0
}

// adding reports whether a statement is s = piece + s, with no other s in it.
func (g *growing) adding(stmt inspector.Cursor) bool {
	as, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	list := g.pieces(as.Rhs[0])
	if len(list) < 2 || !technique.Names(g.pass.TypesInfo, list[len(list)-1], g.v) {
		return false
	}
	impure := 0
	for _, piece := range list[:len(list)-1] {
		if technique.Uses(g.pass.TypesInfo, piece, g.v) {
			return false
		}
		if !technique.Pure(g.pass.TypesInfo, piece) {
			impure++
		}
	}
	return impure < 2 && !technique.Commented(g.pass, as.Rhs[0]) // they are asked backwards
}

// inAdding reports whether a use is the last operand of a statement s = piece + s.
func (g *growing) inAdding(use inspector.Cursor) bool {
	for stmt := range use.Enclosing((*ast.AssignStmt)(nil)) {
		return technique.Names(g.pass.TypesInfo, stmt.Node().(*ast.AssignStmt).Lhs[0], g.v) &&
			g.adding(stmt)
	}
	return false
}

// pieces returns the operands of a sum, in their order.
func (g *growing) pieces(e ast.Expr) []ast.Expr {
	sum, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD || g.pass.TypesInfo.Types[e].Value != nil {
		return []ast.Expr{ast.Unparen(e)}
	}
	return append(g.pieces(sum.X), g.pieces(sum.Y)...)
}

// asksLength reports whether a use is in len(s) or in a comparison with "".
func (g *growing) asksLength(use inspector.Cursor) bool {
	switch n := use.Parent().Node().(type) {
	case *ast.CallExpr:
		return technique.IsBuiltin(g.pass.TypesInfo, n, "len")
	case *ast.BinaryExpr:
		return n.X == use.Node() && g.isEmpty(n.Y) && (n.Op == token.EQL || n.Op == token.NEQ)
	}
	return false
}

// called finds a name for the bytes: a usual one, if the function has no other use for it.
func (g *growing) called() string {
	var outermost ast.Node = g.loop.Node()
	for fn := range g.loop.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		outermost = fn.Node()
	}
	if name := technique.FreeName(outermost, "b", "buf"); name != "" {
		return name
	}
	return technique.FreshName(g.pass, g.file, "reversed")
}
