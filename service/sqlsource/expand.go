package sqlsource

import (
	"go/ast"
	"maps"
	"slices"
)

const (
	mostCallers = 5   // one calling the other
	mostCalls   = 500 // looked at for one call of the database
)

// expansion evaluates the text of one call of the database for every way in which
// calls lead to it.
type expansion struct {
	program *program
	call    call
	expr    ast.Expr
	steps   int
	calls   int
	texts   []text
}

// texts returns what the argument expr of a call may be. A text that callers bring
// in is found once for each of them.
func (p *program) texts(c call, expr ast.Expr) []text {
	x := &expansion{program: p, call: c, expr: expr}
	x.expand(map[any]*caller{}, c, 0)
	return x.texts
}

// expand evaluates with the calls that are bound. When that needs a call of another
// function, each of its calls is tried; tip is the first call on the way to the
// database.
func (x *expansion) expand(bound map[any]*caller, tip call, depth int) {
	x.calls++
	e := &evaluator{program: x.program, bound: bound, now: map[held][]text{},
		busy: map[visit]bool{}, steps: &x.steps}
	texts := e.eval(scope{pkg: x.call.pkg}, x.expr)
	if e.missing == nil || x.calls > mostCalls {
		x.texts = append(x.texts, texts...)
		return
	}
	with := func(c *caller) map[any]*caller {
		more := maps.Clone(bound)
		more[e.missing] = c
		return more
	}
	callers := x.program.callers(e.missing)
	if len(callers) == 0 || depth == mostCallers {
		x.expand(with(nil), tip, depth)
		return
	}
	leads := slices.Contains(tip.in, e.missing)
	for _, c := range callers {
		next := tip
		if leads {
			next = c
		}
		x.expand(with(&caller{c, leads}), next, depth+1)
	}
}
