package recognise

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// passed notes a use as an argument. It is not done when that is a use like
// any other.
func (a *Accumulator) passed(cur inspector.Cursor, c *ast.CallExpr, use ast.Node) (done, ok bool) {
	if assign, isAssign := cur.Parent().Node().(*ast.AssignStmt); isAssign && a.Kind != Plain {
		if len(assign.Lhs) == 1 && a.In.Variable(assign.Lhs[0]) == a.Var && c.Args[0] == use {
			return true, true // assigns has looked at it
		}
	}
	switch info := a.In.Pkg.Info; {
	case technique.IsBuiltin(info, c, "len"):
		return true, a.asksLength(cur, c)
	case a.Kind == parts && technique.IsFunc(info, c, "strings", "Join") && c.Args[0] == use:
		return true, a.joins(c)
	case a.Kind == Raw && a.In.Pkg.IsConversion(c) && types.Identical(info.TypeOf(c),
		types.Typ[types.String]):
		a.Reads = append(a.Reads, c)
		return true, true
	}
	return false, false
}

// joins notes a call of strings.Join; the separator must always be the same.
func (a *Accumulator) joins(c *ast.CallExpr) bool {
	sep, ok := a.In.Pkg.Text(c.Args[1])
	if !ok || len(a.Reads) > 0 && sep != a.Sep {
		return false
	}
	a.Sep, a.SepExpr = sep, c.Args[1]
	a.Reads = append(a.Reads, c)
	return sep == "" || a.SureElem || a.In.Since("go1.21") // max
}

// asksLength notes len(v). The number of parts is not known any more, only
// whether there are any.
func (a *Accumulator) asksLength(cur inspector.Cursor, c *ast.CallExpr) bool {
	if a.Fill != nil {
		return a.Fill.Over != nil && a.Fill.bound == c
	}
	cmp, ok := cur.Parent().Node().(*ast.BinaryExpr)
	if ok && cmp.X == c && a.In.Pkg.isZero(cmp.Y) {
		switch cmp.Op {
		case token.EQL, token.NEQ, token.GTR:
			a.Empties[cmp] = cmp.Op != token.EQL
			return true
		}
	}
	a.Lens = append(a.Lens, c)
	return a.Kind != parts
}

// comparesEmpty notes v == "" and v != "".
func (a *Accumulator) comparesEmpty(n *ast.BinaryExpr, use ast.Node) bool {
	s, ok := a.In.Pkg.Text(n.Y)
	if !ok || s != "" || n.X != use || n.Op != token.EQL && n.Op != token.NEQ {
		return false
	}
	a.Empties[n] = n.Op == token.NEQ
	return true
}
