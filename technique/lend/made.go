package lend

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/pooledtext"
)

// maker is a function that makes the slice that it returns.
type maker struct {
	pass  *analysis.Pass
	file  *ast.File
	cur   inspector.Cursor // its declaration
	decl  *ast.FuncDecl
	fn    *types.Func
	t     types.Type // of the slice
	at    int        // its place among the results
	calls []inspector.Cursor
	inner string // the name of the function that does its work, where others call it; or ""
	args  string // the function's parameters, as it hands them to inner

	stmt  inspector.Cursor // the statement that makes it
	v     *types.Var       // that it gives it to
	value *ast.CallExpr    // make
}

// made matches a function that makes the slice that it returns.
//
//	have: func places(s string) []int { at := make([]int, 0, 8); ...; return at }
//	      for _, i := range places(s) { ... }
//	want: func places(at []int, s string) []int { ...; return at }
//	      for _, i := range places(make([]int, 0, 8), s) { ... }
func made(m *maker) (p technique.Proposal, ok bool) {
	pass := m.pass
	if !m.lends() || !m.finds() || !m.apartOf(m.v) || !m.called() {
		return p, false
	}
	l, ok := m.lease()
	if !ok || !technique.Predeclared(pass, m.value.Pos(), "make", "cap") {
		return p, false
	}
	g := &grower{pass: pass, seen: make(map[*types.Var]bool)}
	grows := m.isZero(m.value.Args[1]) && g.only(m.v) && g.gives(m.decl, m.v, m.at)
	l.pooled = l.exact && grows
	p, ok = m.changed(l)
	whole := lease{param: l.param, strict: true, pooled: true}
	if grows && !l.exact && m.fitted(&whole) {
		if q, lends := m.changed(whole); lends && !q.Safe {
			p, ok = q, true
		}
	}
	p.At = m.value
	return p, ok
}

// makerOf returns a function that could get another parameter.
func makerOf(pass *analysis.Pass, cur inspector.Cursor) (*maker, bool) {
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || technique.Directed(decl) ||
		!named(decl.Type.Params) {
		return nil, false
	}
	m := &maker{pass: pass, file: technique.FileOf(pass, decl.Pos()), cur: cur, decl: decl, fn: fn}
	return m, m.file != nil
}

// named reports whether parameters have names.
func named(params *ast.FieldList) bool {
	for _, field := range params.List {
		if len(field.Names) == 0 {
			return false
		}
	}
	return true
}

// lends reports whether the result is a slice that callers have room for.
func (m *maker) lends() bool { return room(m.pass, m.t) > 0 }

// results asks about what functions return. What callers append to a slice of their own needs
// no room.
func results(pass *analysis.Pass, _ inspector.Cursor) {
	var makers []*maker
	for _, cur := range technique.Nodes(pass, decls...) {
		m, ok := makerOf(pass, cur)
		if !ok {
			continue
		}
		if p, ok := appendedTo(m); ok {
			technique.Report(pass, p)
			continue
		}
		makers = append(makers, m)
	}
	for _, match := range []matcher{made, collected, written, mapped} {
		for _, m := range makers {
			if p, ok := m.oneOf(match); ok {
				technique.Report(pass, p)
			}
		}
	}
}

// takesRoom reports whether a function gets a parameter for the slice that it makes.
func (m *maker) takesRoom() bool {
	if _, ok := appendedTo(m); ok {
		return false
	}
	_, ok := m.oneOf(made)
	return ok
}

// matcher asks about one result of a function.
type matcher func(*maker) (technique.Proposal, bool)

// oneOf asks about the results of a function one after the other, up to the first about which
// there is something to propose.
func (m *maker) oneOf(match matcher) (p technique.Proposal, ok bool) {
	results := m.fn.Signature().Results()
	for i := range results.Len() {
		one := *m
		one.at, one.t = i, results.At(i).Type()
		if p, ok = match(&one); ok {
			return p, true
		}
	}
	return p, false
}

// apartOf reports whether no other result is v, or a part of it: through that one, callers could
// see what is lent, or keep it.
func (m *maker) apartOf(v *types.Var) bool {
	other := *m
	for i := range m.fn.Signature().Results().Len() {
		if other.at = i; i != m.at && other.returned(v) {
			return false
		}
	}
	return true
}

// finds finds the one statement that makes what is returned, which runs once at most.
func (m *maker) finds() bool {
	found := 0
	for cur := range m.cur.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil),
		(*ast.BranchStmt)(nil)) {
		if branch, ok := cur.Node().(*ast.BranchStmt); ok && branch.Tok == token.GOTO {
			return false
		}
		v, value := m.gives(cur.Node())
		if v == nil || !technique.InList(cur) || !technique.InFunc(cur, m.cur) ||
			!technique.IsBuiltin(m.pass.TypesInfo, value, "make") ||
			!types.Identical(m.pass.TypesInfo.TypeOf(value), m.t) || !m.returned(v) {
			continue
		}
		if technique.InLoop(cur) {
			return false
		}
		m.stmt, m.v, m.value = cur, v, value
		found++
	}
	return found == 1
}

