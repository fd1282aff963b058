// Package ownvar declares in a function literal the variables that are its own.
package ownvar

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("ownvar",
		"declare a variable in the function literal that it belongs to\n\n"+
			"A variable of a function that a literal in it assigns to, or takes the address of, "+
			"is made on the heap when the literal outlives the call: a goroutine, a handler. "+
			"Where the function does not use the variable any more once the literal is made, "+
			"it belongs to the literal, and is on the stack of whoever runs it.\n\n"+
			"Its declaration moves into a literal that runs once, if it has a constant value or "+
			"one of what never changes. Elsewhere the literal copies the value that the "+
			"function gave the variable. A variable that the literal always assigns to before "+
			"it looks, such as an error, is declared there without that value, also in a literal "+
			"that runs often, as long as nothing that could run it again comes between.\n\n"+
			"The rewrite assumes that two goroutines do not assign to a variable at the same "+
			"time.",
		run),
	Title:  "Declare a variable in the function literal that uses it",
	Causes: []string{"escaping-variable"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	owned := make(map[inspector.Cursor][]variable)
	var order []inspector.Cursor
	captured := capturedBy(pass)
	for def := range root.Preorder((*ast.Ident)(nil)) {
		if !captured[def.Node().Pos()] {
			continue
		}
		v, ok := pass.TypesInfo.Defs[def.Node().(*ast.Ident)].(*types.Var)
		if !ok {
			continue
		}
		x, ok := belongs(pass, def, v)
		if !ok || !x.own() {
			continue
		}
		if owned[x.lit] == nil {
			order = append(order, x.lit)
		}
		owned[x.lit] = append(owned[x.lit], x)
	}
	for _, lit := range order {
		technique.Report(pass, propose(pass, lit, owned[lit]))
	}
}

// capturedBy returns where the variables are declared that function literals use from outside.
func capturedBy(pass *analysis.Pass) map[token.Pos]bool {
	captured := make(map[token.Pos]bool)
	for _, lit := range technique.Nodes(pass, (*ast.FuncLit)(nil)) {
		for id := range lit.Preorder((*ast.Ident)(nil)) {
			v, ok := pass.TypesInfo.Uses[id.Node().(*ast.Ident)].(*types.Var)
			if ok && v.Pos() < lit.Node().Pos() {
				captured[v.Pos()] = true
			}
		}
	}
	return captured
}

// propose gives a literal all variables that are its own.
//
//	have: n := 0; result := T{}; go func() { n++; result = f(n); out <- result }()
//	want: go func() { n := 0; result := T{}; n++; result = f(n); out <- result }()
func propose(pass *analysis.Pass, lit inspector.Cursor, list []variable) technique.Proposal {
	p := technique.Proposal{At: list[0].def.Node()}
	var begin strings.Builder
	var names []string
	var gone *ast.BadStmt // the last declarations that go, and nothing between
	for i, x := range list {
		if i > 0 {
			p.Also = append(p.Also, x.def.Node())
		}
		names = append(names, x.v.Name())
		p.Edits = append(p.Edits, x.edits...)
		begin.WriteString(x.begin)
		if gone != nil && x.gone != nil && onlySpace(pass, gone.To, x.gone.From) {
			gone.To = x.gone.To
		} else if x.gone != nil {
			p.Edits, gone = remove(pass, p.Edits, gone), x.gone
		}
	}
	p.Edits = remove(pass, p.Edits, gone)
	if begin.Len() > 0 {
		first := lit.Node().(*ast.FuncLit).Body.List[0]
		at := technique.Start(pass, technique.FileOf(pass, first.Pos()), first)
		p.Edits = append(p.Edits, technique.Insert(at, begin.String()))
	}
	said := names[len(names)-1]
	if len(names) > 1 {
		said = strings.Join(names[:len(names)-1], ", ") + " and " + said
	}
	p.Message = "declare " + said + " in the function literal that uses " + it(len(names))
	return p
}

func it(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// onlySpace reports whether no code and no comment stands between two places.
func onlySpace(pass *analysis.Pass, from, to token.Pos) bool {
	return strings.TrimSpace(technique.Text(pass, &ast.BadStmt{From: from, To: to})) == ""
}

// remove adds the edit that takes declarations away, if there are any.
func remove(pass *analysis.Pass, edits []analysis.TextEdit, gone *ast.BadStmt) []analysis.TextEdit {
	if gone == nil {
		return edits
	}
	return append(edits, technique.Remove(pass, gone))
}
