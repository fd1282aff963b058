// Package appendstyle makes functions that build a string from pieces build it
// in one []byte, by append, and convert once.
//
// The pieces may be elements of a slice that is joined, what += adds, a
// concatenation, formatted text, or what goes to a strings.Builder or a
// bytes.Buffer. A function of the package whose string result only becomes a
// piece gets a twin in append style: it takes the slice, appends the text that
// the function would have returned, and returns the slice; and so on down to
// the last helper. The twin of a function without other callers takes its
// place.
//
// It works in four stages: package recognise finds facts of a function, a planner
// makes of them a change, a writer spells the change, and splice makes edits of
// the text; docs/inside-appendstyle.md describes them.
package appendstyle

import (
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("appendstyle",
		"build a string by append in one slice of bytes and convert it once",
		run),
	Title: "Build text in one slice of bytes",
	Causes: []string{
		"string-join", "string-concat", "string-replace", "format-call", "strconv-format",
		"time-format", "builder-grows", "buffer-grows", "string-bytes-conversion",
		"replacer-build", "append-grows", "slice-make", "slice-literal",
		"boxed-argument", "base-encoding",
	},
	Risk: technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	ix := recognise.New(pass, root)
	var found []proposal
	for _, file := range pass.Files {
		for _, f := range ix.Functions(file) {
			found = append(found, propose(f)...)
		}
	}
	for _, p := range found {
		if !slices.ContainsFunc(found, func(o proposal) bool { return o.removed[p.root] }) {
			technique.Report(pass, p.report()) // else it is rewritten there, as a twin
		}
	}
}

// propose rewrites a function: what needs twins or makes one text of many
// statements in one proposal, each other sum in one of its own.
func propose(f *recognise.Function) []proposal {
	twins := newTwins(f.Pkg, nil)
	if !f.IsLiteral() {
		twins = newTwins(f.Pkg, f.Object())
	}
	plan := planner{f, twins}.root()
	var found []proposal
	var given names
	if p, ok := splice(f, plan, nil); ok {
		found, given = []proposal{p}, p.names
	} else if p, ok := proposeWrapped(f, plan); ok {
		return []proposal{p} // the sums are in the twin now
	} else {
		plan = change{}
	}
	if f.Inner() {
		return found // its sums are those of the function around it
	}
	for stmt, e := range f.Sums() {
		if plan.covers(stmt) || f.IsSprint(e) {
			continue // what is nothing but formatted is for another technique
		}
		c, ok := planner{f: f}.sum(stmt, e)
		if !ok {
			continue
		}
		if p, ok := splice(f, c, given); ok {
			found, given = append(found, p), p.names
			plan = plan.and(c) // another result of the statement comes next time
		}
	}
	return found
}

// proposeWrapped rewrites a function whose plan calls itself, and so needs a
// twin of it.
func proposeWrapped(f *recognise.Function, plan change) (proposal, bool) {
	if !plan.recursive() {
		return proposal{}, false
	}
	plan, self, ok := wrap(f)
	if !ok {
		return proposal{}, false
	}
	p, ok := splice(f, plan, nil)
	return p, ok && !p.twins[self].exists
}
