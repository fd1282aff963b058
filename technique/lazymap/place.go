package lazymap

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// propose drops the map from all literals, and makes it before each write if it
// is not there.
//
//	have: &T{m: make(map[K]V)} ... x.m[k] = v
//	want: &T{} ... if x.m == nil { x.m = make(map[K]V) }; x.m[k] = v
func (f *field) propose() (technique.Proposal, bool) {
	p := technique.Proposal{At: f.value,
		Message: "make " + f.obj.Name() + " when its first entry is written"}
	for _, cur := range f.makes {
		if value := cur.Node().(*ast.KeyValueExpr).Value; value != f.value &&
			technique.FileOf(f.pass, value.Pos()) == technique.FileOf(f.pass, f.value.Pos()) {
			p.Also = append(p.Also, value)
		}
		edit, ok := f.dropped(cur)
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
	line := tok.Line(kv.Pos())
	for _, group := range file.Comments {
		if tok.Line(group.End()) >= line-1 && tok.Line(group.Pos()) <= tok.Line(kv.End()) {
			return analysis.TextEdit{}, false // it would be left behind
		}
	}
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
