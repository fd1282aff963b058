package lend

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// entriesOnStack is how many entries a map has room for that the compiler puts on the stack.
const entriesOnStack = 8

// mapped matches a function that makes the map that it returns. A map of few entries that a caller
// makes, and only looks at, is on its stack.
//
//	have: func index(s string) map[byte]int { m := make(map[byte]int, n); ...; return m }
//	      n := index(s)['a']
//	want: func index(m map[byte]int, s string) map[byte]int {
//		if m == nil || n > 8 { m = make(map[byte]int, n) }; ...; return m }
//	      n := index(make(map[byte]int), s)['a']
func mapped(m *maker) (p technique.Proposal, ok bool) {
	pass := m.pass
	if !technique.IsMap(m.t) || !m.findsMap() || !m.apartOf(m.v) || !m.called() || !m.declares() {
		return p, false
	}
	l := lease{param: m.v.Name(), none: "nil"}
	cond := m.v.Name() + " == nil"
	made := m.stmt.Node().(*ast.AssignStmt).Rhs[0]
	if call, isCall := ast.Unparen(made).(*ast.CallExpr); isCall && len(call.Args) > 1 {
		n := call.Args[1]
		if count, constant := technique.ConstantInt(pass.TypesInfo, n); constant {
			if count > entriesOnStack {
				return p, false
			}
		} else if technique.Pure(pass.TypesInfo, n) {
			cond += fmt.Sprintf(" || %s > %d", technique.Text(pass, n), entriesOnStack)
		} else {
			return p, false
		}
	}
	if technique.Commented(pass, m.stmt.Node()) ||
		!technique.Predeclared(pass, made.Pos(), "make", "nil") {
		return p, false
	}
	l.edits = []analysis.TextEdit{technique.Replace(m.stmt.Node(), fmt.Sprintf(
		"if %s {\n%s = %s\n}", cond, m.v.Name(), technique.Text(pass, made)))}
	p, ok = m.changed(l)
	p.At = made
	return p, ok
}

// findsMap finds the one statement that makes the map that is returned, which runs once.
func (m *maker) findsMap() bool {
	found := 0
	for cur := range m.cur.Preorder((*ast.AssignStmt)(nil)) {
		v, _, value := technique.Declared(m.pass.TypesInfo, cur.Node())
		if v == nil || !technique.InList(cur) || !technique.InFunc(cur, m.cur) ||
			!types.Identical(m.pass.TypesInfo.TypeOf(value), m.t) ||
			!technique.MakesMap(m.pass.TypesInfo, value) || !m.returned(v) {
			continue
		}
		if technique.InLoop(cur) {
			return false
		}
		m.stmt, m.v = cur, v
		found++
	}
	return found == 1 && !technique.HasGoto(m.pass, m.decl)
}
