// Package sortfunc replaces the functions of package sort that reach elements
// through an interface or through reflection, and put the slice's header on the
// heap for that, by those of package slices, which know the elements' type.
package sortfunc

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("sortfunc",
		"sort with package slices instead of sort.Slice and sort.Sort\n\n"+
			"Package sort takes the slice as an interface, which puts its header on the "+
			"heap; sort.Slice also makes a function that swaps elements by reflection. "+
			"Package slices knows the type. Both packages sort by the same algorithm, which "+
			"only asks whether one element is less than another, so equal elements end up "+
			"in the same order too, also where that is not promised.\n\n"+
			"A struct that implements sort.Interface is sorted by the slice in it, where Less "+
			"only reads what else is there.\n\n"+
			"The comparison is rewritten only where it stays exactly the same: of numbers, "+
			"strings and times, by the results of functions that compare, and of anything "+
			"that can be asked both ways. Elements are passed by value; where they are "+
			"large, that can take longer, which wring measures.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Sort with package slices",
	Causes: []string{"sort-call", "boxed-argument", "closure"},
	Risk:   technique.Safe,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	c := &call{pass: pass, cur: cur, expr: cur.Node().(*ast.CallExpr)}
	c.file = technique.FileOf(pass, c.expr.Pos())
	if c.file == nil || !technique.Since(pass, c.file, "go1.21") {
		return p, false // it has no package slices
	}
	return c.propose()
}

// call is a call that may sort something.
type call struct {
	pass *analysis.Pass
	file *ast.File
	cur  inspector.Cursor
	expr *ast.CallExpr
}

// calls reports whether it calls a function of package sort.
func (c *call) calls(name string) bool {
	return technique.IsFunc(c.pass.TypesInfo, c.expr, "sort", name)
}

func (c *call) propose() (technique.Proposal, bool) {
	switch {
	case c.calls("Slice"):
		return c.byFunc("SortFunc")
	case c.calls("SliceStable"):
		return c.byFunc("SortStableFunc")
	case c.calls("SliceIsSorted"):
		return c.byFunc("IsSortedFunc")
	case c.calls("Sort"):
		return c.byInterface("SortFunc")
	case c.calls("Stable"):
		return c.byInterface("SortStableFunc")
	case c.calls("IsSorted"):
		return c.byInterface("IsSortedFunc")
	}
	return technique.Proposal{}, false
}

// replaced returns the proposal to call a function of package slices with these
// arguments instead.
func (c *call) replaced(name string, args map[ast.Expr]string,
	edits []analysis.TextEdit) technique.Proposal {
	pkg, more := technique.AddImport(c.pass, c.file, c.expr.Pos(), "slices")
	edits = append(edits, more...)
	edits = append(edits, technique.Replace(c.expr.Fun, pkg+"."+name))
	for old, text := range args {
		edits = append(edits, technique.Replace(old, text))
	}
	return technique.Proposal{At: c.expr, Message: "sort with slices." + name, Edits: edits}
}
