package lend

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// makesRoom matches a statement that gives a parameter room, where it has not enough. Nothing has
// been appended to it before, so that it is empty in either case.
//
//	if cap(v) < n { v = make([]T, 0, n) } else { v = v[:0] }
//	if v == nil { v = make([]T, 0, len(s)) }
func (g *grower) makesRoom(cond inspector.Cursor, v *types.Var) bool {
	n, ok := cond.Node().(*ast.BinaryExpr)
	if !ok || cond.ParentEdgeKind() != edge.IfStmt_Cond || v != g.root ||
		v.Kind() != types.ParamVar || technique.InLoop(cond) {
		return false
	}
	stmt := cond.Parent().Node().(*ast.IfStmt)
	for _, use := range technique.UsesOf(g.pass, v) {
		if use.Node().Pos() < stmt.Pos() {
			return false
		}
	}
	blocks := []ast.Stmt{stmt.Body}
	if stmt.Else != nil {
		blocks = append(blocks, stmt.Else)
	}
	for _, s := range blocks {
		block, ok := s.(*ast.BlockStmt)
		if !ok || len(block.List) != 1 || !g.emptied(block.List[0], n, v) {
			return false
		}
	}
	g.sized = true
	return stmt.Init == nil && !technique.GotoAround(g.pass, cond)
}

// emptied reports whether a statement empties v, or gives it new memory, of a size that make takes
// where a condition has found that v has as much already.
func (g *grower) emptied(stmt ast.Stmt, cond *ast.BinaryExpr, v *types.Var) bool {
	info := g.pass.TypesInfo
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 ||
		!technique.Names(info, as.Lhs[0], v) {
		return false
	}
	switch e := ast.Unparen(as.Rhs[0]).(type) {
	case *ast.SliceExpr:
		return technique.Names(info, e.X, v) && e.Low == nil && e.Max == nil && e.High != nil &&
			technique.IsInt(info, e.High, 0)
	case *ast.CallExpr:
		if !technique.IsBuiltin(info, e, "make") || len(e.Args) != 3 ||
			!technique.IsInt(info, e.Args[1], 0) || !technique.Pure(info, e.Args[2]) {
			return false
		}
		g.at = append(g.at, e)
		size := g.number(e.Args[2])
		text := technique.Text(g.pass, size)
		if text == technique.Text(g.pass, g.number(cond.X)) ||
			text == technique.Text(g.pass, g.number(cond.Y)) {
			return true
		}
		n, constant := technique.ConstantInt(info, size)
		g.exact = g.exact || !constant || n > room(g.pass, v.Type())
		return technique.NotNegative(g.pass, size) && g.sure(size)
	}
	return false
}

// sure reports whether make gets a size that it takes, whatever the size is computed of: nothing is
// found by way of a pointer, at an index or by a division, nor does it have more bits than an int.
func (g *grower) sure(size ast.Expr) bool {
	info, sure := g.pass.TypesInfo, true
	ast.Inspect(size, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr, *ast.IndexExpr:
			sure = false
		case *ast.SelectorExpr:
			s := info.Selections[n]
			sure = sure && (s == nil || !s.Indirect())
		case *ast.BinaryExpr:
			if n.Op == token.QUO || n.Op == token.REM {
				sure = sure && info.Types[n.Y].Value != nil
			}
		case *ast.Ident:
			if b, ok := info.TypeOf(n).Underlying().(*types.Basic); ok && info.Uses[n] != nil &&
				b.Info()&types.IsInteger != 0 && info.Types[n].Value == nil {
				sure = sure && (b.Kind() == types.Int || b.Kind() == types.Uint8 ||
					b.Kind() == types.Uint16)
			}
		}
		return sure
	})
	return sure
}

// growsOften reports whether a loop appends to a parameter: with another room than the one that
// the function makes, of the right size, that would be moved again and again.
func (g *grower) growsOften() bool {
	return slices.ContainsFunc(g.at, func(n ast.Node) bool {
		cur, ok := technique.Find(g.pass, n)
		return !ok || technique.InLoop(cur)
	})
}

// number returns the operand of a conversion to int, and other expressions as they are.
func (g *grower) number(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if ok && len(call.Args) == 1 && g.pass.TypesInfo.Types[call.Fun].IsType() &&
		types.Identical(g.pass.TypesInfo.TypeOf(call), types.Typ[types.Int]) {
		return ast.Unparen(call.Args[0])
	}
	return ast.Unparen(e)
}
