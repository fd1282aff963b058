package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
)

// rewriteRoot rewrites a function that keeps its signature. It reports whether
// something was gained.
func (d *draft) rewriteRoot() bool {
	for _, a := range d.findAccs() {
		a.out = a.v.Name()
		if a.kind != raw {
			a.out = d.fresh("dst")
		}
		d.prefixed(a)
		if !d.sized(a) || !d.apply(a) {
			delete(d.names, a.out)
			continue
		}
		d.accs = append(d.accs, a)
	}
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		if _, done := d.repl[n]; n != nil && done {
			return false
		}
		switch n := n.(type) {
		case *ast.ReturnStmt:
			for i := range n.Results {
				if d.mayMove(n, i) && d.concat(n, n.Results[i]) {
					return false
				}
			}
		case *ast.AssignStmt:
			if d.assignsText(n) && d.concat(n, n.Rhs[0]) {
				return false
			}
		}
		return true
	})
	return d.gain > 0
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
// for: a builder that is told its size makes the string in place.
func (d *draft) sized(a *acc) bool {
	for _, s := range a.drops {
		n, ok := d.integer(s.(*ast.ExprStmt).X.(*ast.CallExpr).Args[0]) // Grow has no results
		if !ok || n > mostScratch {
			return false
		}
		d.grow(int(n))
	}
	return true
}

// assignsText matches variable = text and variable := text. What else stands
// on the left side could be evaluated before the text, and tell.
func (d *draft) assignsText(n *ast.AssignStmt) bool {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 || n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
		return false
	}
	_, ok := n.Lhs[0].(*ast.Ident)
	return ok && d.ordered(n.Rhs)
}

// concat rewrites a concatenation or a formatted text in a return statement or
// an assignment.
//
//	have: return a + strconv.Itoa(n)
//	want: dst := make([]byte, 0, 64)
//	      dst = append(dst, a...)
//	      return string(strconv.AppendInt(dst, int64(n), 10))
func (d *draft) concat(stmt ast.Stmt, e ast.Expr) bool {
	if !d.isText(e) || !inList(d.cursor(stmt)) || len(d.cuts(e)) > 0 {
		return false
	}
	before, gain := maps.Clone(d.repl), d.gain
	d.size = 0
	out := d.fresh("dst")
	steps := d.emit(e)
	if len(steps) > 1 && d.gain > gain && d.enough(e, d.gain-gain) {
		stmts, last := lines(steps, out, out)
		d.repl[e] = "string(" + last + ")"
		stmts = append([]string{out + " := " + d.scratch()}, stmts...)
		d.replaceStmt(stmt, append(stmts, d.render(stmt)))
		if d.p.at == nil {
			d.p.at = e
		}
		return true
	}
	d.repl, d.gain = before, gain
	delete(d.names, out)
	return false
}

// isText reports whether e is a string that is put together here.
func (d *draft) isText(e ast.Expr) bool {
	tv := d.ix.info.Types[e]
	if tv.Value != nil || !plainString(tv.Type) {
		return false
	}
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return len(d.leaves(e)) > 1 || ok && isSprint(d.ix.info, c)
}

// enough reports whether the gain is more than that of formatting the whole
// text into a slice, which is converted all the same.
func (d *draft) enough(e ast.Expr, gain int) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !isSprint(d.ix.info, c) {
		return true
	}
	for _, arg := range c.Args {
		if boxed(d.ix.info.Types[arg]) {
			gain++
		}
	}
	return gain > 1
}

// boxed reports whether making an interface of a value takes memory, unless it
// is small.
func boxed(tv types.TypeAndValue) bool {
	if tv.Value != nil {
		return false
	}
	switch tv.Type.Underlying().(type) {
	case *types.Interface, *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return false
	}
	return true
}

// plainString reports whether t is string itself.
func plainString(t types.Type) bool {
	return t != nil && types.Identical(t, types.Typ[types.String])
}
