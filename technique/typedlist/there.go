package typedlist

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// there reports whether the element that a statement gives a variable is one of the list: a list
// without any has nil there, and a slice panics. A condition around the statement says so, or what
// comes next panics for nil as well.
func (q *queue) there(decl inspector.Cursor, e *types.Var) bool {
	return q.filled(decl) || q.usedNext(decl, e)
}

// filled reports whether a condition around a statement says that the list has elements, and none
// is taken out between.
//
//	for q.Len() > 0 { e := q.Front() }
func (q *queue) filled(decl inspector.Cursor) bool {
	for cur := decl; ; cur = cur.Parent() {
		var cond ast.Expr
		loop := false
		switch n := cur.Parent().Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit, *ast.RangeStmt:
			return false
		case *ast.ForStmt:
			cond, loop = n.Cond, true
		case *ast.IfStmt:
			if cur.ParentEdgeKind() == edge.IfStmt_Body {
				cond = n.Cond
			}
		}
		if q.saysFilled(cond) {
			return q.onlyPushed(technique.Span{From: cur.Node().Pos(),
				To: decl.Node().Pos()}, true)
		}
		if loop {
			return false
		}
	}
}

// saysFilled matches q.Len() > 0 and q.Len() != 0, with && and more.
func (q *queue) saysFilled(cond ast.Expr) bool {
	e, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if e.Op == token.LAND {
		return q.saysFilled(e.X) || q.saysFilled(e.Y)
	}
	info := q.pass.TypesInfo
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	if !ok || !technique.IsInt(info, e.Y, 0) || e.Op != token.GTR && e.Op != token.NEQ {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Len" && technique.Names(info, sel.X, q.v)
}

// usedNext reports whether a statement soon after one surely reads or takes out the element in a
// variable. Those between only declare others, and calls among them only compute.
func (q *queue) usedNext(decl inspector.Cursor, e *types.Var) bool {
	uses := func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		return ok && technique.Names(q.pass.TypesInfo, x, e)
	}
	for next, ok := decl.NextSibling(); ok; next, ok = next.NextSibling() {
		if technique.Surely(first(next.Node()), uses) {
			return true
		}
		as, ok := next.Node().(*ast.AssignStmt)
		if !ok || as.Tok != token.DEFINE || !effects.Only(q.pass, as, effects.Keeps) {
			return false
		}
	}
	return false
}

// first returns what of a statement is evaluated in any case; nil for nothing.
func first(stmt ast.Node) ast.Node {
	switch n := stmt.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.ReturnStmt, *ast.DeclStmt:
		return n
	case *ast.IfStmt:
		if n.Init != nil {
			return n.Init
		}
		return n.Cond
	case *ast.SwitchStmt:
		if n.Init == nil && n.Tag != nil {
			return n.Tag
		}
	case *ast.RangeStmt:
		return n.X
	}
	return nil
}
