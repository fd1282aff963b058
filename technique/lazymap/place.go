package lazymap

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// propose drops the map from all literals and assignments, and makes it before each write if
// it is not there.
//
//	have: &T{m: make(map[K]V)} ... x.m[k] = v
//	want: &T{} ... if x.m == nil { x.m = make(map[K]V) }; x.m[k] = v
func (f *field) propose() (technique.Proposal, bool) {
	p := technique.Proposal{At: f.value,
		Message: "make " + f.obj.Name() + " when its first entry is written"}
	for _, cur := range f.makes {
		var value ast.Expr
		dropped := f.dropped
		switch n := cur.Node().(type) {
		case *ast.KeyValueExpr:
			value = n.Value
		case *ast.AssignStmt:
			value, dropped = n.Rhs[0], f.unassigned
		}
		if value != f.value &&
			technique.FileOf(f.pass, value.Pos()) == technique.FileOf(f.pass, f.value.Pos()) {
			p.Also = append(p.Also, value)
		}
		edit, ok := dropped(cur)
		if !ok {
			return p, false
		}
		p.Edits = append(p.Edits, edit)
	}
	for _, w := range f.writes {
		file := technique.FileOf(f.pass, w.stmt.Pos())
		if file == nil || ast.IsGenerated(file) ||
			!technique.Predeclared(f.pass, w.stmt.Pos(), "make", "nil") {
			return p, false
		}
		typ, edits, ok := technique.TypeText(f.pass, file, w.stmt.Pos(), f.obj.Type())
		if !ok {
			return p, false
		}
		on := technique.Text(f.pass, w.on)
		p.Edits = append(append(p.Edits, edits...), technique.Insert(w.stmt.Pos(),
			"if "+on+" == nil {\n"+on+" = make("+typ+")\n}\n"))
	}
	return p, true
}

// dropped returns the edit that drops an element of a literal, with its line if
// it is alone there.
func (f *field) dropped(cur inspector.Cursor) (analysis.TextEdit, bool) {
	kv := cur.Node()
	file := technique.FileOf(f.pass, kv.Pos())
	tok := f.pass.Fset.File(kv.Pos())
	src, err := f.pass.ReadFile(tok.Name())
	if err != nil || file == nil || ast.IsGenerated(file) || tok.Size() != len(src) {
		return analysis.TextEdit{}, false
	}
	if commented(f.pass, file, kv) {
		return analysis.TextEdit{}, false
	}
	line := tok.Line(kv.Pos())
	from, to := tok.Offset(kv.Pos()), tok.Offset(kv.End())
	rest := string(src[to:])
	if after := strings.TrimLeft(rest, " \t"); strings.HasPrefix(after, ",") {
		to += len(rest) - len(after) + 1
		for to < len(src) && (src[to] == ' ' || src[to] == '\t') {
			to++
		}
	} else { // the last one: the comma before it goes
		before := strings.TrimRight(string(src[:from]), " \t")
		from = len(strings.TrimSuffix(before, ","))
	}
	start := tok.Offset(tok.LineStart(line))
	if strings.TrimSpace(string(src[start:from])) == "" && to < len(src) && src[to] == '\n' {
		from, to = start, to+1
	}
	return analysis.TextEdit{Pos: tok.Pos(from), End: tok.Pos(to)}, true
}

// unassigned returns the edit that assigns no map, or that drops an assignment behind the
// statement that has made the struct.
func (f *field) unassigned(cur inspector.Cursor) (edit analysis.TextEdit, ok bool) {
	as := cur.Node().(*ast.AssignStmt)
	file := technique.FileOf(f.pass, as.Pos())
	if file == nil || ast.IsGenerated(file) || !technique.Predeclared(f.pass, as.Pos(), "nil") {
		return edit, false
	}
	if f.justMade(cur) && !commented(f.pass, file, as) {
		return technique.Remove(f.pass, as), true
	}
	return technique.Replace(as.Rhs[0], "nil"), true
}

// justMade reports whether statements before an assignment to x.m have just made x, without the
// map.
func (f *field) justMade(cur inspector.Cursor) bool {
	sel := ast.Unparen(cur.Node().(*ast.AssignStmt).Lhs[0]).(*ast.SelectorExpr)
	x, ok := technique.Variable(f.pass.TypesInfo, sel.X)
	return ok && technique.JustMade(f.pass, cur, x, f.obj)
}

// commented reports whether a comment stands on the lines of a node, or right above it: it
// would be left behind.
func commented(pass *analysis.Pass, file *ast.File, n ast.Node) bool {
	tok := pass.Fset.File(n.Pos())
	line := tok.Line(n.Pos())
	return slices.ContainsFunc(file.Comments, func(group *ast.CommentGroup) bool {
		return tok.Line(group.End()) >= line-1 && tok.Line(group.Pos()) <= tok.Line(n.End())
	})
}
