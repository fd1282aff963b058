package lend

import (
	"go/ast"
	"go/token"
	"go/types"

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
	return stmt.Init == nil
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
		return technique.NotNegative(g.pass, size) ||
			technique.SameExpr(info, size, g.number(cond.X)) ||
			technique.SameExpr(info, size, g.number(cond.Y))
	}
	return false
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
