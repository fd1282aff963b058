package dropconv

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// inBranch reports whether a statement keeps the text in a branch only, and all behind it only look
// at it. If so, it notes the edits for all of them.
func (t *taker) inBranch(stmt ast.Stmt) bool {
	rest := *t
	rest.edits = slices.Clone(t.edits)
	edits, looks, ok := rest.branch(stmt)
	if !ok {
		return false
	}
	rest.edits, rest.looks = append(rest.edits, edits...), rest.looks+looks
	if rest.usedIn(stmt.End(), t.decl.Body.End()) {
		if !rest.unchanging(stmt) || !rest.onlyLooks(stmt) {
			return false
		}
		rest.tells = rest.tells || !tellsNothing(t.pass, stmt)
	}
	*t = rest
	return true
}

// branch returns the edits for a statement that keeps the text in one branch only, and looks at it
// in the others: the text is made where that branch begins, before anything can change the bytes.
//
//	have: if n == nil { n = c.make(); c.m[key] = n }
//	want: if n == nil { keyText := string(key); n = c.make(); c.m[keyText] = n }
func (t *taker) branch(stmt ast.Stmt) (edits []analysis.TextEdit, looks int, ok bool) {
	n, ok := stmt.(*ast.IfStmt)
	if !ok {
		return nil, 0, false
	}
	heads := []ast.Stmt{&ast.ExprStmt{X: n.Cond}}
	if n.Init != nil {
		heads = append(heads, n.Init)
	}
	for _, head := range heads {
		more, count, ok := t.looksAt(head)
		if !ok || !t.unchanging(head) {
			return nil, 0, false
		}
		edits, looks = append(edits, more...), looks+count
		t.tells = t.tells || !tellsNothing(t.pass, head)
	}
	blocks := []*ast.BlockStmt{n.Body}
	if n.Else != nil {
		other, isBlock := n.Else.(*ast.BlockStmt)
		if !isBlock {
			return nil, 0, false
		}
		blocks = append(blocks, other)
	}
	for _, block := range blocks {
		if !t.usedIn(block.Pos(), block.End()) {
			continue
		}
		more, count, ok := t.looksAt(block)
		if !ok || !t.unchanging(block) {
			more, count = t.kept(block.List[0], block.End()), 0
		} else {
			t.tells = t.tells || !tellsNothing(t.pass, block)
		}
		edits, looks = append(edits, more...), looks+count
	}
	return edits, looks, true
}

// usedIn reports whether a piece of the function uses the text.
func (t *taker) usedIn(from, to token.Pos) bool {
	return slices.ContainsFunc(t.uses, func(use inspector.Cursor) bool {
		return within(use, from, to)
	})
}

// onlyLooks reports whether all statements behind one only look at the text, as long as it is
// used, and notes what they look at.
func (t *taker) onlyLooks(after ast.Stmt) bool {
	for _, stmt := range t.decl.Body.List {
		if stmt.Pos() <= after.Pos() || !t.usedIn(stmt.Pos(), t.decl.Body.End()) {
			continue
		}
		edits, looks, ok := t.looksAt(stmt)
		if !ok || !t.unchanging(stmt) {
			return false
		}
		t.edits, t.looks = append(t.edits, edits...), t.looks+looks
		t.tells = t.tells || !tellsNothing(t.pass, stmt)
	}
	return true
}
