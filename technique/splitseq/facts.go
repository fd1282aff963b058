package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// unknown is less than every length that is known.
const unknown = -1 << 31

// fact asks how many pieces there are at least: len(x), or len(x)-len(y) when
// y is not nil. Neither variable changes.
type fact struct {
	split *split
	x, y  types.Object
}

// knownAt returns what holds when control reaches the node at cur: it follows
// from the conditions around the node and from earlier ones that leave the
// block, as far as the node that holds the declaration.
func (f fact) knownAt(cur, block inspector.Cursor) int64 {
	least := int64(unknown)
	for block.Contains(cur) && cur != block {
		least = max(least, f.around(cur), f.impliedBefore(cur))
		cur = cur.Parent()
	}
	return least
}

// around returns what is certain inside of cur's parent where cur is.
func (f fact) around(cur inspector.Cursor) int64 {
	kind, _ := cur.ParentEdge()
	switch n := cur.Parent().Node().(type) {
	case *ast.IfStmt:
		switch kind {
		case edge.IfStmt_Body:
			return f.implied(n.Cond, true)
		case edge.IfStmt_Else:
			return f.implied(n.Cond, false)
		}
	case *ast.BinaryExpr:
		if kind == edge.BinaryExpr_Y && (n.Op == token.LAND || n.Op == token.LOR) {
			return f.implied(n.X, n.Op == token.LAND)
		}
	case *ast.CaseClause:
		if kind == edge.CaseClause_Body {
			return f.inCase(n, cur.Parent().Parent().Parent().Node())
		}
	}
	return unknown
}

// inCase returns what is certain in a case of a switch over the length.
func (f fact) inCase(c *ast.CaseClause, n ast.Node) int64 {
	sw, ok := n.(*ast.SwitchStmt)
	if !ok || len(c.List) == 0 || fallsInto(sw, c) {
		return unknown
	}
	least := int64(1 << 31)
	for _, e := range c.List {
		if sw.Tag == nil {
			least = min(least, f.implied(e, true))
			continue
		}
		k, ok := f.split.constantInt(e)
		if !ok || f.y != nil || !f.split.isLen(sw.Tag, f.x) {
			return unknown
		}
		least = min(least, k)
	}
	return least
}

// fallsInto reports whether the case before c continues into it.
func fallsInto(sw *ast.SwitchStmt, c *ast.CaseClause) bool {
	falls := false
	for _, stmt := range sw.Body.List {
		if stmt == ast.Stmt(c) {
			return falls
		}
		body := stmt.(*ast.CaseClause).Body
		falls = false
		if len(body) > 0 {
			br, ok := body[len(body)-1].(*ast.BranchStmt)
			falls = ok && br.Tok == token.FALLTHROUGH
		}
	}
	return true
}

// impliedBefore returns what holds because control passed the statements before
// cur.
func (f fact) impliedBefore(cur inspector.Cursor) int64 {
	if !technique.InList(cur) {
		return unknown
	}
	least := int64(unknown)
	for prev, ok := cur.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		if n, ok := prev.Node().(*ast.IfStmt); ok && n.Else == nil && f.leaves(n.Body) {
			least = max(least, f.implied(n.Cond, false))
		}
	}
	return least
}

// leaves reports whether what follows the body is not reached from it.
func (f fact) leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.BREAK || last.Tok == token.CONTINUE
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		return ok && technique.IsBuiltin(f.split.pass.TypesInfo, call, "panic")
	}
	return false
}

// implied returns what holds if cond has the given truth.
func (f fact) implied(cond ast.Expr, truth bool) int64 {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return f.implied(e.X, !truth)
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			l, r := f.implied(e.X, truth), f.implied(e.Y, truth)
			if truth == (e.Op == token.LAND) {
				return max(l, r) // both hold
			}
			return min(l, r) // one of them does
		}
		return f.compared(e, truth)
	}
	return unknown
}
