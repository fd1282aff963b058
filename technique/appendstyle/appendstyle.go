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
	found := make(map[*types.Func]*proposal)
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !ix.editable(file, fn) {
				continue
			}
			if p, ok := propose(ix, fn); ok {
				found[p.root] = p
			}
		}
	}
	for _, fn := range ix.order {
		if p := found[fn]; p != nil && !absorbed(fn, found) {
			technique.Report(pass, p.proposal())
		}
	}
	return nil, nil
}

// absorbed reports whether another proposal removes the function: then it is
// rewritten there, as a twin.
func absorbed(fn *types.Func, found map[*types.Func]*proposal) bool {
	for _, p := range found {
		if p.removed[fn] {
			return true
		}
	}
	return false
}

// propose rewrites one function, if that gains something.
func propose(ix *index, fn *ast.FuncDecl) (*proposal, bool) {
	p := newProposal(ix, fn)
	d := newDraft(p, fn)
	if d.rewriteRoot() && p.complete(d) {
		return p, true
	}
	if !p.recursive {
		return nil, false
	}
	p = newProposal(ix, fn)
	return p, p.wrap()
}
