package splitseq

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// countable reports whether the number of pieces is one more than the number
// of separators. Around an empty separator it is the number of characters.
func (s *split) countable() bool { return s.fn.Name() == "Split" && s.sep != "" }

// countedInPlace matches a slice of pieces of which only the length is used.
//
//	have: len(strings.Split(s, ","))
//	want: (strings.Count(s, ",") + 1)
func (s *split) countedInPlace(cur inspector.Cursor) (technique.Proposal, bool) {
	call := cur.Parent().Node().(*ast.CallExpr)
	if !s.countable() || !technique.IsBuiltin(s.pass.TypesInfo, call, "len") {
		return technique.Proposal{}, false
	}
	return technique.Proposal{
		Message: "count the separators",
		Edits: []analysis.TextEdit{
			between(call.Pos(), s.call.Pos(), "("),
			s.rename("Count"),
			between(s.call.End(), call.End(), " + 1)"),
		},
	}, true
}

// counted matches the same with a variable for the slice.
//
//	have: parts := strings.Split(s, ",")
//	want: nparts := strings.Count(s, ",") + 1
//
// Fields have no separator, so they are counted one by one.
//
//	have: words := strings.Fields(s)
//	want: nwords := 0
//	      for range strings.FieldsSeq(s) {
//	              nwords++
//	      }
func (s *split) counted(p place, u usage) (technique.Proposal, bool) {
	n := s.fresh("n" + p.v.Name())
	edits := replaceAll(u, n)
	message := "count the separators"
	switch {
	case s.countable():
		edits = append(edits, s.rename("Count"))
		edits = append(edits, p.around(n+" := ", " + 1")...)
	case s.sequential():
		message = "count the pieces as they are found"
		edits = append(edits, s.rename(sequence(s.fn.Name())))
		edits = append(edits, p.around(n+" := 0\nfor range ", " {\n"+n+"++\n}")...)
	default:
		return technique.Proposal{}, false
	}
	return technique.Proposal{Message: message, Edits: edits}, true
}
