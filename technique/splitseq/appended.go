package splitseq

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// appended matches pieces that a statement appends to a slice, which gets the room that it would
// have got.
//
//	have: list = append(list, strings.Split(s, ",")...)
//	want: list = slices.Grow(list, strings.Count(s, ",")+1)
//	      for part := range strings.SplitSeq(s, ",") {
//	              list = append(list, part)
//	      }
func (s *split) appended(pieces inspector.Cursor) (technique.Proposal, bool) {
	call, ok := pieces.Parent().Node().(*ast.CallExpr)
	stmt := pieces.Parent().Parent()
	as, assigns := stmt.Node().(*ast.AssignStmt)
	if !ok || !assigns || pieces.ParentEdgeIndex() != 1 || !call.Ellipsis.IsValid() ||
		!technique.IsBuiltin(s.pass.TypesInfo, call, "append") {
		return technique.Proposal{}, false
	}
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 || !technique.InList(stmt) ||
		technique.Commented(s.pass, as) {
		return technique.Proposal{}, false
	}
	list := technique.Text(s.pass, as.Lhs[0])
	if !s.names(as.Lhs[0]) || list != technique.Text(s.pass, call.Args[0]) {
		return technique.Proposal{}, false
	}
	if !s.countable() || s.onBytes() || !s.sequential() {
		return technique.Proposal{}, false
	}
	text, first := s.argText(0), ""
	if !s.names(s.call.Args[0]) {
		if !effects.Only(s.pass, s.call.Args[0], effects.Keeps) ||
			technique.GotoAround(s.pass, stmt) {
			return technique.Proposal{}, false // it could change the slice, or jump over the text
		}
		first, text = s.fresh("text")+" := "+text+"\n", s.fresh("text")
	}
	slices, edits := technique.AddImport(s.pass, s.file, s.call.Pos(), "slices")
	args, part := text+", "+s.argText(1), s.fresh("part")
	lines := first + list + " = " + slices + ".Grow(" + list + ", " + s.callText("Count", args) +
		"+1)\nfor " + part + " := range " + s.callText("SplitSeq", args) + " {\n" +
		list + " = append(" + list + ", " + part + ")\n}"
	return technique.Proposal{Message: "append each piece as it is found",
		Edits: append(edits, technique.Replace(as, lines))}, true
}

// appendedNext matches the same with a variable for the pieces that only the next statement uses.
//
//	have: parts := strings.Split(s, ","); list = append(list, parts...)
func (s *split) appendedNext(p place) (technique.Proposal, bool) {
	uses, ok := technique.LocalUses(s.pass, p.v)
	next, follows := p.stmt.NextSibling()
	if !ok || !follows || p.owner.Valid() || len(uses) != 1 ||
		uses[0].ParentEdgeKind() != edge.CallExpr_Args || uses[0].Parent().Parent() != next ||
		technique.CommentedAround(s.pass, p.stmt.Node(), next.Node()) {
		return technique.Proposal{}, false
	}
	proposal, ok := s.appended(uses[0])
	if !ok {
		return technique.Proposal{}, false
	}
	proposal.Edits = append([]analysis.TextEdit{technique.Remove(s.pass, p.stmt.Node())},
		proposal.Edits...)
	return proposal, true
}
