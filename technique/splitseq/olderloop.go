package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// cutInLoop matches a loop over the pieces in a file for an older release.
//
//	have: for i, p := range strings.Split(s, ",") {
//	want: for i, rest, more := 0, s, true; more; i++ {
//	              var p string
//	              p, rest, more = strings.Cut(rest, ",")
func (s *split) cutInLoop(cur inspector.Cursor) (technique.Proposal, bool) {
	edits, ok := s.cutLoop(cur, s.call.Args[0])
	if !ok || s.onBytes() && !technique.KeepsBytes(s.pass, cur.Node().(*ast.RangeStmt).Body) {
		return technique.Proposal{}, false
	}
	return technique.Proposal{Message: "look at each piece as it is found", Edits: edits}, true
}

// cutLoop returns the edits that make a range one that cuts off the pieces of
// the text, which stands within the range's operand.
func (s *split) cutLoop(cur inspector.Cursor, text ast.Node) ([]analysis.TextEdit, bool) {
	n := cur.Node().(*ast.RangeStmt)
	piece, ok := n.Value.(*ast.Ident)
	if !ok || piece.Name == "_" || n.Tok != token.DEFINE || !s.cuttable() {
		return nil, false
	}
	if s.shared(cur, s.pass.TypesInfo.Defs[piece]) {
		return nil, false // by closures: with old releases all have the same variable
	}
	count := ""
	if !blank(n.Key) {
		if !s.untouched(cur, s.pass.TypesInfo.Defs[n.Key.(*ast.Ident)]) {
			return nil, false
		}
		count = n.Key.(*ast.Ident).Name
	}
	c := s.cutting(piece.Name, count)
	return append(c.edits, between(n.For, text.Pos(), c.open),
		between(text.End(), n.Body.Lbrace+1, c.shut)), true
}

// shared reports whether a closure in the loop, or a pointer, may keep v.
func (s *split) shared(cur inspector.Cursor, v types.Object) bool {
	for lit := range cur.Preorder((*ast.FuncLit)(nil)) {
		if technique.Uses(s.pass.TypesInfo, lit.Node(), v) {
			return true
		}
	}
	for addr := range cur.Preorder((*ast.UnaryExpr)(nil)) {
		e := addr.Node().(*ast.UnaryExpr)
		if e.Op == token.AND && technique.Uses(s.pass.TypesInfo, e.X, v) {
			return true
		}
	}
	return false
}
