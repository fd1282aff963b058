package mapsize

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// puts reports whether an expression calls a function of the package that does no more than to put
// one entry into the map, as a set's method does, under a key that the round gives.
//
//	func (s set) add(key string) { s[key] = true }
//	func (s set) add(keys ...string) { for _, key := range keys { s[key] = true } }
func (m made) puts(l loop, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || call.Ellipsis.IsValid() {
		return false
	}
	fn, ok := technique.Func(m.pass.TypesInfo, call)
	if !ok || m.inside || fn.Signature().TypeParams().Len() > 0 {
		return false
	}
	decl := technique.DeclOf(m.pass, fn)
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return false
	}
	params, stmt := fn.Signature().Params(), decl.Body.List[0]
	var each types.Object // the key in a loop over the last parameter
	if r, ok := stmt.(*ast.RangeStmt); ok {
		value, isName := r.Value.(*ast.Ident)
		if !isName || !fn.Signature().Variadic() || len(call.Args) != params.Len() ||
			len(r.Body.List) != 1 ||
			!technique.Names(m.pass.TypesInfo, r.X, params.At(params.Len()-1)) {
			return false
		}
		stmt, each = r.Body.List[0], m.pass.TypesInfo.Defs[value]
	}
	index, given := indexed(stmt), m.given(call, decl)
	if index == nil || given == nil {
		return false
	}
	in := made{pass: m.pass, inside: true, place: given}
	if _, _, ok := in.entry(stmt); !ok {
		return false
	}
	if each != nil {
		return technique.Names(m.pass.TypesInfo, index.Index, each) &&
			m.fresh(l, call.Args[params.Len()-1])
	}
	for i := range params.Len() {
		if technique.Names(m.pass.TypesInfo, index.Index, params.At(i)) {
			return m.fresh(l, call.Args[i])
		}
	}
	return false
}

// indexed returns m[k] of m[k] = v; nil for other statements.
func indexed(stmt ast.Stmt) *ast.IndexExpr {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 {
		return nil
	}
	index, _ := as.Lhs[0].(*ast.IndexExpr)
	return index
}

// given returns the name that a function has for the map, which a call gives it as its receiver or
// in a parameter; nil for none.
func (m made) given(call *ast.CallExpr, decl *ast.FuncDecl) ast.Expr {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok && decl.Recv != nil &&
		technique.SameExpr(m.pass.TypesInfo, m.place, sel.X) && len(decl.Recv.List[0].Names) == 1 {
		return decl.Recv.List[0].Names[0]
	}
	i := 0
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			if i < len(call.Args) && technique.SameExpr(m.pass.TypesInfo, m.place, call.Args[i]) {
				return name
			}
			i++
		}
	}
	return nil
}
