package later

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// movable reports whether a value allocates, and is the same whenever it is
// made; if reads is true, only as long as nothing writes to memory.
func movable(pass *analysis.Pass, v *types.Var, value ast.Expr) (reads, ok bool) {
	m := &moving{pass: pass}
	ok = m.allocates(v, value) && m.same(value, false)
	return m.reads, ok
}

// moving judges the value of a declaration.
type moving struct {
	pass  *analysis.Pass
	reads bool // elements of a slice
}

// allocates reports whether making a value may allocate.
func (m *moving) allocates(v *types.Var, e ast.Expr) bool {
	if inner := m.held(e); inner != e {
		_, name := inner.(*ast.Ident)
		return !name && m.allocates(v, inner)
	}
	if call, ok := e.(*ast.CallExpr); ok && effects.Makes(m.pass, call) {
		return true
	}
	switch t := m.pass.TypesInfo.TypeOf(e).Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0 && m.pass.TypesInfo.Types[e].Value == nil
	case *types.Struct, *types.Array:
		return escapes(m.pass, v)
	}
	return true
}

// held returns what a conversion to an interface puts there, and other expressions as they are.
func (m *moving) held(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !m.pass.TypesInfo.Types[call.Fun].IsType() || !holds(m.pass.TypesInfo.TypeOf(call)) {
		return e
	}
	return ast.Unparen(call.Args[0])
}

// holds reports whether values of a type are interfaces: each value that may be converted to it
// is put there as it is.
func holds(t types.Type) bool {
	_, param := types.Unalias(t).(*types.TypeParam)
	return types.IsInterface(t) && !param
}

// escapes reports whether a variable may be on the heap: its address is taken,
// openly or for a method, or a function literal uses it.
func escapes(pass *analysis.Pass, v *types.Var) bool {
	uses, _ := technique.LocalUses(pass, v)
	for _, use := range uses {
		if pointedTo(pass.TypesInfo, v, use) {
			return true
		}
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			return v.Pos() < lit.Node().Pos()
		}
	}
	return false
}

// pointedTo reports whether a use takes the address of v: a part of a slice is
// none of v itself.
func pointedTo(info *types.Info, v *types.Var, use inspector.Cursor) bool {
	switch use.Parent().Node().(type) {
	case *ast.SliceExpr, *ast.IndexExpr:
		if _, array := v.Type().Underlying().(*types.Array); !array {
			return false
		}
	}
	return technique.PointedTo(info, use)
}

// same reports whether an expression has the same value later. One that a call
// reads must be a number or a text: what others lead to could change meanwhile.
func (m *moving) same(e ast.Expr, read bool) bool {
	info := m.pass.TypesInfo
	if tv := info.Types[e]; tv.Value != nil || tv.IsNil() || tv.IsType() {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		return m.variable(e) && (!read || plain(info.TypeOf(e)) || m.elements(info.TypeOf(e)))
	case *ast.ParenExpr:
		return m.same(e.X, read)
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return ok && e.Op == token.AND && m.literal(lit)
	case *ast.CompositeLit:
		return m.literal(e)
	case *ast.BinaryExpr:
		if e.Op == token.QUO || e.Op == token.REM || e.Op == token.SHL || e.Op == token.SHR {
			return false // it may panic
		}
		return m.same(e.X, true) && m.same(e.Y, true)
	case *ast.CallExpr:
		return m.call(e)
	}
	return false
}

// literal reports whether all elements of a literal are the same later.
func (m *moving) literal(lit *ast.CompositeLit) bool {
	_, isMap := m.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Map)
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if isMap && (!m.same(kv.Key, false) || !plain(m.pass.TypesInfo.TypeOf(kv.Key))) {
				return false // a key may panic
			}
			e = kv.Value
		}
		if !m.same(e, false) {
			return false
		}
	}
	return true
}

