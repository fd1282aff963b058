package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// Makes reports whether a call of a function of the package allocates, and does no more than make
// its results of the values of its arguments: whenever it is called with them, it makes the same.
// It neither reads nor writes memory that others know, has no other effect, ends, and does not
// panic. What its Operands do is the caller's affair.
func Makes(pass *analysis.Pass, call *ast.CallExpr) bool {
	m := maker{pass: pass, active: make(map[*types.Func]bool)}
	return m.function(call) && m.allocates
}

// maker is one question for Makes.
type maker struct {
	pass      *analysis.Pass
	active    map[*types.Func]bool // that are being looked at: a recursive one might not end
	decl      *ast.FuncDecl        // the one that is looked at
	sizes     map[*types.Var]bool  // its parameters that are not negative
	allocates bool
}

// Operands returns what a call is made of: the receiver, if a method of a value is called, and
// the arguments.
func Operands(info *types.Info, call *ast.CallExpr) []ast.Expr {
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || info.Selections[fun] == nil || info.Selections[fun].Kind() == types.MethodExpr {
		return call.Args
	}
	return append([]ast.Expr{fun.X}, call.Args...)
}

// function judges a call of a function of the package.
func (m *maker) function(call *ast.CallExpr) bool {
	fn, ok := technique.Func(m.pass.TypesInfo, call)
	if !ok || !m.given(call, fn) || fn.Signature().Variadic() || m.active[fn] {
		return false
	}
	decl := declOf(m.pass, fn)
	if decl == nil || decl.Body == nil || len(call.Args) != fn.Signature().Params().Len() {
		return false
	}
	inner := maker{pass: m.pass, active: m.active, decl: decl, sizes: make(map[*types.Var]bool)}
	for i, arg := range call.Args {
		inner.sizes[fn.Signature().Params().At(i)] = m.notNegative(arg)
	}
	m.active[fn] = true
	defer delete(m.active, fn)
	ok = inner.stmts(decl.Body.List)
	m.allocates = m.allocates || inner.allocates
	return ok
}

// given reports whether a function is none with a receiver, or the call gives it as it is: the
// address of a variable, or what an address leads to, may be another later.
func (m *maker) given(call *ast.CallExpr, fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	sel := m.pass.TypesInfo.Selections[fun]
	return sel != nil && sel.Kind() == types.MethodVal && len(sel.Index()) == 1 &&
		types.Identical(sel.Recv(), recv.Type())
}

func (m *maker) stmts(list []ast.Stmt) bool {
	for _, s := range list {
		if !m.stmt(s) {
			return false
		}
	}
	return true
}

// stmt judges a statement; nil is none.
func (m *maker) stmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case nil:
		return true
	case *ast.ReturnStmt:
		return m.exprs(s.Results)
	case *ast.AssignStmt:
		return m.assign(s)
	case *ast.IncDecStmt:
		return m.target(s.X)
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && !m.exprs(v.Values) {
				return false
			}
		}
		return true
	case *ast.BlockStmt:
		return m.stmts(s.List)
	case *ast.IfStmt:
		return m.stmt(s.Init) && m.expr(s.Cond) && m.stmts(s.Body.List) && m.stmt(s.Else)
	case *ast.RangeStmt:
		return m.ranges(s) && m.stmts(s.Body.List)
	case *ast.ForStmt:
		_, n, ok := technique.CountsUp(m.pass.TypesInfo, s)
		return ok && m.pass.TypesInfo.Types[n].Value != nil && m.stmts(s.Body.List)
	}
	return false
}

// assign judges an assignment. A division could be by zero.
func (m *maker) assign(s *ast.AssignStmt) bool {
	switch s.Tok {
	case token.QUO_ASSIGN, token.REM_ASSIGN, token.SHL_ASSIGN, token.SHR_ASSIGN:
		return false
	case token.ADD_ASSIGN:
		m.allocates = m.allocates || technique.IsText(m.pass.TypesInfo.TypeOf(s.Lhs[0]))
	}
	for _, left := range s.Lhs {
		if !m.target(left) {
			return false
		}
	}
	return m.exprs(s.Rhs)
}

