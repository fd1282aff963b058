package appendstyle

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// twin is the plan of a function in append style: it appends to a slice the text
// that the original returns, and returns the slice; other results are the same.
// It appends exactly that text whatever the other results say.
type twin struct {
	orig *types.Func
	f    *recognise.Function // nil for the root of the proposal, which cannot have one
	// out is the slice, start its length on entry, which is declared where the
	// plan asks for it.
	out, start *local
	plan       change
	param      *textParam // nil if there is none
}

// step plans the call of a twin in the place of one of the original.
func (t *twin) step(c *ast.CallExpr) pieces {
	var fun any = t
	if name := recognise.CalledName(c); name != c.Fun {
		fun = altered{c.Fun, []edit{{name, code{t}}}}
	}
	return one(step{expr: code{fun, "(", slice{}, operands{c, t}, ")"}}, max(t.plan.size, 16), 1)
}

// places returns where the original makes its text, and where the helpers do that it calls.
func (t *twin) places() []ast.Node {
	var list []ast.Node
	for _, made := range append(t.plan.reached(), t) {
		if made.f == nil {
			continue
		}
		if made.plan.at != nil {
			list = append(list, made.plan.at)
		}
		for _, ret := range made.f.Returns() {
			if len(ret.Results) > 0 && made.plan.within(ret.Results[0]) || made.plan.replaces(ret) {
				list = append(list, ret)
			}
		}
	}
	return list
}

// twins plans twins for one proposal, each once.
type twins struct {
	ix *recognise.Package
	// known are the twins by original: nil where there can be none. Those under
	// way are among them, as a function may call itself, and so is the root, which
	// has none.
	known map[*types.Func]*twin
	order []*types.Func // of known ones
}

func newTwins(ix *recognise.Package, root *types.Func) *twins {
	ts := &twins{ix: ix, known: make(map[*types.Func]*twin)}
	if root != nil {
		ts.known[root] = &twin{orig: root}
	}
	return ts
}

// twinOf returns the twin of the function that is called. It is nil when the
// function cannot have one, or when that gains nothing.
func (p planner) twinOf(c *ast.CallExpr) *twin {
	if p.twins == nil {
		return nil
	}
	fn, decl := p.f.Helper(c)
	if decl == nil {
		return nil
	}
	return p.twins.plan(fn, decl)
}

// plan returns the twin of a function, or nil.
func (ts *twins) plan(fn *types.Func, decl *ast.FuncDecl) *twin {
	if t, ok := ts.known[fn]; ok {
		return t
	}
	t := &twin{orig: fn, f: ts.ix.Function(decl), out: &local{base: "dst"},
		start: &local{base: "start"}}
	before := len(ts.order)
	ts.known[fn] = t
	t.plan = planner{t.f, ts}.twin(t)
	if t.plan.gain > 0 {
		t.param = findTextParam(t.f, t.plan)
		ts.order = append(ts.order, fn)
		return t
	}
	// Those that were planned since may call this one.
	for _, other := range ts.order[before:] {
		delete(ts.known, other)
	}
	ts.order = ts.order[:before]
	ts.known[fn] = nil
	return nil
}
