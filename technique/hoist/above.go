package hoist

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
)

// localBelow is local, for a statement that may have a comment in the line above, which goes along
// with what is built.
//
//	have: // 1 << 64
//	      max := new(big.Int); max.SetString("18446744073709551616", 10)
//	want: // 1 << 64
//	      var wrapNumber, _ = new(big.Int).SetString("18446744073709551616", 10)
func (s *site) localBelow() (v *types.Var, above *ast.CommentGroup, ok bool) {
	stmt := s.cur.Parent()
	v, _, _ = technique.Declared(s.pass.TypesInfo, stmt.Node())
	kind := stmt.ParentEdgeKind()
	if v == nil || kind != edge.BlockStmt_List && kind != edge.CaseClause_Body ||
		!technique.KeepsValue(s.pass, v, s.fn) {
		return nil, nil, false
	}
	tok := s.pass.Fset.File(s.file.FileStart)
	from, to := tok.Line(stmt.Node().Pos())-1, tok.Line(stmt.Node().End())
	start := technique.Start(s.pass, s.file, stmt.Node())
	for _, group := range s.file.Comments {
		if tok.Line(group.Pos()) > to || tok.Line(group.End()) < from {
			continue
		}
		if group.Pos() != start || !movable(group) {
			return nil, nil, false
		}
		above = group
	}
	return v, above, true
}

// movable reports whether a comment says something of what follows to a reader alone: it is none
// that a tool reads.
//
//	//go:embed numbers.txt
func movable(group *ast.CommentGroup) bool {
	for _, c := range group.List {
		if !strings.HasPrefix(c.Text, "// ") && c.Text != "//" {
			return false
		}
	}
	return true
}

// lines returns the lines of a comment, as they stand above a declaration.
func lines(group *ast.CommentGroup) (text string) {
	for _, c := range group.List {
		text += c.Text + "\n"
	}
	return text
}
