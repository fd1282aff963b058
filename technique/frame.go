package technique

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// Look looks at the syntax of a package, of which root is the whole, and reports
// proposals.
type Look func(pass *analysis.Pass, root inspector.Cursor)

// Analyzer returns the analyzer of a technique, which looks at a package in each of
// these ways. The first line of doc says what is done; the rest begins the manual page.
func Analyzer(name, doc string, looks ...Look) *analysis.Analyzer {
	return &analysis.Analyzer{Name: name, Doc: doc,
		Requires: []*analysis.Analyzer{indexer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, look := range looks {
				look(pass, indexOf(pass).root)
			}
			return nil, nil
		}}
}

// Each asks match about each node of some kinds, in the order of the source, and
// reports what it proposes.
func Each(match func(*analysis.Pass, inspector.Cursor) (Proposal, bool), kinds ...ast.Node) Look {
	return func(pass *analysis.Pass, _ inspector.Cursor) {
		for _, cur := range Nodes(pass, kinds...) {
			if p, ok := match(pass, cur); ok {
				Report(pass, p)
			}
		}
	}
}
