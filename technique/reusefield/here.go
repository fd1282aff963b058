package reusefield

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// here returns the edits that let a field begin anew in its own memory: nothing fills it before
// what was taken has been looked through.
//
//	have: list := x.f; x.f = nil; for _, e := range list { ... }
//	want: list := x.f; x.f = x.f[:0]; for _, e := range list { ... }; clear(list)
//
// Another goroutine could fill it only if something up to there told it to: the statement that
// empties the field would race with it.
func (d *drain) here() ([]analysis.TextEdit, bool) {
	quiet := d.quiet()
	for next, ok := d.take.NextSibling(); ok; next, ok = next.NextSibling() {
		if next != d.empty && !quiet.Allowed(next.Node()) {
			return nil, false
		}
		if next == d.last {
			break
		}
	}
	value := d.empty.Node().(*ast.AssignStmt).Rhs[0]
	edits := []analysis.TextEdit{technique.Replace(value, technique.Text(d.pass, d.on)+"[:0]")}
	if !technique.Pointers(d.v.Type().Underlying().(*types.Slice).Elem()) {
		return edits, true
	}
	return append(edits, technique.Insert(d.last.Node().End(), "\nclear("+d.taken.Name()+")")),
		!d.leave && technique.Predeclared(d.pass, d.take.Node().Pos(), "clear")
}
