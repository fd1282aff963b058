package appendstyle

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/pooledtext"
)

// pooled plans the call of a twin for a text that goes to a writer of which nothing is known:
// its bytes would be on the heap, so they are made in room from a pool.
//
//	have: io.WriteString(w, key(a, b)), w.Write([]byte(key(a, b)))
//	want: writeText(w, appendKey(textRoom(), a, b))
func (p planner) pooled(cur inspector.Cursor) (change, bool) {
	whole, pass := cur.Node().(*ast.CallExpr), p.f.Pkg.Pass
	to, s, ok := pooledtext.Written(pass, whole)
	if !ok || technique.RunsLater(cur) || technique.Commented(pass, whole) {
		return change{}, false
	}
	call, ok := s.(*ast.CallExpr)
	if !ok || !p.f.Ready(to, call) {
		return change{}, false
	}
	t := p.twinOf(call)
	if t == nil || t.f == nil {
		return change{}, false
	}
	if _, ok := pooledtext.Declare(pass, p.f.File, whole); !ok {
		return change{}, false
	}
	ps := t.step(call)
	text := ps.steps[0].expr.fill(code{roomOf{whole}})
	return change{edits: []edit{{whole, code{"writeText(", to, ", ", text, ")"}}}, at: call,
		also: t.places(), gain: ps.gain}, true
}
