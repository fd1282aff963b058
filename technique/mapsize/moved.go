package mapsize

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// start is where a map is made: behind a statement, with the names that are known at pos.
type start struct {
	behind inspector.Cursor
	pos    token.Pos
	// until is the first statement behind that could stop the function, or do more than to
	// compute, where there is one.
	until inspector.Cursor
}

// movable reports whether the map may be made right before a loop that fills it: the statement
// declares the map, nothing in between mentions it other than to return it, and the names of its
// type mean the same there. No jump may lead past the declaration in its new place.
func (m *made) movable(cur, to inspector.Cursor) bool {
	stmt := cur.Node()
	if as, ok := stmt.(*ast.AssignStmt); ok && as.Tok != token.DEFINE || m.ofField ||
		len(m.listed) > 0 {
		return false
	}
	fn, ok := technique.EnclosingFunc(cur)
	typ, _ := emptyMap(m.pass, m.value)
	if !ok || technique.HasGoto(m.pass, fn.Node()) || m.trailed(stmt) ||
		!technique.ResolvesSameAt(m.pass, typ, to.Node().Pos()) ||
		!technique.Predeclared(m.pass, to.Node().Pos(), "make", "len", "max", "min") {
		return false
	}
	for next, ok := cur.NextSibling(); ok && next != to; next, ok = next.NextSibling() {
		if _, labelled := next.Node().(*ast.LabeledStmt); labelled || !m.onlyReturned(next) {
			return false
		}
		m.early = append(m.early, m.returnedIn(next)...)
	}
	return true
}

// onlyReturned reports whether all that is done with the map below a statement is to return it:
// a new one is as good there.
//
//	if len(xs) == 0 { return m }
func (m *made) onlyReturned(stmt inspector.Cursor) bool {
	name, ok := m.place.(*ast.Ident)
	if !ok || m.inside {
		return !m.mentioned(stmt.Node())
	}
	n := 0
	for id := range stmt.Preorder((*ast.Ident)(nil)) {
		if m.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] == m.pass.TypesInfo.ObjectOf(name) {
			n++
		}
	}
	typ, _ := emptyMap(m.pass, m.value)
	list := m.returnedIn(stmt)
	for _, e := range list {
		if !technique.ResolvesSameAt(m.pass, typ, e.Pos()) ||
			!technique.Predeclared(m.pass, e.Pos(), "make") {
			return false
		}
	}
	return n == len(list)
}

// returnedIn returns the places below a statement that return the map, in no function literal.
func (m *made) returnedIn(stmt inspector.Cursor) (list []ast.Expr) {
	fn, _ := technique.EnclosingFunc(stmt)
	for ret := range stmt.Preorder((*ast.ReturnStmt)(nil)) {
		if !technique.InFunc(ret, fn) {
			continue
		}
		for _, e := range ret.Node().(*ast.ReturnStmt).Results {
			if technique.SameExpr(m.pass.TypesInfo, m.place, e) {
				list = append(list, e)
			}
		}
	}
	return list
}

// trailed reports whether a comment stands in the statement or behind it in its line: it would
// be lost, or left alone.
func (m made) trailed(stmt ast.Node) bool {
	file, tok := technique.FileOf(m.pass, stmt.Pos()), m.pass.Fset.File(stmt.Pos())
	for _, group := range file.Comments {
		if stmt.Pos() < group.Pos() && tok.Line(group.Pos()) <= tok.Line(stmt.End()) {
			return true
		}
	}
	return false
}

// move makes the map right before the loop. A comment above the statement goes along.
//
//	have: m := map[K]V{}; list := load(); for _, x := range list { m[x] = v }
//	want: list := load(); m := make(map[K]V, len(list)); for _, x := range list { m[x] = v }
func (m made) move(stmt ast.Node, value string) []analysis.TextEdit {
	file := technique.FileOf(m.pass, stmt.Pos())
	text := technique.Patch(m.pass, stmt, map[ast.Node]string{m.value: value}) + "\n"
	old := from{stmt, technique.Start(m.pass, file, stmt.(ast.Stmt))}
	if old.start < stmt.Pos() {
		text = technique.Text(m.pass, old)[:stmt.Pos()-old.start] + text
	}
	edits := []analysis.TextEdit{technique.Remove(m.pass, old),
		technique.Insert(technique.Start(m.pass, file, m.to), text)}
	for _, e := range m.early {
		edits = append(edits, technique.Replace(e, technique.Text(m.pass, m.value)))
	}
	return edits
}

// from is a node that begins earlier.
type from struct {
	ast.Node
	start token.Pos
}

// Pos returns where it begins.
func (f from) Pos() token.Pos { return f.start }
