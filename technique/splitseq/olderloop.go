package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// cutInLoop matches a loop over the pieces in a file for an older release.
//
//	have: for i, p := range strings.Split(s, ",") {
//	want: for i, rest, more := 0, s, true; more; i++ {
//	              var p string
//	              p, rest, more = strings.Cut(rest, ",")
func (s *split) cutInLoop(cur inspector.Cursor) (technique.Proposal, bool) {
	edits, ok := s.cutLoop(cur, s.call.Args[0])
	if !ok || s.onBytes() && !effects.NoByteWrites(s.pass, cur.Node().(*ast.RangeStmt).Body) {
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
	if !technique.IsBlank(n.Key) {
		if !s.untouched(cur, s.pass.TypesInfo.Defs[n.Key.(*ast.Ident)]) {
			return nil, false
		}
		count = n.Key.(*ast.Ident).Name
	}
	c := s.cutting(piece.Name, count)
	return append(c.edits, between(n.For, text.Pos(), c.open),
		between(text.End(), n.Body.Lbrace+1, c.shut)), true
}

// sameText reports whether the text to be split is a local variable that the
// loop at cur sees as the declaration at p does, and returns the range of that
// declaration, which nothing else needs.
func (s *split) sameText(p place, cur inspector.Cursor) (from, to token.Pos, same bool) {
	v, ok := technique.Variable(s.pass.TypesInfo, s.call.Args[0])
	if !ok || v.Pos() < p.fn.Node().Pos() || p.fn.Node().End() <= v.Pos() {
		return 0, 0, false
	}
	if !technique.Visible(s.pass, v, cur.Node().Pos()) {
		return 0, 0, false
	}
	next, ok := p.stmt.NextSibling()
	if !ok {
		return 0, 0, false
	}
	from, to = p.stmt.Node().Pos(), next.Node().Pos()
	if strings.TrimSpace(s.text(p.stmt.Node().End(), to)) != "" {
		return 0, 0, false // a comment
	}
	return from, to, !s.storedBetween(p.fn, v, from, cur.Node().Pos())
}

// storedBetween reports whether something may be assigned to v in a range of
// the source, or at any time, by a closure or through a pointer.
func (s *split) storedBetween(fn inspector.Cursor, v *types.Var, from, to token.Pos) bool {
	for cur := range fn.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[cur.Node().(*ast.Ident)] != v || !stored(cur) {
			continue
		}
		_, pointer := cur.Parent().Node().(*ast.UnaryExpr)
		inside := from <= cur.Node().Pos() && cur.Node().Pos() < to
		if inside || pointer || !technique.InFunc(cur, fn) {
			return true
		}
	}
	return false
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
