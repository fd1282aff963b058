// Package splitseq does without the slice of pieces that strings.Split and its
// kin allocate, where the code around needs less than a slice: it looks at each
// piece once, or at some of the first, or only counts them.
package splitseq

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("splitseq",
		"look at the pieces of a text without making a slice of them\n\n"+
			"Pieces of bytes may go to other code, and bytes may be written meanwhile, where the "+
			"text is one that the function has made itself and gives to nothing else. This "+
			"assumes that readers keep nothing, and that what gets the last piece does not ask "+
			"for its capacity.",
		run),
	Title:  "Split without a slice",
	Causes: []string{"string-split"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	taken := make(map[ast.Decl]map[string]bool)
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil)) {
		s, ok := newSplit(pass, cur)
		if !ok {
			continue
		}
		decl := declaration(s.file, s.call)
		if taken[decl] == nil {
			taken[decl] = make(map[string]bool)
		}
		s.taken = taken[decl]
		if p, ok := s.propose(); ok {
			p.At, p.Safe = s.call, !s.handed
			technique.Report(pass, p)
		}
	}
}

// declaration returns the declaration around a node.
func declaration(file *ast.File, n ast.Node) ast.Decl {
	for _, decl := range file.Decls {
		if decl.Pos() <= n.Pos() && n.Pos() < decl.End() {
			return decl
		}
	}
	return nil
}

// propose looks at what becomes of the pieces.
func (s *split) propose() (technique.Proposal, bool) {
	cur := skipParens(s.cur)
	switch kind, _ := cur.ParentEdge(); kind {
	case edge.RangeStmt_X:
		return s.ranged(cur.Parent())
	case edge.CallExpr_Args:
		if p, ok := s.replacedInPlace(cur); ok {
			return p, true
		}
		if p, ok := s.appended(cur); ok {
			return p, true
		}
		return s.countedInPlace(cur)
	case edge.IndexExpr_X:
		return s.firstInPlace(cur.Parent())
	case edge.AssignStmt_Rhs:
		if p, ok := s.place(cur.Parent()); ok {
			return s.variable(p)
		}
	}
	return technique.Proposal{}, false
}

// variable looks at what becomes of a variable that holds the pieces.
func (s *split) variable(p place) (technique.Proposal, bool) {
	if p, ok := s.appendedNext(p); ok {
		return p, true
	}
	if u, ok := s.usage(p, nil); ok {
		if proposal, ok := s.become(p, u); ok {
			return proposal, true
		}
	}
	return s.withExits(p)
}

// become looks at what becomes of the pieces by the uses of their variable.
func (s *split) become(p place, u usage) (technique.Proposal, bool) {
	switch {
	case u.only(lengths):
		return s.counted(p, u)
	case u.only(ranges | lengths):
		return s.rangedLater(p, u)
	case u.only(lasts | lengths):
		return s.last(p, u)
	case u.only(indexes | lengths):
		return s.picked(p, u)
	case u.only(steps | lengths | indexes):
		return s.inStep(p, u)
	}
	return s.joined(p, u)
}

// skipParens returns the outermost expression that only has parentheses around
// cur's.
func skipParens(cur inspector.Cursor) inspector.Cursor {
	for {
		if _, ok := cur.Parent().Node().(*ast.ParenExpr); !ok {
			return cur
		}
		cur = cur.Parent()
	}
}
