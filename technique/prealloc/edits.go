package prealloc

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// atDeclaration makes the slice as large where it is declared.
//
//	have: out := []T{}; for _, x := range xs { out = append(out, x) }
//	want: out := make([]T, 0, len(xs)); for ...
func (l *loop) atDeclaration(s start, size string) ([]analysis.TextEdit, bool) {
	if l.limit.signed {
		size = "max(" + size + ", 0)"
		if !technique.Predeclared(l.pass, s.value.Pos(), "max") ||
			!technique.Since(l.pass, l.file, "go1.21") {
			return nil, false
		}
	}
	typ := ""
	switch value := s.value.(type) {
	case *ast.CompositeLit:
		typ = technique.Text(l.pass, value.Type)
	case *ast.CallExpr:
		typ = technique.Text(l.pass, value.Args[0])
	}
	edits := []analysis.TextEdit{technique.Replace(s.value, "make("+typ+", 0, "+size+")")}
	decl, _ := l.stmt.PrevSibling()
	return append(edits, l.kept(decl.Node())...), true
}

// kept returns the edits that keep what is ranged over in a variable that is
// declared before a statement, when it is not one already.
func (l *loop) kept(before ast.Node) []analysis.TextEdit {
	if !l.limit.hoist {
		return nil
	}
	x := technique.Text(l.pass, l.limit.expr)
	return []analysis.TextEdit{
		technique.Insert(before.Pos(), l.limit.name+" := "+x+"\n"),
		technique.Replace(l.limit.expr, l.limit.name),
	}
}

// beforeLoop makes the slice right before a loop that is sure to fill it.
//
//	have: var out []T; for _, x := range xs { out = append(out, x) }
//	want: var out []T; if len(xs) > 0 { out = make([]T, 0, len(xs)) }; for ...
//
// Without the condition an empty result would not be nil any more.
func (l *loop) beforeLoop(v *types.Var, size string) ([]analysis.TextEdit, bool) {
	assign, edits, ok := l.make(v, size, l.stmt.Node())
	if !ok {
		return nil, false
	}
	if !l.limit.fixed {
		assign = "if " + l.limit.above() + " {\n" + assign + "\n}"
	}
	edits = append(edits, l.kept(l.stmt.Node())...)
	return append(edits, technique.Insert(l.stmt.Node().Pos(), assign+"\n")), true
}

// atFirst makes the slice with the first element that is appended, in a loop
// that may append none.
//
//	have: if ok(x) { out = append(out, x) }
//	want: if ok(x) { if out == nil { out = make([]T, 0, len(xs)) }; out = append(out, x) }
func (l *loop) atFirst(v *types.Var, appends []*ast.AssignStmt, size string) (
	[]analysis.TextEdit, bool) {
	if len(appends) > 1 {
		return nil, false // the code would be more than it is worth
	}
	assign, edits, ok := l.make(v, size, appends[0])
	if !ok || !listed(l.cur, appends[0]) {
		return nil, false
	}
	if l.changes(l.limit.expr) || !l.limit.hoist &&
		!technique.ResolvesSameAt(l.pass, l.limit.expr, appends[0].Pos()) {
		return nil, false // inside of the loop, the length would be another
	}
	edits = append(edits, l.kept(l.stmt.Node())...)
	check := "if " + v.Name() + " == nil {\n" + assign + "\n}\n"
	return append(edits, technique.Insert(appends[0].Pos(), check)), true
}

// listed reports whether a statement stands in a list of statements, where
// another can be put before it.
func listed(around inspector.Cursor, stmt ast.Stmt) bool {
	cur, ok := around.FindNode(stmt)
	return ok && technique.InList(cur)
}

// make returns the assignment that makes v, for a place before n.
func (l *loop) make(v *types.Var, size string, n ast.Node) (
	text string, edits []analysis.TextEdit, ok bool) {
	if !technique.Predeclared(l.pass, n.Pos(), "make", "len", "nil") {
		return "", nil, false
	}
	typ, edits, ok := technique.TypeText(l.pass, l.file, n.Pos(), v.Type())
	if !ok || strings.Contains(typ, "\n") {
		return "", nil, false
	}
	return v.Name() + " = make(" + typ + ", 0, " + size + ")", edits, true
}
