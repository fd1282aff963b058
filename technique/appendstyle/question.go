package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// passed notes a use as an argument. It is not done when that is a use like
// any other.
func (a *acc) passed(cur inspector.Cursor, c *ast.CallExpr, use ast.Node) (done, ok bool) {
	if assign, isAssign := cur.Parent().Node().(*ast.AssignStmt); isAssign && a.kind != plain {
		if len(assign.Lhs) == 1 && a.in.variable(assign.Lhs[0]) == a.v && c.Args[0] == use {
			return true, true // assigns has looked at it
		}
	}
	switch info := a.in.ix.info; {
	case technique.IsBuiltin(info, c, "len"):
		return true, a.asksLength(cur, c)
	case a.kind == parts && technique.IsFunc(info, c, "strings", "Join") && c.Args[0] == use:
		return true, a.joins(c)
	case a.kind == raw && a.in.ix.isConversion(c) && types.Identical(info.TypeOf(c),
		types.Typ[types.String]):
		a.reads = append(a.reads, c)
		return true, true
	}
	return false, false
}

// joins notes a call of strings.Join; the separator must always be the same.
func (a *acc) joins(c *ast.CallExpr) bool {
	sep, ok := a.in.ix.text(c.Args[1])
	if !ok || len(a.reads) > 0 && sep != a.sep {
		return false
	}
	a.sep, a.sepExpr = sep, c.Args[1]
	a.reads = append(a.reads, c)
	return sep == "" || a.sureElem || a.in.since("go1.21") // max
}

// asksLength notes len(v). The number of parts is not known any more, only
// whether there are any.
func (a *acc) asksLength(cur inspector.Cursor, c *ast.CallExpr) bool {
	if cmp, ok := cur.Parent().Node().(*ast.BinaryExpr); ok && cmp.X == c && a.in.ix.isZero(cmp.Y) {
		switch cmp.Op {
		case token.EQL, token.NEQ, token.GTR:
			a.empties[cmp] = cmp.Op != token.EQL
			return true
		}
	}
	a.lens = append(a.lens, c)
	return a.kind != parts
}

// comparesEmpty notes v == "" and v != "".
func (a *acc) comparesEmpty(n *ast.BinaryExpr, use ast.Node) bool {
	s, ok := a.in.ix.text(n.Y)
	if !ok || s != "" || n.X != use || n.Op != token.EQL && n.Op != token.NEQ {
		return false
	}
	a.empties[n] = n.Op == token.NEQ
	return true
}
