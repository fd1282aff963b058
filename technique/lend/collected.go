package lend

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// collected matches a function that appends what it returns to a slice that begins empty. A
// caller that cannot tell nil from an empty slice, nor see the capacity, lends it room; the others
// pass what the slice began as. What is measured are the appends.
//
//	have: func words(s string) []word { var list []word; ...; return list }
//	      for _, w := range words(s) { ... }
//	want: func words(list []word, s string) []word { ...; return list }
//	      for _, w := range words(make([]word, 0, 16), s) { ... }
func collected(m *maker) (p technique.Proposal, ok bool) {
	if !m.lends() {
		return p, false
	}
	l, ok := m.collects()
	if !ok || !m.apartOf(m.v) {
		return p, false
	}
	g := &grower{pass: m.pass, seen: make(map[*types.Var]bool)}
	if !g.only(m.v) || len(g.at) == 0 {
		return p, false
	}
	if !m.called() {
		return p, false
	}
	l.pooled = g.gives(m.decl, m.v, m.at)
	p, ok = m.changed(l)
	if p.At, p.Also = g.sites(m.file); p.At == nil {
		return p, false
	}
	return p, ok
}

// collects finds the one slice that begins empty and is what the function returns.
func (m *maker) collects() (l lease, ok bool) {
	if v := m.fn.Signature().Results().At(m.at); v.Name() != "" && v.Name() != "_" {
		return m.collectsResult(v)
	}
	found := 0
	for cur := range m.cur.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil),
		(*ast.BranchStmt)(nil)) {
		if branch, ok := cur.Node().(*ast.BranchStmt); ok && branch.Tok == token.GOTO {
			return l, false
		}
		v, _, value := technique.Declared(m.pass.TypesInfo, cur.Node())
		if v == nil || !technique.InList(cur) || !technique.InFunc(cur, m.cur) ||
			!types.Identical(v.Type(), m.t) || !m.returned(v) {
			continue
		}
		none, empty := m.empty(value)
		if !empty || technique.InLoop(cur) {
			return l, false
		}
		m.stmt, m.v, l.none = cur, v, none
		found++
	}
	return l, found == 1 && m.begins(&l)
}

// collectsResult takes a result that has a name as the slice that is filled.
func (m *maker) collectsResult(v *types.Var) (l lease, ok bool) {
	if len(m.decl.Body.List) == 0 || m.given(m.decl.Body.List[0], v) {
		return l, false
	}
	m.v = v
	l = lease{param: technique.FreshName(m.pass, m.file, "room"), none: "nil", strict: true,
		room: fmt.Sprintf("0, %d", room(m.pass, m.t))}
	l.edits = []analysis.TextEdit{technique.Insert(
		technique.Start(m.pass, m.file, m.decl.Body.List[0]), v.Name()+" = "+l.param+"\n")}
	return l, true
}

// given reports whether a statement gives v its value.
func (m *maker) given(stmt ast.Stmt, v *types.Var) bool {
	as, ok := stmt.(*ast.AssignStmt)
	return ok && technique.Names(m.pass.TypesInfo, as.Lhs[0], v)
}

// empty reports whether a slice begins without elements and without room for any, and what
// has the same beginning, as it is written in a call; "" for a literal.
func (m *maker) empty(value ast.Expr) (none string, ok bool) {
	switch e := ast.Unparen(value).(type) {
	case nil:
		return "nil", true
	case *ast.CompositeLit:
		return "", len(e.Elts) == 0
	case *ast.CallExpr:
		return "", technique.IsBuiltin(m.pass.TypesInfo, e, "make") && len(e.Args) == 2 &&
			m.isZero(e.Args[1])
	}
	return "", false
}

// begins has the slice begin as what the function gets.
func (m *maker) begins(l *lease) bool {
	l.param, l.strict = m.v.Name(), true
	l.room = fmt.Sprintf("0, %d", room(m.pass, m.t))
	if technique.Commented(m.pass, m.stmt.Node()) {
		return false
	}
	if m.declares() {
		return m.taken(l)
	}
	l.param = technique.FreshName(m.pass, m.file, "room")
	l.edits = []analysis.TextEdit{technique.Replace(m.stmt.Node(), m.v.Name()+" := "+l.param)}
	return true
}

// sites returns the appends of a file, the first apart.
func (g *grower) sites(file *ast.File) (at ast.Node, also []ast.Node) {
	for _, n := range g.at {
		switch {
		case technique.FileOf(g.pass, n.Pos()) != file:
		case at == nil:
			at = n
		default:
			also = append(also, n)
		}
	}
	return at, also
}
