package splitseq

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// pair matches Split where only the first two pieces are used, the second only
// if there is one, and the length only to tell one piece from more, or once to
// tell two from any other number.
//
//	have: parts := strings.Split(s, ".")
//	      if len(parts) > 1 {
//	want: before, rest, found := strings.Cut(s, ".")
//	      after, _, _ := strings.Cut(rest, ".")
//	      if found {
//
//	have: if len(parts) != 2 {
//	want: if !found || strings.Contains(after, ".") {
func (s *split) pair(p place, u usage, f fact) (technique.Proposal, bool) {
	none := technique.Proposal{}
	lens := u.of(lengths)
	if s.fn.Name() != "Split" || s.sep == "" || s.onBytes() || len(lens) == 0 ||
		!s.has("Cut", cutRelease) {
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
	found, more, ok := s.hasSecond(lens)
	if !ok {
		return none, false
	}
	rest, foot := names[1], ""
	switch exact := len(more) == 0; {
	case exact:
		rest = s.fresh("after")
		more = s.exactlyTwo(lens[0].cur, found, rest)
	case rest != "_":
		rest = s.fresh("rest")
		foot = "\n" + names[1] + ", _, _ := " + s.callText("Cut", rest+", "+s.argText(1))
	}
	edits = append(append(edits, more...), s.rename("Cut"))
	head := names[0] + ", " + rest + ", " + found + " := "
	return technique.Proposal{
		Message: "cut off the first two pieces", Edits: append(edits, p.around(head, foot)...),
	}, true
}

// hasSecond returns the variable that says whether there is a second piece, and
// the edits that replace the comparisons by it. It returns no edits, and ok, if
// the only comparison distinguishes two pieces from any other number.
func (s *split) hasSecond(lens usage) (found string, edits []analysis.TextEdit, ok bool) {
	found = s.fresh("found")
	for _, use := range lens {
		cmp, truth, ok := s.truth(use.cur)
		switch {
		case !ok || truth[0] == truth[1]:
			return "", nil, false
		case truth[1] != truth[2]:
			return found, nil, len(lens) == 1
		case truth[1]:
			edits = append(edits, technique.Replace(cmp, found))
		default:
			edits = append(edits, technique.Replace(cmp, "!"+found))
		}
	}
	return found, edits, true
}

// exactlyTwo returns the edit for the comparison of the length at cur with two.
func (s *split) exactlyTwo(cur inspector.Cursor, found, rest string) []analysis.TextEdit {
	cmp, truth, _ := s.truth(cur)
	contains := s.callText("Contains", rest+", "+s.argText(1))
	text, op := "!"+found+" || "+contains, token.LOR
	if truth[1] {
		text, op = found+" && !"+contains, token.LAND
	}
	at := skipParens(cur).Parent()
	if around, ok := at.Parent().Node().(*ast.BinaryExpr); ok && around.Op != op {
		text = "(" + text + ")"
	}
	return []analysis.TextEdit{technique.Replace(cmp, text)}
}
