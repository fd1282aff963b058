package typecache

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// maker finds out whether functions of the package make the same of the same arguments each
// time, and do nothing else.
type maker struct {
	pass  *analysis.Pass
	known map[*ast.FuncDecl]bool
	in    *ast.FuncDecl         // whose body is looked at
	runs  map[*ast.FuncLit]bool // literals that are called at once, and then let go
}

func newMaker(pass *analysis.Pass) *maker {
	return &maker{pass: pass, known: make(map[*ast.FuncDecl]bool),
		runs: make(map[*ast.FuncLit]bool)}
}

// pure judges a function. One that calls itself is what the rest of it is.
func (m *maker) pure(decl *ast.FuncDecl) bool {
	if known, ok := m.known[decl]; ok {
		return known
	}
	m.known[decl] = true
	outer := m.in
	m.in = decl
	m.known[decl] = decl.Body != nil && m.all(decl.Body)
	m.in = outer
	return m.known[decl]
}

// all judges all below a node.
func (m *maker) all(root ast.Node) bool {
	ok := true
	ast.Inspect(root, func(n ast.Node) bool {
		ok = ok && (n == nil || m.node(n))
		lit, isLit := n.(*ast.FuncLit)
		return ok && (!isLit || m.runs[lit])
	})
	return ok
}

// node judges a node without its children, but for a function literal.
func (m *maker) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		return m.runs[n] || m.literal(n)
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if !m.own(left) {
				return false
			}
		}
	case *ast.IncDecStmt:
		return m.own(n.X)
	case *ast.RangeStmt:
		switch m.pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
		case *types.Signature, *types.Chan, *types.Interface, *types.Map:
			return false // a map has another order each time
		}
		return (n.Key == nil || m.own(n.Key)) && (n.Value == nil || m.own(n.Value))
	case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt:
		return false
	case *ast.UnaryExpr:
		return n.Op != token.ARROW
	case *ast.Ident:
		v, isVar := m.pass.TypesInfo.Uses[n].(*types.Var)
		return !isVar || v.IsField() || v.Parent() != v.Pkg().Scope() || m.constant(v)
	case *ast.CallExpr:
		return m.call(n)
	}
	return true
}

// constant reports whether a variable at package level has one value all the time.
func (m *maker) constant(v *types.Var) bool {
	return v.Pkg() == m.pass.Pkg && !v.Exported() && technique.Immutable(v.Type()) &&
		technique.Fixed(m.pass, v) && !technique.MentionedBeside(m.pass, v.Name())
}

// own reports whether an expression is a variable of the function, or leads on from one: all that
// these lead to was made meanwhile.
func (m *maker) own(e ast.Expr) bool {
	if addr, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
		e = addr.X
	}
	id := technique.Root(e)
	if id == nil {
		return false
	}
	v, ok := m.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return technique.IsBlank(id) || ok && m.in.Pos() <= v.Pos() && v.Pos() < m.in.End()
}

// literal judges a function literal, which is called later or for its result: it changes none of
// the variables around it, and what these lead to is only read.
func (m *maker) literal(lit *ast.FuncLit) bool {
	cur, ok := technique.Find(m.pass, lit)
	if !ok {
		return false
	}
	r := &reader{pass: m.pass, seen: make(map[*types.Var]bool)}
	for use := range cur.Preorder((*ast.Ident)(nil)) {
		v, isVar := m.pass.TypesInfo.Uses[use.Node().(*ast.Ident)].(*types.Var)
		if !isVar || v.IsField() || v.Parent() == v.Pkg().Scope() ||
			lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			continue
		}
		if !technique.Unassigned(m.pass, v) || !r.use(use) {
			return false
		}
	}
	return true
}

// call judges a call, whatever its arguments are.
func (m *maker) call(call *ast.CallExpr) bool {
	info := m.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return true
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "copy", "delete", "clear":
			return m.own(call.Args[0])
		case "close", "print", "println", "recover":
			return false
		}
		return true
	case *types.Func:
		if decl := technique.DeclOf(m.pass, fn); decl != nil {
			return m.pure(decl)
		}
		return m.library(call, fn)
	}
	return false
}

// library judges a call of a function that is declared elsewhere. It may write to what the
// function has made, and call methods of what has a fixed value.
func (m *maker) library(call *ast.CallExpr, fn *types.Func) bool {
	e := effects.Of(fn)
	if !effects.Known(fn) || e.Has(effects.Outside|effects.Acts) {
		return false
	}
	if e.Has(effects.Writes | effects.Changes) {
		at := changed(call, fn)
		if !technique.Immutable(m.pass.TypesInfo.TypeOf(at)) && !m.own(at) {
			return false
		}
	}
	if !e.Has(effects.Calls) {
		return true
	}
	if recv := fn.Signature().Recv(); recv != nil && !technique.Immutable(recv.Type()) {
		return false
	}
	for _, arg := range call.Args {
		if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok && !e.Has(effects.Keeps) {
			m.runs[lit] = true
			continue
		}
		t := m.pass.TypesInfo.TypeOf(arg)
		if !technique.Immutable(t) && !technique.IsError(t) &&
			!(technique.IsSlice(t) && e.Has(effects.Writes)) {
			return false
		}
	}
	return true
}

// changed returns what a function changes that changes something: its receiver, or else its first
// argument.
func changed(call *ast.CallExpr, fn *types.Func) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
		return sel.X
	}
	if len(call.Args) == 0 {
		return call.Fun
	}
	return call.Args[0]
}
