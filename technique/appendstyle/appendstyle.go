// Package appendstyle makes functions that build a string from pieces build it
// in one []byte, by append, and convert once.
//
// The pieces may be elements of a slice that is joined, what += adds, a
// concatenation, formatted text, or what goes to a strings.Builder or a
// bytes.Buffer. A function of the package whose string result only becomes a
// piece gets a twin in append style: it takes the slice, appends the text that
// the function would have returned, and returns the slice; and so on down to
// the last helper. The twin of a function that nobody else calls takes its
// place.
//
// The sources of the package, from the root down: a proposal is one function
// and the twins that it needs; a draft is the new text of one of them; an
// accumulator is a variable that becomes the slice; a piece is an expression
// that becomes steps; a step appends to the slice.
package appendstyle

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: &analysis.Analyzer{
		Name:     "appendstyle",
		Doc:      "build a string by append in one slice of bytes and convert it once",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      run,
	},
	Title: "Build text in one slice of bytes",
	Causes: []string{
		"string-join", "string-concat", "string-replace", "format-call", "strconv-format",
		"time-format", "builder-grows", "buffer-grows", "string-bytes-conversion",
		"replacer-build", "append-grows", "slice-make", "slice-literal",
		"boxed-argument", "base-encoding",
	},
	Risk: technique.Checked,
}

func run(pass *analysis.Pass) (any, error) {
	ix := newIndex(pass)
	var found []*proposal
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && ix.editable(file, fn) {
				found = append(found, propose(ix, fn)...)
			}
		}
	}
	for _, p := range found {
		if !absorbed(p.root, found) {
			technique.Report(pass, p.proposal())
		}
	}
	return nil, nil
}

// absorbed reports whether a proposal removes the function: then it is
// rewritten there, as a twin.
func absorbed(fn *types.Func, found []*proposal) bool {
	return slices.ContainsFunc(found, func(p *proposal) bool { return p.removed[fn] })
}

// propose rewrites a function: what needs twins or makes one text of many
// statements in one proposal, each other sum in one of its own.
func propose(ix *index, fn *ast.FuncDecl) []*proposal {
	var found []*proposal
	p := newProposal(ix, fn)
	d := newRoot(p)
	gained := d.rewriteRoot() && p.complete(d)
	if !gained && p.recursive {
		p = newProposal(ix, fn)
		if p.wrap() {
			return []*proposal{p} // the sums are in the twin now
		}
	}
	if gained {
		found = append(found, p)
	} else {
		d = newRoot(newProposal(ix, fn))
	}
	taken := make(map[ast.Stmt]bool)
	for stmt, e := range d.sums() {
		if taken[stmt] {
			continue // the other result comes next time
		}
		p := newProposal(ix, fn)
		p.single = true
		one := newRoot(p)
		if one.concat(stmt, e, func() bool { return !one.isSprint(e) }) && p.complete(one) {
			found = append(found, p)
			taken[stmt] = true
		}
	}
	return found
}
