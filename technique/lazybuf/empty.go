package lazybuf

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// notEmpty reports whether a text or slice that does not change surely has elements at a
// place: a condition says so, a statement before it has indexed it, or a loop ranges over it.
func (b *buffer) notEmpty(cur inspector.Cursor, v *types.Var) bool {
	if b.known(cur, func(e *ast.BinaryExpr) bool { return b.saysNotEmpty(e, v) }) {
		return true
	}
	for ; ; cur = cur.Parent() {
		parent := cur.Parent().Node()
		switch cur.ParentEdgeKind() {
		case edge.RangeStmt_Body:
			if technique.Names(b.pass.TypesInfo, ast.Unparen(parent.(*ast.RangeStmt).X), v) {
				return true
			}
		case edge.IfStmt_Body, edge.IfStmt_Else:
			if b.indexes(parent.(*ast.IfStmt).Cond, v) {
				return true
			}
		case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
			for stmt := range before(cur) {
				if b.indexes(evaluated(stmt), v) {
					return true
				}
			}
		case edge.FuncDecl_Body, edge.FuncLit_Body, edge.Invalid:
			return false
		}
	}
}

// saysNotEmpty matches v != "", len(v) != 0, len(v) > n and len(v) >= m, m not zero.
func (b *buffer) saysNotEmpty(e *ast.BinaryExpr, v *types.Var) bool {
	info := b.pass.TypesInfo
	value := info.Types[e.Y].Value
	if value == nil {
		return false
	}
	if technique.Names(info, ast.Unparen(e.X), v) {
		return e.Op == token.NEQ && value.Kind() == constant.String &&
			constant.StringVal(value) == ""
	}
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, call, "len") || value.Kind() != constant.Int ||
		!technique.Names(info, ast.Unparen(call.Args[0]), v) {
		return false
	}
	switch e.Op {
	case token.NEQ:
		return constant.Sign(value) == 0
	case token.GTR:
		return constant.Sign(value) >= 0
	case token.GEQ, token.EQL:
		return constant.Sign(value) > 0
	}
	return false
}

// evaluated returns the part of a statement that surely runs to its end before the next
// statement does; nil for none.
func evaluated(stmt ast.Node) ast.Node {
	switch s := stmt.(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt, *ast.DeclStmt:
		return s
	case *ast.IfStmt:
		return s.Cond
	case *ast.SwitchStmt:
		if s.Tag != nil {
			return s.Tag
		}
	}
	return nil
}

// indexedNext reports whether an element of the slice is surely looked at soon after a
// statement, before anything can ask whether there is a buffer.
func (b *buffer) indexedNext(cur inspector.Cursor) bool {
	for ; ; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.BlockStmt_List:
			for next, ok := cur.NextSibling(); ok; next, ok = next.NextSibling() {
				switch next.Node().(type) {
				case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt:
				default:
					return false
				}
				if b.looksAt(next) {
					return true
				}
				if !b.copies(next.Node()) && !effects.Only(b.pass, next.Node(), effects.Panics) {
					return false
				}
			}
		case edge.IfStmt_Body:
		default:
			return false
		}
	}
}

// copies reports whether a statement copies elements, and calls nothing.
func (b *buffer) copies(n ast.Node) bool {
	stmt, ok := n.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(b.pass.TypesInfo, call, "copy") {
		return false
	}
	return effects.Only(b.pass, call.Args[0], effects.Panics) &&
		effects.Only(b.pass, call.Args[1], effects.Panics)
}

// looksAt reports whether a plain statement indexes the slice, with nothing before that
// that may not be evaluated.
func (b *buffer) looksAt(cur inspector.Cursor) bool {
	for n := range ast.Preorder(cur.Node()) {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.CallExpr:
			return false
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR || b.isNil(n) {
				return false
			}
		case *ast.IndexExpr:
			if b.is(n.X) {
				return true
			}
		}
	}
	return false
}

// indexes reports whether an element of v is surely looked at when n is evaluated.
func (b *buffer) indexes(n ast.Node, v *types.Var) bool {
	return technique.Surely(n, func(n ast.Node) bool {
		x, ok := n.(*ast.IndexExpr)
		return ok && technique.Names(b.pass.TypesInfo, ast.Unparen(x.X), v) &&
			!technique.IsMap(v.Type())
	})
}
