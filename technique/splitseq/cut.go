package splitseq

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// first matches a slice of pieces of which only the first is used. There is
// always one, unless the separator is empty. Bytes are left alone: the piece
// that Cut returns has the capacity of all of them.
//
//	have: parts := strings.Split(s, ":")
//	want: first, _, _ := strings.Cut(s, ":")
func (s *split) first(p place, u usage) (technique.Proposal, bool) {
	if !s.has("Cut", cutRelease) {
		return technique.Proposal{}, false
	}
	name := s.fresh("first")
	edits := append(p.around(name+", _, _ := ", ""), s.rename("Cut"))
	return technique.Proposal{
		Message: "cut off the first piece",
		Edits:   append(edits, replaceAll(u, name)...),
	}, true
}

// halves matches SplitN with the limit 2, where the second piece is used only
// if there are two, and the length only to tell.
//
//	have: kv := strings.SplitN(s, "=", 2)
//	      if len(kv) != 2 {
//	want: before, after, found := strings.Cut(s, "=")
//	      if !found {
func (s *split) halves(p place, u usage, f fact) (technique.Proposal, bool) {
	none := technique.Proposal{}
	if s.limit != 2 || s.sep == "" || s.onBytes() || !s.has("Cut", cutRelease) {
		return none, false
	}
	names := [2]string{"_", "_"}
	var edits []analysis.TextEdit
	for _, use := range u.of(indexes) {
		if use.index > 1 || use.index == 1 && f.knownAt(use.cur, p.block()) < 2 {
			return none, false
		}
		names[use.index] = s.fresh([]string{"before", "after"}[use.index])
		edits = append(edits, technique.Replace(use.cur.Node(), names[use.index]))
	}
	found := "_"
	for _, use := range u.of(lengths) {
		cmp, yes, ok := s.asksForTwo(use.cur)
		if !ok {
			return none, false
		}
		found = s.fresh("found")
		text := found
		if !yes {
			text = "!" + found
		}
		edits = append(edits, technique.Replace(cmp, text))
	}
	head := names[0] + ", " + names[1] + ", " + found + " := "
	last := s.call.Args[2]
	edits = append(edits, s.rename("Cut"), between(s.call.Args[1].End(), last.End(), ""))
	return technique.Proposal{
		Message: "cut the text in two", Edits: append(edits, p.around(head, "")...),
	}, true
}

// asksForTwo reports whether the length at cur is part of a comparison that
// tells one piece from two, and whether it holds for two.
func (s *split) asksForTwo(cur inspector.Cursor) (cmp ast.Expr, yes, ok bool) {
	cmp, truth, ok := s.truth(cur)
	return cmp, truth[1], ok && truth[0] != truth[1]
}

// truth returns the comparison that the length at cur is part of, and whether
// it holds for one, two and three pieces.
func (s *split) truth(cur inspector.Cursor) (cmp *ast.BinaryExpr, truth [3]bool, ok bool) {
	cur = skipParens(cur)
	b, isBinary := cur.Parent().Node().(*ast.BinaryExpr)
	if !isBinary {
		return nil, truth, false
	}
	op, other := b.Op, b.Y
	if kind, _ := cur.ParentEdge(); kind == edge.BinaryExpr_Y {
		op, other = mirrored(b.Op), b.X
	}
	k, ok := s.constantInt(other)
	for i := range truth {
		var known bool
		truth[i], known = holds(int64(i+1), op, k)
		ok = ok && known
	}
	return b, truth, ok && k <= 2
}

func holds(n int64, op token.Token, k int64) (result, ok bool) {
	switch op {
	case token.EQL:
		return n == k, true
	case token.NEQ:
		return n != k, true
	case token.LSS:
		return n < k, true
	case token.LEQ:
		return n <= k, true
	case token.GTR:
		return n > k, true
	case token.GEQ:
		return n >= k, true
	}
	return false, false
}
