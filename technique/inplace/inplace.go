// Package inplace filters a slice that was just made in its own memory, and drops the copy of a
// slice or map that nothing else has.
package inplace

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("inplace",
		"filter a slice that was just made in its own memory\n\n"+
			"What os.ReadDir, strings.Split or a function of the package has just made belongs "+
			"to the caller alone. A loop that keeps some of its elements in another slice, and "+
			"does not come back to the first, finds room for them at its beginning: an element "+
			"has been read before its place is written. So it has where a loop makes another "+
			"element of each. A copy of what nothing else has is not needed at all. Functions "+
			"of the package are read to see what they make and keep; of those of the standard "+
			"library it is known.\n\n"+
			"A function that is not exported filters what it gets as a parameter, if each caller "+
			"hands over what was just made and does not use it again, as in list = f(list). Its "+
			"name says so then: f becomes fInPlace.\n\n"+
			"The result has the capacity of what it was filtered from, and keeps as much memory "+
			"as the function had to begin with. Where that leads to other memory, what was "+
			"left out is cleared.",
		run),
	Title:  "Filter a new slice in place",
	Causes: []string{"append-grows", "slice-make", "map-make", "clone-call"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	loops := []func(*analysis.Pass, inspector.Cursor) (technique.Proposal, bool){copies, replaces,
		filters}
	for _, cur := range technique.Nodes(pass, (*ast.RangeStmt)(nil)) {
		for _, match := range loops {
			if p, ok := match(pass, cur); ok {
				technique.Report(pass, p)
				break
			}
		}
	}
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil)) {
		if p, ok := clones(pass, cur); ok {
			technique.Report(pass, p)
		}
	}
}
