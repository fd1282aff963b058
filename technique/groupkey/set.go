package groupkey

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// put matches what is put into a set, which may have it.
//
//	have: seen[string(b)] = true
//	want: if !seen[string(b)] { seen[string(b)] = true }
func put(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	info := pass.TypesInfo
	as := cur.Node().(*ast.AssignStmt)
	if len(as.Lhs) != 1 || len(as.Rhs) != 1 || as.Tok != token.ASSIGN || !technique.InList(cur) ||
		!technique.InLoop(cur) || technique.Commented(pass, as) {
		return p, false
	}
	n, ok := as.Lhs[0].(*ast.IndexExpr)
	if !ok || !technique.Pure(info, n.X) || asked(pass, cur, n) {
		return p, false
	}
	m, ok := info.TypeOf(n.X).Underlying().(*types.Map)
	_, text, made := bytesOf(pass, n.Index)
	if !ok || !made || !types.Identical(m.Key(), types.Typ[types.String]) {
		return p, false
	}
	at := technique.Text(pass, n.X) + "[" + text + "]"
	cond := "!" + at
	switch {
	case empty(m.Elem()) && isLiteral(as.Rhs[0]):
		name := technique.FreshName(pass, technique.FileOf(pass, as.Pos()), "ok")
		cond = "_, " + name + " := " + at + "; !" + name
	case !technique.Predeclared(pass, as.Pos(), "true") || !isTrue(info, as.Rhs[0]) ||
		types.IsInterface(m.Elem()):
		return p, false
	}
	return technique.Proposal{At: n.Index, Message: "look the key up before it is put in",
		Edits: []analysis.TextEdit{technique.Insert(as.Pos(), "if "+cond+" {\n"),
			technique.Insert(as.End(), "\n}")}}, true
}

// empty reports whether a type is that of structs without fields.
func empty(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

func isLiteral(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok
}

// isTrue reports whether an expression is true, by its own name.
func isTrue(info *types.Info, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && info.Uses[id] == types.Universe.Lookup("true")
}

// asked reports whether the function looks up the same map with the same key somewhere: then what
// it puts in is new, mostly.
func asked(pass *analysis.Pass, cur inspector.Cursor, n *ast.IndexExpr) bool {
	fn, ok := technique.EnclosingFunc(cur)
	if !ok {
		return true
	}
	for other := range fn.Preorder((*ast.IndexExpr)(nil)) {
		if e := other.Node().(*ast.IndexExpr); e != n && sameEntry(pass, e, n) {
			return true
		}
	}
	return false
}
