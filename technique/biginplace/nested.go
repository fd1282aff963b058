package biginplace

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// nested matches a new number that is computed of another new one, outside of loops: it takes the
// memory of that.
//
//	have: return new(big.Int).Mod(new(big.Int).Mul(a, b), m)
//	want: z := new(big.Int); return z.Mod(z.Mul(a, b), m)
func nested(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	info, call := pass.TypesInfo, cur.Node().(*ast.CallExpr)
	fn, inFunc := technique.EnclosingFunc(cur)
	file := technique.FileOf(pass, call.Pos())
	if !inFunc || file == nil || technique.Repeated(cur, fn.Node().Pos()) {
		return p, false
	}
	stmt, ok := alwaysRun(cur)
	start := step(info, call)
	if !ok || start == nil || !technique.InFunc(stmt, fn) {
		return p, false
	}
	if kind := cur.ParentEdgeKind(); kind == edge.CallExpr_Args &&
		step(info, cur.Parent().Node().(*ast.CallExpr)) != nil {
		return p, false // a part of a larger one
	}
	all := []*ast.CallExpr{start}
	for of := call; of != nil; {
		var next *ast.CallExpr
		for _, arg := range of.Args {
			inner, isCall := ast.Unparen(arg).(*ast.CallExpr)
			if !isCall {
				continue
			}
			if at := step(info, inner); at != nil && next == nil {
				next = inner
				all = append(all, at)
			}
		}
		of = next
	}
	if len(all) < 2 || !technique.Predeclared(pass, call.Pos(), "new") {
		return p, false
	}
	name := technique.FreshName(pass, file, "z")
	for _, at := range all {
		p.Edits = append(p.Edits, technique.Replace(at, name))
		if at != start {
			p.Also = append(p.Also, at)
		}
	}
	p.Edits = append(p.Edits, technique.Insert(technique.Start(pass, file, stmt.Node()),
		name+" := "+technique.Text(pass, start)+"\n"))
	p.At, p.Safe, p.Message = call, true, "compute it in the memory of its operand"
	return p, true
}

// step matches one step that computes a new number, and returns what makes that.
//
//	new(big.Int).Mul(a, b)
func step(info *types.Info, call *ast.CallExpr) *ast.CallExpr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !effects.SetsNumber(info, call) {
		return nil
	}
	start, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok || !newNumber(info, start) {
		return nil
	}
	return start
}

// alwaysRun returns the statement in a list that evaluates an expression whenever it is run, before
// anything else of it.
func alwaysRun(cur inspector.Cursor) (inspector.Cursor, bool) {
	for ; ; cur = cur.Parent() {
		switch n := cur.Parent().Node().(type) {
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				return cur, false
			}
		case *ast.FuncLit, *ast.CompositeLit:
			return cur, false
		}
		switch cur.Node().(type) {
		case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt:
			return cur, technique.InList(cur)
		case ast.Stmt:
			return cur, false
		}
	}
}
