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
func (d *draft) passed(a *acc, cur inspector.Cursor, c *ast.CallExpr, use ast.Node) (done,
	ok bool) {
	if assign, isAssign := cur.Parent().Node().(*ast.AssignStmt); isAssign && a.kind != plain {
		if len(assign.Lhs) == 1 && d.variable(assign.Lhs[0]) == a.v && c.Args[0] == use {
			return true, true // assigns has looked at it
		}
	}
	switch info := d.ix.info; {
	case technique.IsBuiltin(info, c, "len"):
		return true, d.asksLength(a, cur, c)
	case a.kind == parts && technique.IsFunc(info, c, "strings", "Join") && c.Args[0] == use:
		return true, d.joins(a, c)
	case a.kind == raw && d.ix.isConversion(c) && types.Identical(info.TypeOf(c),
		types.Typ[types.String]):
		a.reads = append(a.reads, c)
		return true, true
	}
	return false, false
}

// joins notes a call of strings.Join; the separator must always be the same.
func (d *draft) joins(a *acc, c *ast.CallExpr) bool {
	sep, ok := text(d.ix.info.Types[c.Args[1]].Value)
	if !ok || len(a.reads) > 0 && sep != a.sep {
		return false
	}
	a.sep, a.sepExpr = sep, c.Args[1]
	a.reads = append(a.reads, c)
	return sep == "" || a.sureElem || d.since(21) // max
}

// asksLength notes len(v). The number of parts is not known any more, only
// whether there are any.
func (d *draft) asksLength(a *acc, cur inspector.Cursor, c *ast.CallExpr) bool {
	if cmp, ok := cur.Parent().Node().(*ast.BinaryExpr); ok && cmp.X == c && d.isZero(cmp.Y) {
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
func (d *draft) comparesEmpty(a *acc, n *ast.BinaryExpr, use ast.Node) bool {
	s, ok := text(d.ix.info.Types[n.Y].Value)
	if !ok || s != "" || n.X != use || n.Op != token.EQL && n.Op != token.NEQ {
		return false
	}
	a.empties[n] = n.Op == token.NEQ
	return true
}
