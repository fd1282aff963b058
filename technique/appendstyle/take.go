package appendstyle

import (
	"fmt"
	"go/ast"
)

// whole returns the slice that holds the text of an accumulator.
func (d *draft) whole(a *acc) string {
	switch {
	case a.sep == "":
		return a.out
	case a.sureElem:
		return fmt.Sprintf("%s[:len(%s)-%d]", a.out, a.out, len(a.sep))
	}
	return fmt.Sprintf("%s[:max(len(%s)-%d, %s)]", a.out, a.out, len(a.sep), d.base(a))
}

// replaceRead replaces an expression that takes the text in a root: with the
// return statement that it is in, when the rest of that can be appended too.
func (d *draft) replaceRead(a *acc, r ast.Expr) {
	if ret := d.returnOf(r); ret != nil && d.repl[ret] == "" && d.returnsSum(a, r, ret) {
		return
	}
	d.repl[r] = "string(" + d.whole(a) + ")"
}

// returnsSum replaces a return statement that returns the text with more
// behind it.
func (d *draft) returnsSum(a *acc, r ast.Expr, ret *ast.ReturnStmt) bool {
	if !inList(d.cursor(ret)) {
		return false
	}
	for i, e := range ret.Results {
		before, rest, ok := d.around(a, e)
		if !ok || before != a.prefix || len(d.leaves(e)) < 2 || !d.mayMove(ret, i) ||
			d.uses(rest, a.v) || !plainString(d.ix.info.TypeOf(e)) {
			continue
		}
		d.gain++
		stmts, last := lines(d.restSteps(a, ret, rest), d.whole(a), a.out)
		d.repl[e] = "string(" + last + ")"
		d.replaceStmt(ret, append(stmts, d.render(ret)))
		return true
	}
	return false
}

// restSteps returns the steps for what is returned behind the text.
func (d *draft) restSteps(a *acc, ret *ast.ReturnStmt, rest []ast.Expr) []step {
	if len(rest) > 0 && a.sep == "" {
		d.forward(a, add{stmt: ret, texts: rest})
	}
	var steps []step
	for _, leaf := range rest {
		steps = append(steps, d.leaf(leaf)...)
	}
	return merge(steps)
}

// mayMove reports whether the i-th result can be evaluated, piece by piece,
// before the statement.
func (d *draft) mayMove(ret *ast.ReturnStmt, i int) bool {
	for _, e := range ret.Results[:i] {
		if d.ix.acts(e) {
			return false
		}
	}
	list := d.operands(ret.Results[i])
	return d.ix.inOrder(append(list, ret.Results[i+1:]...)...)
}