// target reports whether the function may assign to an expression: a variable of its own, or
// a field or an element of what it has made.
func (m *maker) target(left ast.Expr) bool {
	switch left := ast.Unparen(left).(type) {
	case *ast.Ident:
		return left.Name == "_" || m.local(left)
	case *ast.SelectorExpr:
		return m.field(left)
	case *ast.IndexExpr:
		if _, isMap := m.pass.TypesInfo.TypeOf(left.X).Underlying().(*types.Map); isMap {
			return m.made(left.X) && m.expr(left.Index) && m.key(left.Index)
		}
		return m.element(left)
	}
	return false
}

// ranges judges the head of a loop over a number, or over what has a length that stays: each
// other one might not end, or reads what others know.
func (m *maker) ranges(s *ast.RangeStmt) bool {
	switch t := m.pass.TypesInfo.TypeOf(s.X).Underlying().(type) {
	case *types.Basic:
	case *types.Slice, *types.Array:
		_, lit := ast.Unparen(s.X).(*ast.CompositeLit)
		own := lit || technique.IsArray(t) || m.made(s.X)
		if s.Value != nil && !technique.IsBlank(s.Value) && !own {
			return false
		}
	default:
		return false
	}
	return (s.Key == nil || m.target(s.Key)) && (s.Value == nil || m.target(s.Value)) &&
		m.expr(s.X)
}

// local reports whether an identifier names a variable that the function declares.
func (m *maker) local(id *ast.Ident) bool {
	obj := m.pass.TypesInfo.ObjectOf(id)
	if obj == nil {
		return false
	}
	_, isVar := obj.(*types.Var)
	return isVar && m.decl.Pos() <= obj.Pos() && obj.Pos() < m.decl.End()
}

// made reports whether an expression names a variable that has what the function made all the
// time, and is not nil.
func (m *maker) made(e ast.Expr) bool {
	v, ok := technique.Variable(m.pass.TypesInfo, ast.Unparen(e))
	if !ok {
		return false
	}
	switch value := ast.Unparen(technique.OnlyValue(m.pass, v)).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		_, lit := ast.Unparen(value.X).(*ast.CompositeLit)
		return lit
	case *ast.CallExpr:
		return technique.IsBuiltin(m.pass.TypesInfo, value, "make") ||
			technique.IsBuiltin(m.pass.TypesInfo, value, "new")
	}
	return false
}

// field reports whether a selector names a field of a struct that a variable of the function is,
// or points to, because the function made it.
func (m *maker) field(e *ast.SelectorExpr) bool {
	sel := m.pass.TypesInfo.Selections[e]
	if sel == nil || sel.Kind() != types.FieldVal {
		return false
	}
	if sel.Indirect() {
		return len(sel.Index()) == 1 && m.made(e.X)
	}
	switch x := ast.Unparen(e.X).(type) {
	case *ast.Ident:
		return m.local(x)
	case *ast.SelectorExpr:
		return m.field(x)
	}
	return false
}

// element reports whether an index names an element that is there: its loop ranges over the
// same slice, which the function made, or array.
func (m *maker) element(e *ast.IndexExpr) bool {
	x, ok := ast.Unparen(e.X).(*ast.Ident)
	i, isVar := technique.Variable(m.pass.TypesInfo, ast.Unparen(e.Index))
	array := technique.IsArray(m.pass.TypesInfo.TypeOf(e.X))
	if !ok || !m.local(x) || !array && !m.made(x) {
		return false
	}
	if array && m.pass.TypesInfo.Types[e.Index].Value != nil {
		return true
	}
	if !isVar || !technique.Unassigned(m.pass, i) {
		return false
	}
	def, ok := technique.Definition(m.pass, i)
	if !ok {
		return false
	}
	loop, ok := def.Parent().Node().(*ast.RangeStmt)
	return ok && loop.Key == def.Node() && technique.Names(m.pass.TypesInfo, loop.X,
		m.pass.TypesInfo.Uses[x])
}

// key reports whether looking for a key cannot panic.
func (m *maker) key(e ast.Expr) bool {
	_, basic := m.pass.TypesInfo.TypeOf(e).Underlying().(*types.Basic)
	return basic
}
