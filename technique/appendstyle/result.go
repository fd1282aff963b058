package appendstyle

import (
	"go/ast"
	"go/token"
	"strings"
)

// rewriteTwin rewrites the function as a twin of that name.
func (d *draft) rewriteTwin(name string) {
	d.out = d.fresh("dst")
	returns := d.returns()
	for _, a := range d.findAccs() {
		a.merged, a.out = true, d.out
		before := d.save()
		if !d.mergeable(a, returns) || !d.apply(a) {
			d.restore(before)
			continue
		}
		d.accs = []*acc{a}
		d.marked = a.decl.Pos()
		break
	}
	for _, ret := range returns {
		d.replaceReturn(ret)
	}
	d.head(name)
}

// head replaces the signature.
func (d *draft) head(name string) {
	d.repl[d.fn.Name] = name
	params := d.fn.Type.Params
	var cuts []cut
	for field, typ := range d.types {
		cuts = append(cuts, cut{field.Type.Pos(), field.Type.End(), typ})
	}
	text := d.splice(params.Opening+1, params.Closing, cuts)
	sep := ", "
	if strings.TrimSpace(text) == "" {
		sep = ""
	}
	d.repl[params] = "(" + d.out + " []byte" + sep + text + ")"
	d.repl[d.fn.Type.Results.List[0].Type] = "[]byte"
}

// returns lists the return statements of the function itself.
func (d *draft) returns() []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			list = append(list, n)
		}
		return true
	})
	return list
}

// mergeable reports whether an accumulator can be the slice of the twin: from
// its declaration on, each return statement returns its text with more behind
// it and always the same constant before it, or something without it.
func (d *draft) mergeable(a *acc, returns []*ast.ReturnStmt) bool {
	if d.depth(a.decl) > 0 {
		return false
	}
	seen, prefix := 0, ""
	for _, ret := range returns {
		if len(ret.Results) == 0 || ret.Pos() < a.decl.Pos() {
			continue
		}
		before, rest, reads := d.around(a, ret.Results[0])
		if !reads {
			continue
		}
		if d.uses(rest, a.v) || d.uses(ret.Results[1:], a.v) || seen > 0 && before != prefix {
			return false
		}
		prefix = before
		seen++
	}
	a.prefix = prefix
	return seen == len(a.reads)
}

// around splits a sum around the text of an accumulator: constants before it,
// and what is behind it.
func (d *draft) around(a *acc, e ast.Expr) (before string, rest []ast.Expr, reads bool) {
	leaves := d.leaves(e)
	for i, leaf := range leaves {
		if d.isRead(a, leaf) {
			return before, leaves[i+1:], true
		}
		s, ok := text(d.ix.info.Types[leaf].Value)
		if !ok {
			break
		}
		before += s
	}
	return "", nil, false
}

func (d *draft) isRead(a *acc, e ast.Expr) bool {
	for _, r := range a.reads {
		if ast.Unparen(e) == r {
			return true
		}
	}
	return false
}

// replaceReturn makes a return statement of a twin return the slice.
func (d *draft) replaceReturn(ret *ast.ReturnStmt) {
	d.loop = 0
	if len(ret.Results) == 1 && d.fn.Type.Results.NumFields() == 2 {
		d.returnCall(ret)
		return
	}
	steps, first := d.returned(ret)
	stmts, last := lines(steps, first, d.out)
	d.repl[ret.Results[0]] = last
	text := d.render(ret)
	d.replaceStmt(ret, append(stmts, text))
}

// returned returns the steps for what a return statement returns, and the
// slice to take them on.
func (d *draft) returned(ret *ast.ReturnStmt) ([]step, string) {
	e := ret.Results[0]
	for _, a := range d.accs {
		if _, rest, reads := d.around(a, e); reads && ret.Pos() > a.decl.Pos() {
			return d.restSteps(a, ret, rest), d.whole(a)
		}
	}
	first := d.entrySlice(ret)
	if !inList(d.cursor(ret)) || !d.mayMove(ret, 0) {
		return []step{spread(d.render(e))}, first
	}
	if len(d.leaves(e)) > 1 && d.ix.info.Types[e].Value == nil || d.isConversion(e) {
		d.gain++
	}
	return d.emit(e), first
}

// entrySlice returns the slice as it was on entry, where a return statement
// stands.
func (d *draft) entrySlice(ret *ast.ReturnStmt) string {
	if d.marked != token.NoPos && ret.Pos() > d.marked {
		return d.out + "[:" + d.entry() + "]"
	}
	return d.out
}

// returnCall makes a return statement that returns both results of one call
// return the slice.
func (d *draft) returnCall(ret *ast.ReturnStmt) {
	first := d.entrySlice(ret)
	c, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if ok {
		if t := d.twinOf(c); t != nil {
			s := d.callOf(t, c)
			d.replaceStmt(ret, []string{"return " + s.head + first + s.tail})
			return
		}
	}
	text, second := d.fresh("text"), d.fresh("err")
	d.replaceStmt(ret, []string{
		text + ", " + second + " := " + d.render(ret.Results[0]),
		"return append(" + first + ", " + text + "...), " + second,
	})
}
