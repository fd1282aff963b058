package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

func (m *maker) exprs(list []ast.Expr) bool {
	for _, e := range list {
		if !m.expr(e) {
			return false
		}
	}
	return true
}

// expr reports whether an expression does no more than make a value of what the function has.
func (m *maker) expr(e ast.Expr) bool {
	info := m.pass.TypesInfo
	if tv := info.Types[e]; tv.Value != nil || tv.IsNil() || tv.IsType() {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		_, fn := info.Uses[e].(*types.Func)
		return fn || m.local(e)
	case *ast.ParenExpr:
		return m.expr(e.X)
	case *ast.FuncLit:
		m.allocates = true // nothing here calls it
		return true
	case *ast.CompositeLit:
		return m.literal(e)
	case *ast.UnaryExpr:
		return m.unary(e)
	case *ast.BinaryExpr:
		return m.binary(e) && m.expr(e.X) && m.expr(e.Y)
	case *ast.SelectorExpr:
		if info.Selections[e] == nil {
			_, fn := info.Uses[e.Sel].(*types.Func)
			return fn // of another package, whose variables may change
		}
		return m.field(e)
	case *ast.IndexExpr:
		return m.element(e)
	case *ast.CallExpr:
		return m.call(e)
	}
	return false
}

// literal judges what a literal is made of.
func (m *maker) literal(lit *ast.CompositeLit) bool {
	t := m.pass.TypesInfo.TypeOf(lit)
	m.allocates = m.allocates || technique.IsMap(t) || technique.IsSlice(t)
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if technique.IsMap(t) && (!m.expr(kv.Key) || !m.key(kv.Key)) {
				return false
			}
			e = kv.Value
		}
		if !m.expr(e) {
			return false
		}
	}
	return true
}

// unary judges an address, which is that of what the function makes, and a sign.
func (m *maker) unary(e *ast.UnaryExpr) bool {
	switch e.Op {
	case token.AND:
		m.allocates = true
		switch x := ast.Unparen(e.X).(type) {
		case *ast.CompositeLit:
			return m.literal(x)
		case *ast.Ident:
			return m.local(x)
		}
		return false
	case token.ARROW:
		return false
	}
	return m.expr(e.X)
}

// binary reports whether an operator never panics: it divides by nothing, and compares nothing
// that may be behind an interface.
func (m *maker) binary(e *ast.BinaryExpr) bool {
	info := m.pass.TypesInfo
	switch e.Op {
	case token.QUO, token.REM, token.SHL, token.SHR:
		n, ok := technique.ConstantInt(info, e.Y)
		return ok && n > 0
	case token.EQL, token.NEQ:
		if info.Types[e.X].IsNil() || info.Types[e.Y].IsNil() {
			return true
		}
		return m.key(e.X) && m.key(e.Y)
	case token.ADD:
		m.allocates = m.allocates || technique.IsText(info.TypeOf(e))
	}
	return true
}

// call judges a call: of a function that makes something itself, or of one of the standard
// library that only computes.
func (m *maker) call(call *ast.CallExpr) bool {
	info := m.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return m.conversion(info.TypeOf(call.Args[0]), info.TypeOf(call)) && m.expr(call.Args[0])
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		return m.builtin(call, fn.Name())
	case *types.Func:
		if declOf(m.pass, fn) != nil {
			return m.exprs(Operands(info, call)) && m.function(call)
		}
		for _, arg := range call.Args {
			if !m.key(arg) {
				return false // it may read what it gets
			}
		}
		return !call.Ellipsis.IsValid() && Computes(m.pass, call) && m.exprs(call.Args)
	}
	return false
}

// conversion reports whether a conversion neither reads memory nor panics: that of a slice does
// both, unless it only gets another name.
func (m *maker) conversion(from, to types.Type) bool {
	_, basic := from.Underlying().(*types.Basic)
	m.allocates = m.allocates || basic && technique.IsSlice(to)
	if _, param := types.Unalias(to).(*types.TypeParam); param {
		return false
	}
	return basic || types.IsInterface(to) || types.Identical(from.Underlying(), to.Underlying())
}

func (m *maker) builtin(call *ast.CallExpr, name string) bool {
	info := m.pass.TypesInfo
	switch name {
	case "len", "cap":
		switch info.TypeOf(call.Args[0]).Underlying().(type) {
		case *types.Basic, *types.Slice, *types.Array:
			return m.expr(call.Args[0])
		}
		return false
	case "min", "max":
		return m.exprs(call.Args)
	case "new":
		m.allocates = true
		return m.exprs(call.Args)
	case "make":
		m.allocates = true
		return m.sized(call)
	case "append":
		m.allocates = true
		first, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
		return ok && m.ownSlice(first) && !call.Ellipsis.IsValid() && m.exprs(call.Args[1:])
	}
	return false
}

// ownSlice reports whether a slice begins as nothing, or as what the function makes, and only
// grows: to append to it writes to no memory of others.
func (m *maker) ownSlice(id *ast.Ident) bool {
	v, ok := m.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || !m.local(id) {
		return false
	}
	def, ok := technique.Definition(m.pass, v)
	if !ok {
		return false
	}
	switch value := technique.Initial(m.pass, v).(type) {
	case nil:
		spec, ok := def.Parent().Node().(*ast.ValueSpec)
		if !ok || len(spec.Values) > 0 {
			return false
		}
	case *ast.CompositeLit:
	case *ast.CallExpr:
		if !technique.IsBuiltin(m.pass.TypesInfo, value, "make") {
			return false
		}
	default:
		return false
	}
	for _, use := range technique.UsesOf(m.pass, v) {
		given, addressed := technique.Replaced(use)
		if addressed || given && !m.appended(use, v) {
			return false
		}
	}
	return true
}

// appended matches the first v in v = append(v, x).
func (m *maker) appended(use inspector.Cursor, v *types.Var) bool {
	as, ok := use.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	return ok && technique.IsBuiltin(m.pass.TypesInfo, call, "append") &&
		technique.Names(m.pass.TypesInfo, call.Args[0], v)
}

// sized reports whether no length panics. One of a map is a hint.
func (m *maker) sized(call *ast.CallExpr) bool {
	info := m.pass.TypesInfo
	if technique.IsMap(info.TypeOf(call)) {
		return m.exprs(call.Args[1:])
	}
	for _, n := range call.Args[1:] {
		if !m.notNegative(n) || !m.expr(n) {
			return false
		}
	}
	return len(call.Args) < 3 || technique.IsInt(info, call.Args[1], 0) ||
		info.Types[call.Args[1]].Value != nil && info.Types[call.Args[2]].Value != nil
}

// notNegative is technique.NotNegative, for which a parameter is what the call gives it.
func (m *maker) notNegative(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := m.pass.TypesInfo.Uses[e].(*types.Var)
		if ok && m.sizes[v] && technique.Unassigned(m.pass, v) {
			return true
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD || e.Op == token.MUL {
			return m.notNegative(e.X) && m.notNegative(e.Y)
		}
	}
	return technique.NotNegative(m.pass, e)
}
