// Package form checks how the repository is written, as opposed to what it
// does: comments, names, sizes, imports, links. The test in the root folder
// runs every check on the working tree, so that `go test ./...` finds what a
// reviewer would otherwise have to.
//
// A check reads a [Tree] and returns its [Problem] values; it never writes and
// never runs a command. What a file means to the compiler is not this
// package's business, so build constraints are ignored and every file counts.
package form

import (
	"cmp"
	"fmt"
	"slices"
)

// Problem is one place that breaks a rule.
type Problem struct {
	Path string // slash-separated, relative to the root of the tree
	Line int    // 1-based; 0 when the whole file or folder is meant
	Text string // what is wrong and what to do about it
}

// String returns p in the form that editors turn into a link.
func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.Path, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Text)
}

// Check is one rule of docs/style.md that a program can verify.
type Check struct {
	Name string // one word; also the folder of its cases below testdata
	Run  func(*Tree) []Problem
}

// Checks returns every check that needs nothing but the tree. The import table
// is not among them, because the table is data that the caller holds: see
// [ParseRules].
func Checks() []Check {
	return []Check{
		{"packages", packages},
		{"comments", comments},
		{"sizes", sizes},
		{"spread", spread},
		{"state", state},
		{"layout", layout},
		{"traces", traces},
		{"links", links},
		{"wording", wording},
	}
}

// sorted returns problems in the order of the tree.
func sorted(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return problems
}