// call reports whether a call returns the same later: it makes something, or it is of a function
// of the package that only makes something, or one of the standard library that only computes.
func (m *moving) call(call *ast.CallExpr) bool {
	info := m.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		from, to := info.TypeOf(call.Args[0]), info.TypeOf(call)
		if holds(to) {
			return m.same(call.Args[0], false)
		}
		return (plain(from) || plain(to)) && m.same(call.Args[0], true)
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "new":
			return info.Types[call.Args[0]].IsType()
		case "len":
			return m.same(call.Args[0], false) && !leads(info.TypeOf(call.Args[0]))
		case "make":
			if technique.IsMap(info.TypeOf(call)) {
				return len(call.Args) == 1 || m.same(call.Args[1], true) // no hint panics
			}
			for _, n := range call.Args[1:] {
				if !technique.NotNegative(m.pass, n) || !m.same(n, true) {
					return false
				}
			}
			return len(call.Args) < 3 || zero(info.Types[call.Args[1]].Value) ||
				info.Types[call.Args[1]].Value != nil && info.Types[call.Args[2]].Value != nil
		}
	case *types.Func:
		if effects.Makes(m.pass, call) {
			return !slices.ContainsFunc(effects.Operands(info, call), func(e ast.Expr) bool {
				return !m.same(e, false)
			})
		}
		if fn.Pkg() == nil || fn.Signature().Recv() != nil ||
			!effects.Computes(m.pass, call) {
			return false
		}
		for _, arg := range call.Args {
			if !m.same(arg, true) {
				return false
			}
		}
		return !call.Ellipsis.IsValid()
	}
	return false
}

// zero reports whether a constant is the number 0: no capacity is too small for it.
func zero(v constant.Value) bool { return v != nil && constant.Sign(v) == 0 }

// elements reports whether a value is a slice of numbers or texts.
func (m *moving) elements(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	m.reads = true
	return ok && plain(list.Elem())
}

// plain reports whether a value is all there is: a number or a text.
func plain(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() != types.UnsafePointer
}

// leads reports whether the length of a value may change though the variable
// does not.
func leads(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Chan, *types.Pointer:
		return true
	}
	return false
}

// variable reports whether an identifier is a variable of the function to which
// nothing is assigned after the declaration, nor its address taken, nor in a
// closure; or names no variable.
func (m *moving) variable(id *ast.Ident) bool {
	obj := m.pass.TypesInfo.Uses[id]
	v, ok := obj.(*types.Var)
	if !ok {
		return false
	}
	uses, ok := technique.LocalUses(m.pass, v)
	if !ok {
		return false
	}
	for _, use := range uses {
		if changed(m.pass.TypesInfo, use) {
			return false
		}
	}
	return true
}

// changed reports whether a use of a variable may change it: an assignment to it
// or to a part of it, its address, or a method that gets its address. What it leads
// to is no part of it: a copy of a pointer, a slice or a map is the same before and after
// what they lead to has changed. Whoever reads elements must be quiet.
func changed(info *types.Info, use inspector.Cursor) bool {
	for cur := use; ; cur = cur.Parent() {
		switch n := cur.Parent().Node().(type) {
		case *ast.ParenExpr:
		case *ast.SelectorExpr:
			sel := info.Selections[n]
			if sel == nil || sel.Kind() != types.FieldVal {
				return sel == nil || getsAddress(sel)
			}
			if sel.Indirect() {
				return false
			}
		case *ast.IndexExpr:
			if n.X != cur.Node() || refers(info.TypeOf(n.X)) {
				return false
			}
		case *ast.SliceExpr:
			return n.X == cur.Node() && !refers(info.TypeOf(n.X))
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(left ast.Expr) bool {
				return left == cur.Node()
			})
		case *ast.IncDecStmt:
			return true
		case *ast.RangeStmt:
			return n.Key == cur.Node() || n.Value == cur.Node()
		case *ast.UnaryExpr:
			return n.Op == token.AND
		default:
			return false
		}
	}
}

// refers reports whether the elements of a value are somewhere else than the value, or are
// bytes of a text, which stay.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Pointer, *types.Basic:
		return true
	}
	return false
}

// getsAddress reports whether a method gets the address of the variable that it is
// selected from, or of a part of it, and not a copy or a pointer that is there.
func getsAddress(sel *types.Selection) bool {
	fn, ok := sel.Obj().(*types.Func)
	return !ok || technique.IsPointer(fn.Signature().Recv().Type()) &&
		!technique.IsPointer(sel.Recv()) && !sel.Indirect()
}
