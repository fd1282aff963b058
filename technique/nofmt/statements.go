package nofmt

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
)

// statements is for a Sprintf that a statement returns or keeps in a variable, and in which
// a sum would need several buffers. One that has room for all is easier to read. Where a
// piece may have any length it could be too small, which a sum cannot; but what fmt makes would be
// a string of its own in a sum.
//
//	have: return fmt.Sprintf("%d-%x", n, id[:4])
//	want: buf := make([]byte, 0, 32)
//	      buf = strconv.AppendInt(buf, int64(n), 10)
//	      buf = append(buf, '-')
//	      buf = hex.AppendEncode(buf, id[:4])
//	      return string(buf)
func (s *site) statements(fn function, pieces []piece) (p technique.Proposal, ok bool) {
	buffers := 0
	for _, one := range pieces {
		if !one.bounded && !s.rest {
			return p, false
		}
		if one.buffered {
			buffers++
		}
	}
	if fn.name != "Sprint" || buffers < 2 && !s.rest || !s.varies() || !s.anyBoxed() || !s.ends() {
		return p, false
	}
	buf := technique.FreshName(s.pass, s.file, "buf")
	lines := []string{fmt.Sprintf("%s := %s", buf, buffer(room(pieces)))}
	for _, one := range pieces {
		lines = append(lines, buf+" = "+one.appendTo(buf))
	}
	return technique.Proposal{At: s.call,
		Message: "append the pieces to one buffer without package fmt, which boxes its operands",
		Safe:    !s.assumes,
		Edits: append(slices.Clip(s.edits),
			technique.Insert(s.around.Node().Pos(), s.early+strings.Join(lines, "\n")+"\n"),
			technique.Replace(s.call, "string("+buf+")"))}, true
}

// ends reports whether all that a statement does beside the call is to return its result or
// to keep it in a variable, so that the pieces can be made in statements before it.
func (s *site) ends() bool {
	if !s.around.Valid() || !technique.InList(s.around) {
		return false
	}
	switch stmt := s.around.Node().(type) {
	case *ast.ReturnStmt:
		return len(stmt.Results) == 1
	case *ast.AssignStmt:
		_, isVar := stmt.Lhs[0].(*ast.Ident)
		return isVar && len(stmt.Lhs) == 1 && len(stmt.Rhs) == 1 &&
			(stmt.Tok == token.ASSIGN || stmt.Tok == token.DEFINE)
	}
	return false
}
