package mapsize

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// stored reports whether a statement only puts the map, as it is, where others find it.
//
//	t.rows = m, t.tables[name] = m
func (m made) stored(n ast.Node) bool {
	as, ok := n.(*ast.AssignStmt)
	return ok && as.Tok == token.ASSIGN && len(as.Lhs) == 1 && len(as.Rhs) == 1 &&
		technique.SameExpr(m.pass.TypesInfo, m.place, as.Rhs[0]) && !m.mentioned(as.Lhs[0])
}

// beside reports whether a field is one of the struct that holds the map, or of a struct in
// that one, so that it can be read where the map is given to its field.
func (m made) beside(over ast.Expr) bool {
	place, ok := m.place.(*ast.SelectorExpr)
	for ok {
		var sel *ast.SelectorExpr
		if sel, ok = over.(*ast.SelectorExpr); !ok {
			break
		}
		if technique.SameExpr(m.pass.TypesInfo, place.X, sel.X) {
			s := m.pass.TypesInfo.Selections[sel]
			return s != nil && len(s.Index()) == 1
		}
		s := m.pass.TypesInfo.Selections[sel]
		if s == nil || s.Indirect() || len(s.Index()) != 1 {
			break
		}
		over = sel.X
	}
	return false
}

// copied returns what a call puts an entry for each element of into the map: maps.Copy, or a
// function of the package that does so in a loop of its own.
//
//	func add(to map[K]V, list []T) { for _, x := range list { to[x.k] = x.v } }
func (m made) copied(call *ast.CallExpr) (over ast.Expr, ok bool) {
	info := m.pass.TypesInfo
	if technique.IsFunc(info, call, "maps", "Copy") {
		return call.Args[1], technique.SameExpr(info, m.place, call.Args[0])
	}
	fn, ok := technique.Func(info, call)
	if !ok || m.inside || fn.Signature().Variadic() ||
		fn.Signature().Params().Len() != len(call.Args) {
		return nil, false
	}
	decl := technique.DeclOf(m.pass, fn)
	if decl == nil || decl.Body == nil {
		return nil, false
	}
	given := make(map[types.Object]ast.Expr)
	in := made{pass: m.pass, inside: true}
	i := 0
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			if technique.SameExpr(info, m.place, call.Args[i]) && in.place == nil {
				in.place = name
			}
			given[info.Defs[name]] = call.Args[i]
			i++
		}
	}
	if in.place == nil || reassigned(info, decl.Body, in.place) {
		return nil, false
	}
	for _, stmt := range decl.Body.List {
		l, ok := in.loop(stmt)
		if v, isVar := technique.Variable(info, l.over); ok && isVar && given[v] != nil &&
			(l.copies || in.fills(l) && !in.endsEarly(l)) &&
			!reassigned(info, decl.Body, l.over) {
			return given[v], true
		}
	}
	return nil, false
}
