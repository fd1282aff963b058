package appendstyle

import (
	"go/ast"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// root plans a function that keeps its signature: accumulators, and sums that
// call twins, which those of a literal in a function are of that one.
func (p planner) root() change {
	var all change
	for _, a := range p.f.Accumulators() {
		t := target{p: p, a: a, out: code{a.Var.Name()}, prefix: a.Prefix()}
		var outs []*local
		if !a.KeepsName() {
			outs = []*local{{base: "dst"}}
			t.out = code{outs[0]}
		}
		if c, ok := t.plan(all); ok && a.Sized(mostScratch) {
			c.outs = append(outs, c.outs...)
			all = all.and(c)
		}
	}
	if p.f.Inner() {
		return all
	}
	for stmt, e := range p.f.Sums() {
		if all.covers(stmt) || all.within(e) {
			continue
		}
		if c, ok := p.sum(stmt, e); ok && len(c.reached()) > 0 {
			all = all.and(c)
		}
	}
	for cur := range p.f.Cursor(p.f.Decl.Body).Preorder((*ast.CallExpr)(nil)) {
		if c, ok := p.pooled(cur); ok && !c.meets(all) {
			all = all.and(c)
		}
	}
	for whole, call := range p.f.Lone() {
		if c, ok := p.lone(whole, call); ok && all.keeps(c) && c.keeps(all) {
			all = all.and(c)
		}
	}
	for v := range p.f.LoneVars() {
		if c, ok := p.loneVar(v); ok && !c.meets(all) {
			all = all.and(c)
		}
	}
	return all
}

// loneVar plans a variable for a text that is mostly looked at.
//
//	have: k := key(a, b); v, ok := m[k]
//	want: k := appendKey(make([]byte, 0, 64), a, b); v, ok := m[string(k)]
func (p planner) loneVar(v recognise.LoneVar) (change, bool) {
	t := p.twinOf(v.Call)
	if t == nil || t.f == nil {
		return change{}, false
	}
	ps := t.step(v.Call)
	c := change{at: v.Call, also: t.places(), gain: ps.gain,
		edits: []edit{{v.Call, ps.steps[0].expr.fill(code{scratch(ps.size)})}}}
	for _, use := range v.Uses {
		c.edits = append(c.edits, edit{use, code{"string(", use.Name, ")"}})
	}
	return c, true
}

// lone plans the call of a twin for a text that is not kept as a string.
//
//	have: m[key(a, b)], []byte(key(a, b)), buf.WriteString(key(a, b))
//	want: m[string(appendKey(make([]byte, 0, 64), a, b))],
//	      appendKey(make([]byte, 0, 64), a, b), buf.Write(appendKey(make([]byte, 0, 64), a, b))
//
//	have: append(list, key(a, b)...)
//	want: appendKey(list, a, b)
func (p planner) lone(whole ast.Expr, call *ast.CallExpr) (change, bool) {
	t := p.twinOf(call)
	if t == nil || t.f == nil {
		return change{}, false
	}
	ps := t.step(call)
	room := code{scratch(ps.size)}
	if to, ok := whole.(*ast.CallExpr); ok && to != call && p.f.Fills(to) {
		room = code{ast.Unparen(to.Fun).(*ast.SelectorExpr).X, ".AvailableBuffer()"}
	}
	text := ps.steps[0].expr.fill(room)
	if to, ok := whole.(*ast.CallExpr); ok && p.f.Pkg.AppendsTo(to) {
		text = ps.steps[0].expr.fill(code{to.Args[0]})
	} else if whole == call {
		text = code{"string(", text, ")"}
	} else if writer, ok := whole.(*ast.CallExpr).Fun.(*ast.SelectorExpr); ok &&
		!p.f.Pkg.IsBytesOf(whole) {
		text = code{writer.X, ".Write(", text, ")"}
	}
	return change{edits: []edit{{whole, text}}, at: call, also: t.places(), gain: ps.gain}, true
}

// sum plans a concatenation or a formatted text in a return statement or an
// assignment. It is not ok when that gains nothing.
//
//	have: return a + strconv.Itoa(n)
//	want: dst := make([]byte, 0, 64)
//	      dst = append(dst, a...)
//	      return string(strconv.AppendInt(dst, int64(n), 10))
//
// What becomes bytes anyway, []byte(a + b), is returned as it is then.
func (p planner) sum(stmt ast.Stmt, e ast.Expr) (change, bool) {
	ps := p.text(e)
	if len(ps.steps) < 2 && !p.f.Escapes(e) || ps.gain == 0 || !p.f.InList(stmt) {
		return change{}, false
	}
	out := &local{"dst", p.f.Cursor(stmt).Parent().Node()}
	stmts, last := lines(ps.steps, code{out}, code{out})
	result := edit{e, code{"string(", last, ")"}}
	if conv := p.f.Cursor(e).Parent().Node(); p.f.Pkg.IsBytesOf(conv) {
		result = edit{conv, last}
	}
	all := append(p.unchanged(stmt, e), code{out, " := " + scratch(ps.size+ps.looped)})
	all = append(append(all, stmts...), code{altered{stmt, []edit{result}}})
	c := replaced(stmt, all...).counting(ps, false)
	c.at, c.outs = e, []*local{out}
	return c, true
}
