package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// place is where a variable is declared that holds the pieces: a statement of
// its own, or the first part of an if or switch statement.
type place struct {
	split *split
	stmt  inspector.Cursor // the assignment
	owner inspector.Cursor // the if or switch statement, else not valid
	fn    inspector.Cursor // the innermost function around
	v     *types.Var
	// braces says that the owner needs a block around it and what is declared
	// for it, because of an else before it or another variable of the name.
	braces bool
}

// place reports whether the assignment at cur declares a variable and nothing
// else.
func (s *split) place(cur inspector.Cursor) (place, bool) {
	v, _, _ := technique.Declared(s.pass.TypesInfo, cur.Node())
	if v == nil {
		return place{}, false
	}
	p := place{split: s, stmt: cur, v: v}
	var ok bool
	if p.fn, ok = technique.EnclosingFunc(cur); !ok || technique.HasGoto(s.pass, p.fn.Node()) {
		return place{}, false
	}
	switch kind, _ := cur.ParentEdge(); kind {
	case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
		return p, true
	case edge.IfStmt_Init, edge.SwitchStmt_Init:
		return p.owned(cur.Parent())
	}
	return place{}, false
}

// owned completes the place with the statement that the variable belongs to.
func (p place) owned(owner inspector.Cursor) (place, bool) {
	p.owner = owner
	from, to := p.gap()
	gap := p.split.text(from, to)
	if strings.Trim(gap, "; \t\n)") != "" {
		return place{}, false // a comment
	}
	switch kind, _ := owner.ParentEdge(); kind {
	case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
		p.braces = !onlyName(p.split.pass.TypesInfo, p.fn, p.v)
	case edge.IfStmt_Else:
		p.braces = true
	default:
		return place{}, false
	}
	return p, true
}

// gap returns the range between the call and the rest of the owner.
func (p place) gap() (from, to token.Pos) {
	from = p.stmt.Node().End()
	switch n := p.owner.Node().(type) {
	case *ast.IfStmt:
		return from, n.Cond.Pos()
	case *ast.SwitchStmt:
		if n.Tag != nil {
			return from, n.Tag.Pos()
		}
		return from, n.Body.Pos()
	}
	return from, from
}

// block returns the statement list that the declaration is in after the
// rewrite, as the node that holds it.
func (p place) block() inspector.Cursor {
	if p.owner.Valid() {
		return p.owner
	}
	return p.stmt.Parent()
}

// around returns the edits that put text before and after the call, in the
// place of what declares the variable.
func (p place) around(before, after string) []analysis.TextEdit {
	call := p.split.call
	before = p.split.lead + before
	if !p.owner.Valid() {
		var moved []analysis.TextEdit
		if c := p.trailing(); c != nil && strings.Contains(after, "\n") {
			before = c.Text + "\n" + before
			moved = append(moved, between(p.stmt.Node().End(), c.End(), ""))
		}
		return append(moved,
			between(p.stmt.Node().Pos(), call.Pos(), before),
			between(call.End(), p.stmt.Node().End(), after))
	}
	word := "if "
	if _, ok := p.owner.Node().(*ast.SwitchStmt); ok {
		word = "switch "
	}
	_, rest := p.gap()
	edits := []analysis.TextEdit{between(call.End(), rest, after+"\n"+word)}
	if p.braces {
		before = "{\n" + before
		edits = append(edits, technique.Insert(p.owner.Node().End(), "\n}"))
	}
	return append(edits, between(p.owner.Node().Pos(), call.Pos(), before))
}

// trailing returns the comment behind the statement on its last line, which
// belongs above when the statement becomes several; else nil.
func (p place) trailing() *ast.Comment {
	end := p.stmt.Node().End()
	tok := p.split.pass.Fset.File(end)
	for _, group := range p.split.file.Comments {
		c := group.List[0]
		if c.Pos() > end && tok.Line(c.Pos()) == tok.Line(end) &&
			strings.TrimSpace(p.split.text(end, c.Pos())) == "" && strings.HasPrefix(c.Text, "//") {
			return c
		}
	}
	return nil
}

// text returns the source between two positions.
func (s *split) text(from, to token.Pos) string {
	tok := s.pass.Fset.File(from)
	src, err := s.pass.ReadFile(tok.Name())
	if err != nil || tok.Offset(to) > len(src) {
		return "?"
	}
	return string(src[tok.Offset(from):tok.Offset(to)])
}

// onlyName reports whether all identifiers of v's name in the function mean v.
func onlyName(info *types.Info, fn inspector.Cursor, v types.Object) bool {
	for cur := range fn.Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		if id.Name == v.Name() && info.ObjectOf(id) != v {
			return false
		}
	}
	return true
}
