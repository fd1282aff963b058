package appendstyle

import "go/ast"

// twin plans the body of a twin: an accumulator can be its slice, and each
// return statement appends.
func (p planner) twin(t *twin) change {
	var all change
	var merged *target
	for _, a := range p.f.Accumulators() {
		prefix, ok := a.Mergeable()
		if !ok {
			continue
		}
		m := target{p: p, a: a, out: code{t.out}, prefix: prefix, start: t.start}
		if c, ok := m.plan(change{}); ok {
			all, merged = c, &m
			break
		}
	}
	for _, ret := range p.f.Returns() {
		all = all.and(p.ret(t, ret, merged))
	}
	return all
}

// ret plans a return statement of a twin, with the accumulator that is its
// slice, if there is one.
func (p planner) ret(t *twin, ret *ast.ReturnStmt, merged *target) change {
	e := ret.Results[0]
	first := code{t.out} // the slice as it was on entry
	var c change
	var ps pieces
	if merged != nil && ret.Pos() > merged.a.Decl.Pos() {
		if _, rest, reads := merged.a.Around(e); reads {
			c, ps.steps = merged.rest(ret, rest)
			return c.and(p.retSteps(t, ret, ps, merged.whole()))
		}
		first = code{t.out, "[:", t.start, "]"}
	}
	switch {
	case len(ret.Results) == 1 && p.f.Decl.Type.Results.NumFields() == 2:
		return p.retCall(ret, first)
	case !p.f.InList(ret) || !p.f.MayMove(ret, 0):
		ps.steps = []step{spread(e)}
	default:
		ps = p.text(e)
		if sum := len(p.f.Leaves(e)) > 1 && p.f.Pkg.Info.Types[e].Value == nil; sum ||
			p.f.Pkg.MakesString(ast.Unparen(e)) {
			ps.gain++
		}
	}
	return p.retSteps(t, ret, ps, first)
}

// retSteps plans a return statement that appends to first.
func (p planner) retSteps(t *twin, ret *ast.ReturnStmt, ps pieces, first code) change {
	stmts, last := lines(ps.steps, first, code{t.out})
	result := edit{ret.Results[0], last}
	return replaced(ret, append(stmts, code{altered{ret, []edit{result}}})...).counting(ps, false)
}

// retCall plans a return statement that returns both results of one call.
func (p planner) retCall(ret *ast.ReturnStmt, first code) change {
	if c, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok {
		if t := p.twinOf(c); t != nil {
			ps := t.step(c)
			return replaced(ret, code{"return ", ps.steps[0].expr.fill(first)}).counting(ps, false)
		}
	}
	text, second := &local{base: "text"}, &local{base: "err"}
	return replaced(ret, code{text, ", ", second, " := ", ret.Results[0]},
		code{"return append(", first, ", ", text, "...), ", second})
}
