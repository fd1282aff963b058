package reuseinput

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// plain tells texts in which package xml finds nothing to escape. Others may be such, too: it does
// not ask which runes XML knows.
var plain = technique.Helper{Name: "plainXML",
	Text: `// plainXML reports whether xml.EscapeText surely leaves s as it is.
func plainXML(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\'', '&', '<', '>':
			return false
		default:
			if c < ' ' || c > '~' {
				return false
			}
		}
	}
	return true
}`}

// escapedXML matches three statements that have package xml escape a text, which writes it to a
// buffer of its own whether something in it is escaped or not.
//
//	have: var buf bytes.Buffer; xml.EscapeText(&buf, []byte(s)); return buf.String()
//	want: if plainXML(s) { return s }; var buf bytes.Buffer; ...
func escapedXML(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	info, call := pass.TypesInfo, cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	if file == nil || !technique.IsFunc(info, call, "encoding/xml", "EscapeText") &&
		!technique.IsFunc(info, call, "encoding/xml", "Escape") {
		return p, false
	}
	from, to, ok := statements(pass, cur)
	if !ok {
		return p, false
	}
	first, ok1 := from.PrevSibling()
	last, ok2 := to.NextSibling()
	if !ok1 || !ok2 || !technique.InList(first) {
		return p, false
	}
	s, text := converted(pass, call.Args[1]), written(pass, first, call.Args[0], last)
	if s == nil || text == nil || s.Pos() > first.Node().Pos() {
		return p, false
	}
	if fn, ok := technique.EnclosingFunc(cur); !ok || givenBack(pass, fn, s) ||
		!technique.KeepsValue(pass, s, last.Node()) { // what it returns beside it may change s
		return p, false
	}
	edits, ok := plain.Declare(pass, file, call)
	same := technique.Patch(pass, last.Node(), map[ast.Node]string{text: s.Name()})
	return technique.Proposal{At: call.Args[1], Also: []ast.Node{text}, Safe: true,
		Message: "return " + s.Name() + " itself when there is nothing to escape",
		Edits: append(edits, technique.Insert(first.Node().Pos(),
			"if "+plain.Name+"("+s.Name()+") {\n"+same+"\n}\n"))}, ok
}

// statements returns the first and the last statement of a call whose error is dropped, or may be
// given back: a buffer makes none.
//
//	f()        _ = f()        err := f(); if err != nil { ... }
func statements(pass *analysis.Pass, call inspector.Cursor) (from, to inspector.Cursor, ok bool) {
	from = call.Parent()
	switch n := from.Node().(type) {
	case *ast.ExprStmt:
		return from, from, technique.InList(from)
	case *ast.AssignStmt:
		if !technique.InList(from) || len(n.Lhs) != 1 {
			return from, from, false
		}
		if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name == "_" {
			return from, from, true
		}
	}
	err, _, _ := technique.Declared(pass.TypesInfo, from.Node())
	to, ok = from.NextSibling()
	if err == nil || !ok {
		return from, to, false
	}
	cond, ok := to.Node().(*ast.IfStmt)
	if !ok || cond.Init != nil || cond.Else != nil {
		return from, to, false
	}
	is, ok := cond.Cond.(*ast.BinaryExpr)
	for _, use := range technique.UsesOf(pass, err) {
		ok = ok && to.Contains(use)
	}
	return from, to, ok && is.Op == token.NEQ && technique.Names(pass.TypesInfo, is.X, err) &&
		pass.TypesInfo.Types[is.Y].IsNil()
}

// converted returns the string of a function of which an expression is the bytes.
func converted(pass *analysis.Pass, e ast.Expr) *types.Var {
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 || !pass.TypesInfo.Types[conv.Fun].IsType() {
		return nil
	}
	s, ok := technique.Variable(pass.TypesInfo, ast.Unparen(conv.Args[0]))
	if !ok || !types.Identical(s.Type(), types.Typ[types.String]) {
		return nil
	}
	if _, local := technique.LocalUses(pass, s); !local {
		return nil // it may change meanwhile
	}
	return s
}

// written returns the text of a buffer which a statement makes, and to which nothing else writes
// before another statement returns the text.
func written(pass *analysis.Pass, first inspector.Cursor, to ast.Expr,
	last inspector.Cursor) *ast.CallExpr {
	info := pass.TypesInfo
	v, _, value := technique.Declared(info, first.Node())
	if v == nil || !empty(info, v.Type(), value) || len(technique.UsesOf(pass, v)) != 2 {
		return nil
	}
	if ref, ok := to.(*ast.UnaryExpr); ok {
		to = ref.X
	}
	ret, ok := last.Node().(*ast.ReturnStmt)
	if !ok || !technique.Names(info, to, v) {
		return nil
	}
	for _, e := range ret.Results {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			continue
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if ok && sel.Sel.Name == "String" && technique.Names(info, sel.X, v) {
			return call
		}
	}
	return nil
}

// empty reports whether a variable begins with a new buffer or builder without text, or with a
// pointer to one.
func empty(info *types.Info, t types.Type, value ast.Expr) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
		if value == nil {
			return false
		}
	}
	if !technique.IsNamed(t, "bytes", "Buffer") && !technique.IsNamed(t, "strings", "Builder") {
		return false
	}
	switch e := ast.Unparen(value).(type) {
	case nil, *ast.CompositeLit:
		return true // neither has fields that other packages could name
	case *ast.UnaryExpr:
		_, ok := e.X.(*ast.CompositeLit)
		return ok && e.Op == token.AND
	case *ast.CallExpr:
		return technique.IsBuiltin(info, e, "new") && info.Types[e.Args[0]].IsType() ||
			technique.IsFunc(info, e, "bytes", "NewBuffer") && info.Types[e.Args[0]].IsNil()
	}
	return false
}
