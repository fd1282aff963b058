package appendstyle

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"iter"
)

// rewriteRoot rewrites a function that keeps its signature: accumulators, and
// sums that call twins. It reports whether something was gained.
func (d *draft) rewriteRoot() bool {
	for _, a := range d.findAccs() {
		before := d.save()
		a.out = a.v.Name()
		if a.kind != raw {
			a.out = d.fresh("dst")
		}
		d.prefixed(a)
		if !d.sized(a) || !d.apply(a) {
			d.restore(before)
			continue
		}
		d.accs = append(d.accs, a)
	}
	for stmt, e := range d.sums() {
		d.concat(stmt, e, func() bool { return len(d.p.made) > 0 && d.callsTwin(e) })
	}
	return d.gain > 0
}

// sums yields the statements that return or assign a text which is put
// together there, if they were not replaced.
func (d *draft) sums() iter.Seq2[ast.Stmt, ast.Expr] {
	return func(yield func(ast.Stmt, ast.Expr) bool) {
		more := true
		ast.Inspect(d.fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ReturnStmt:
				for i, e := range n.Results {
					sum := d.ofBytes(e)
					if more && d.isText(sum) && d.mayMove(n, i) && d.ordered([]ast.Expr{sum}) &&
						!d.done(d.cursor(n)) {
						more = yield(n, sum)
					}
				}
			case *ast.AssignStmt:
				if more && d.assignsText(n) && !d.done(d.cursor(n)) {
					more = yield(n, n.Rhs[0])
				}
			}
			return more
		})
	}
}

// ofBytes returns the text that an expression makes bytes of, and the expression
// itself when it is no such conversion.
func (d *draft) ofBytes(e ast.Expr) ast.Expr {
	if d.isBytesOf(e) {
		return e.(*ast.CallExpr).Args[0]
	}
	return e
}

// isBytesOf matches []byte(text).
func (d *draft) isBytesOf(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	return ok && d.ix.isConversion(c) && isBytes(d.ix.info.TypeOf(c)) &&
		isString(d.ix.info.TypeOf(c.Args[0])) && d.ix.info.Types[c.Args[0]].Value == nil
}

// callsTwin reports whether a call below e became one of a twin.
func (d *draft) callsTwin(e ast.Expr) bool {
	return contains(e, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		return ok && d.p.replaced[c]
	})
}

// prefixed finds the constant text that stands before the only read of an
// accumulator: it can be appended first.
func (d *draft) prefixed(a *acc) {
	if len(a.reads) != 1 || len(a.lens)+len(a.empties)+len(a.resets) > 0 || a.kind == raw {
		return
	}
	if ret := d.returnOf(a.reads[0]); ret != nil && inList(d.cursor(ret)) {
		for i, e := range ret.Results {
			before, rest, ok := d.around(a, e)
			if ok && d.mayMove(ret, i) && !d.uses(rest, a.v) && plainString(d.ix.info.TypeOf(e)) {
				a.prefix = before
			}
		}
	}
}

// sized reports whether a slice in the frame is as good as what the code asks
// for: a builder that is told its size makes the string in place. One whose
// size is only known when the code runs may still have to grow, if what it gets
// depends on conditions; the slice is told that size, too.
func (d *draft) sized(a *acc) bool {
	for _, s := range a.drops {
		size := grown(s)
		n, ok := d.integer(size)
		if n > mostScratch || !ok && (!d.varied(a) || d.uses([]ast.Expr{size}, a.v)) {
			return false
		}
		d.grow(int(n))
	}
	return true
}

// varied reports whether an accumulator gets text in a branch of a loop.
func (d *draft) varied(a *acc) bool {
	for _, w := range a.adds {
		for cur := range d.cursor(w.stmt).Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil)) {
			if d.depth(cur.Node()) > d.depth(a.decl) {
				return true
			}
			break
		}
	}
	return false
}

// grown returns what a statement that calls Grow asks for. The method has no
// results.
func grown(stmt ast.Stmt) ast.Expr { return stmt.(*ast.ExprStmt).X.(*ast.CallExpr).Args[0] }

// regrow returns the lines for a statement that calls Grow.
//
//	have: b.Grow(len(s))
//	want: dst = slices.Grow(dst, len(s))
//
// Before there was slices.Grow, its like was written as
// append(dst, make([]byte, n)...)[:len(dst)].
func (d *draft) regrow(a *acc, stmt ast.Stmt) []string {
	size := grown(stmt)
	if _, ok := d.integer(size); ok || a.merged {
		return nil
	}
	if !d.since(21) {
		return []string{fmt.Sprintf("%[1]s = append(%[1]s, make([]byte, %[2]s)...)[:len(%[1]s)]",
			a.out, d.render(size))}
	}
	return []string{a.out + " = " + d.qualifier("slices") + ".Grow(" + a.out + ", " +
		d.render(size) + ")"}
}

// assignsText matches variable = text and variable := text. What else stands
// on the left side could be evaluated before the text, and tell.
func (d *draft) assignsText(n *ast.AssignStmt) bool {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 || n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
		return false
	}
	_, ok := n.Lhs[0].(*ast.Ident)
	return ok && !d.escapes(n.Rhs[0]) && d.isText(n.Rhs[0]) && d.ordered(n.Rhs)
}

// concat rewrites a concatenation or a formatted text in a return statement or
// an assignment, if that gains something and is wanted.
//
//	have: return a + strconv.Itoa(n)
//	want: dst := make([]byte, 0, 64)
//	      dst = append(dst, a...)
//	      return string(strconv.AppendInt(dst, int64(n), 10))
//
// What becomes bytes anyway, []byte(a + b), is returned as it is then.
func (d *draft) concat(stmt ast.Stmt, e ast.Expr, wanted func() bool) bool {
	if !inList(d.cursor(stmt)) || len(d.cuts(e)) > 0 {
		return false
	}
	before := d.save()
	d.size = 0
	out := d.freshIn("dst", d.cursor(stmt).Parent().Node())
	steps := d.emit(e)
	if len(steps) < 2 && !d.escapes(e) || d.gain == before.gain || !wanted() {
		d.restore(before)
		return false
	}
	stmts, last := lines(steps, out, out)
	guard := d.unchanged(stmt, e)
	if conv := d.cursor(e).Parent().Node(); d.isBytesOf(conv) {
		d.repl[conv] = last
	} else {
		d.repl[e] = "string(" + last + ")"
	}
	stmts = append(append(guard, out+" := "+d.scratch()), stmts...)
	d.replaceStmt(stmt, append(stmts, d.render(stmt)))
	if d.p.at == nil {
		d.p.at = e
	}
	return true
}

// isText reports whether e is a string that is put together here.
func (d *draft) isText(e ast.Expr) bool {
	tv := d.ix.info.Types[e]
	if tv.Value != nil || !plainString(tv.Type) {
		return false
	}
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return len(d.leaves(e)) > 1 || ok && isSprint(d.ix.info, c) || d.escapes(e)
}

// plainString reports whether t is string itself.
func plainString(t types.Type) bool {
	return t != nil && types.Identical(t, types.Typ[types.String])
}