// gives returns the variable that a statement gives what a call returns; nil for others.
func (m *maker) gives(n ast.Node) (*types.Var, *ast.CallExpr) {
	v, _, value := technique.Declared(m.pass.TypesInfo, n)
	if as, ok := n.(*ast.AssignStmt); ok && as.Tok == token.ASSIGN && len(as.Lhs) == 1 &&
		len(as.Rhs) == 1 {
		id, _ := as.Lhs[0].(*ast.Ident)
		v, _ = m.pass.TypesInfo.Uses[id].(*types.Var)
		value = as.Rhs[0]
	}
	call, ok := value.(*ast.CallExpr)
	if v == nil || !ok || v.Parent() == m.pass.Pkg.Scope() || v.Pos() < m.decl.Pos() ||
		m.decl.End() <= v.Pos() {
		return nil, nil
	}
	return v, call
}

// returned reports whether v is what the function returns.
func (m *maker) returned(v *types.Var) bool {
	if m.fn.Signature().Results().At(m.at) == v {
		return true
	}
	for cur := range m.cur.Preorder((*ast.ReturnStmt)(nil)) {
		stmt := cur.Node().(*ast.ReturnStmt)
		if technique.InFunc(cur, m.cur) && m.at < len(stmt.Results) &&
			m.holds(stmt.Results[m.at], v) {
			return true
		}
	}
	return false
}

// holds reports whether an expression is v, a part of it, or v with more appended.
func (m *maker) holds(e ast.Expr, v *types.Var) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SliceExpr:
		return m.holds(e.X, v)
	case *ast.CallExpr:
		return technique.IsBuiltin(m.pass.TypesInfo, e, "append") && m.holds(e.Args[0], v)
	case *ast.Ident:
		return m.pass.TypesInfo.Uses[e] == v
	}
	return false
}

// called finds the calls of the function: all there are; or, of one that others call, too, those
// of the package.
func (m *maker) called() (ok bool) {
	if m.fn.Exported() {
		return m.calledApart()
	}
	m.calls, ok = technique.CallsOf(m.pass, m.fn)
	return ok && technique.SeesAll(m.pass, m.fn)
}

// changed gives the function its parameter, and lends room where a caller only looks at the
// slice. The others get as much memory as before.
func (m *maker) changed(l lease) (p technique.Proposal, ok bool) {
	text, imports, ok := technique.TypeText(m.pass, m.file, m.decl.Name.Pos(), m.t)
	if !ok {
		return p, false
	}
	p = technique.Proposal{Edits: append(imports, l.edits...), Safe: true,
		Message: "let the callers of " + m.fn.Name() + " lend it room on the stack"}
	p.Edits = append(p.Edits, first(m.decl.Type.Params.Opening, len(m.decl.Type.Params.List),
		l.param+" "+text))
	if m.inner != "" {
		p.Edits = append(p.Edits, m.apart(l.without(text))...)
	}
	var stack, pool int
	lent := false // by other code than tests
	for _, cur := range m.calls {
		edits, from, ok := m.passed(cur, l)
		if !ok {
			return p, false
		}
		switch from {
		case onStack:
			stack++
		case inPool:
			pool++
		case nowhere:
			if m.inner != "" {
				continue
			}
		}
		p.Edits = append(p.Edits, edits...)
		lent = lent || from != nowhere && !m.inTest(cur)
	}
	if l.all && (m.inner != "" || stack+pool < len(m.calls)) {
		return p, false
	}
	if pool > 0 {
		p.Safe = false
		p.Message = "let the callers of " + m.fn.Name() + " lend it room from a pool"
	}
	return p, lent
}

// inTest reports whether a call is one of tests. They lend nothing, unless all callers must: what a
// benchmark lends itself, no other caller gains.
func (m *maker) inTest(call inspector.Cursor) bool {
	file := technique.FileOf(m.pass, call.Node().Pos())
	return file != nil && technique.InTest(m.pass, file)
}

// place is where a caller has the room that it lends.
type place int

const (
	nowhere place = iota // it lends none
	onStack
	inPool
)

// first returns the edit that puts an operand before the n that are behind a parenthesis.
func first(paren token.Pos, n int, text string) analysis.TextEdit {
	if n > 0 {
		text += ", "
	}
	return technique.Insert(paren+1, text)
}

// passed returns the edits with which one call passes room on.
func (m *maker) passed(cur inspector.Cursor, l lease) (
	edits []analysis.TextEdit, from place, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(m.pass, call.Pos())
	sig := m.fn.Signature()
	if file == nil || !sig.Variadic() && len(call.Args) != sig.Params().Len() ||
		len(call.Args) == 1 && tuple(m.pass.TypesInfo.TypeOf(call.Args[0])) ||
		!technique.Predeclared(m.pass, call.Pos(), "make") ||
		!isMethodCall(m.pass, m.calledAs(call), m.fn) {
		return nil, nowhere, false
	}
	text, imports, ok := technique.TypeText(m.pass, file, call.Pos(), m.t)
	r := &result{pass: m.pass, strict: l.strict, same: l.same}
	with := l.without(text)
	if m.inTest(cur) && !l.all {
		from = nowhere
	} else if !technique.RunsLater(cur) && r.onStack(cur, m.at) {
		from, with = onStack, l.made(text)
	} else if written, lends := fromPool(m.pass, cur, m.at, m.t); lends && l.pooled {
		from, with = inPool, pooledtext.Room
		edits = written
	}
	if strings.Contains(with, text) {
		edits = append(edits, imports...)
	}
	if m.inner != "" {
		edits = append(edits, m.renamed(call))
	}
	return append(edits, first(call.Lparen, len(call.Args), with)), from, ok
}

func tuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// calledAs returns the place of what is called.
func (m *maker) calledAs(call *ast.CallExpr) inspector.Cursor {
	cur, _ := technique.Find(m.pass, ast.Unparen(call.Fun))
	return cur
}
