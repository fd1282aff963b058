package boxonce

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// results looks for functions that choose between constants, and whose callers all put what they
// get into the same interface. They return the interface: that of a constant is in the program.
//
//	have: func sign(n int) level { if n < 0 { return low }; return high }
//	want: func sign(n int) shown { if n < 0 { return low }; return high }
func results(pass *analysis.Pass, root inspector.Cursor) {
	seen := make(map[*types.Func]bool)
	for _, cur := range technique.Nodes(pass, (*ast.FuncDecl)(nil)) {
		fn, _ := pass.TypesInfo.Defs[cur.Node().(*ast.FuncDecl).Name].(*types.Func)
		if fn == nil || seen[fn] {
			continue
		}
		g := &group{pass: pass}
		if g.add(fn) && g.chooses() {
			if p, ok := g.propose(); ok {
				technique.Report(pass, p)
			}
		}
		for _, m := range g.members {
			seen[m.fn] = true
		}
	}
}

// group are functions of which some return what others return.
type group struct {
	pass    *analysis.Pass
	members []*member
	to      types.Type         // what their results become
	boxes   []inspector.Cursor // the calls whose results become that
}

// member is a function of a group.
type member struct {
	fn     *types.Func
	decl   *ast.FuncDecl
	consts []ast.Expr // the constants that it returns
}

// add reports whether a function and all that belong to it can return the interface.
func (g *group) add(fn *types.Func) bool {
	if slices.ContainsFunc(g.members, func(m *member) bool { return m.fn == fn }) {
		return true
	}
	decl := technique.DeclOf(g.pass, fn)
	if decl == nil || decl.Body == nil || !g.plain(fn, decl) {
		return false
	}
	calls, ok := technique.CallsOf(g.pass, fn)
	if !ok || len(calls) == 0 || !technique.SeesAll(g.pass, fn) {
		return false
	}
	m := &member{fn: fn, decl: decl}
	g.members = append(g.members, m)
	cur, ok := technique.Find(g.pass, decl)
	if !ok || !g.returns(m, cur) {
		return false
	}
	for _, call := range calls {
		if !g.called(call) {
			return false
		}
	}
	return true
}

// plain reports whether a function has one result without a name, which an interface would box,
// and which nothing but a return statement sets: where a deferred call recovers, the caller gets
// the zero value of the result's type.
func (g *group) plain(fn *types.Func, decl *ast.FuncDecl) bool {
	sig := fn.Signature()
	if sig.Results().Len() != 1 || len(decl.Type.Results.List[0].Names) > 0 {
		return false
	}
	file, t := technique.FileOf(g.pass, decl.Pos()), sig.Results().At(0).Type()
	_, basic := t.Underlying().(*types.Basic)
	return basic && technique.Boxed(g.pass, t) && file != nil && !ast.IsGenerated(file) &&
		!technique.InTest(g.pass, file) && !technique.Directed(decl) &&
		!technique.HasDefer(decl.Body)
}

// returns reports whether a function returns constants of the type of its result, and results of
// functions that belong to the group with it.
func (g *group) returns(m *member, decl inspector.Cursor) bool {
	for cur := range decl.Preorder((*ast.ReturnStmt)(nil)) {
		if !technique.InFunc(cur, decl) {
			continue
		}
		value := ast.Unparen(cur.Node().(*ast.ReturnStmt).Results[0])
		if g.pass.TypesInfo.Types[value].Value != nil {
			m.consts = append(m.consts, value)
			continue
		}
		call, ok := value.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn, ok := technique.Func(g.pass.TypesInfo, call)
		if !ok || !types.Identical(g.pass.TypesInfo.TypeOf(call), result(m.fn)) || !g.add(fn) {
			return false
		}
	}
	return true
}

func result(fn *types.Func) types.Type { return fn.Signature().Results().At(0).Type() }

// called reports whether a call can give the interface: it becomes that, it is not asked for its
// result, or it is what a function of the group returns.
func (g *group) called(call inspector.Cursor) bool {
	if to := technique.Interface(g.pass, call); to != nil {
		if g.to != nil && !types.Identical(g.to, to) {
			return false
		}
		g.to = to
		g.boxes = append(g.boxes, call)
		return to.Underlying().(*types.Interface).NumMethods() > 0
	}
	for call.ParentEdgeKind() == edge.ParenExpr_X {
		call = call.Parent()
	}
	switch call.ParentEdgeKind() {
	case edge.ExprStmt_X:
		return true
	case edge.ReturnStmt_Results:
		around, _ := technique.EnclosingFunc(call)
		decl, ok := around.Node().(*ast.FuncDecl)
		if !ok {
			return false
		}
		fn, ok := g.pass.TypesInfo.Defs[decl.Name].(*types.Func)
		return ok && fn.Signature().Results().Len() == 1 && g.add(fn)
	}
	return false
}

// chooses reports whether a function of the group returns one of several constants, of which one
// at least is not in the program already as a value of an interface.
func (g *group) chooses() bool {
	return slices.ContainsFunc(g.members, func(m *member) bool {
		return len(m.consts) > 1 && slices.ContainsFunc(m.consts, func(e ast.Expr) bool {
			return copied(g.pass.TypesInfo.Types[e].Value)
		})
	})
}

// copied reports whether a constant is copied to the heap where a variable with its value becomes
// an interface. Zero values and what fits in a byte are not.
func copied(v constant.Value) bool {
	switch v.Kind() {
	case constant.Int:
		n, exact := constant.Int64Val(v)
		return !exact || n < 0 || n > 255
	case constant.String:
		return constant.StringVal(v) != ""
	}
	return constant.Compare(v, token.NEQ, constant.MakeInt64(0))
}

// propose changes the results.
func (g *group) propose() (p technique.Proposal, ok bool) {
	if g.to == nil {
		return p, false
	}
	for _, m := range g.members {
		file := technique.FileOf(g.pass, m.decl.Pos())
		at := m.decl.Type.Results
		text, edits, ok := technique.TypeText(g.pass, file, at.Pos(), g.to)
		if !ok {
			return p, false
		}
		p.Edits = append(append(p.Edits, edits...),
			technique.Replace(at.List[0].Type, text))
		for _, e := range m.consts {
			if g.typed(e) {
				continue
			}
			name, edits, ok := technique.TypeText(g.pass, file, e.Pos(), result(m.fn))
			if !ok {
				return p, false
			}
			p.Edits = append(append(p.Edits, edits...),
				technique.Insert(e.Pos(), name+"("), technique.Insert(e.End(), ")"))
		}
	}
	slices.SortFunc(g.boxes, technique.ByPlace)
	p.At = g.boxes[0].Node()
	for _, call := range g.boxes[1:] {
		p.Also = append(p.Also, call.Node())
	}
	p.Message = "return " + types.TypeString(g.to, types.RelativeTo(g.pass.Pkg)) +
		", which all callers make of it"
	return p, true
}

// typed reports whether a constant has its type without the function's result.
func (g *group) typed(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return g.declaredAs(e, e)
	case *ast.SelectorExpr:
		return g.declaredAs(e, e.Sel)
	case *ast.CallExpr:
		return g.pass.TypesInfo.Types[e.Fun].IsType()
	}
	return false
}

// declaredAs reports whether an expression is a constant of the type that it has here.
func (g *group) declaredAs(e ast.Expr, name *ast.Ident) bool {
	c, ok := g.pass.TypesInfo.Uses[name].(*types.Const)
	return ok && types.Identical(c.Type(), g.pass.TypesInfo.TypeOf(e))
}
