package mapsize

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// ofOwn reports whether the map is in a field of a struct that the function has for itself until
// the map is made: in a variable, or behind a pointer to a new one.
//
//	c := &T{}; c.m = map[K]V{}; for k, v := range other.m { c.m[k] = v }
func (m made) ofOwn() bool {
	sel, ok := m.place.(*ast.SelectorExpr)
	for ok {
		s := m.pass.TypesInfo.Selections[sel]
		if s == nil || len(s.Index()) != 1 {
			return false
		}
		if id, isName := sel.X.(*ast.Ident); isName {
			if s.Indirect() {
				return m.isNew(id)
			}
			return m.unseen(id) && m.notPointedTo(id, token.Pos(math.MaxInt))
		}
		if s.Indirect() {
			return false // another struct
		}
		sel, ok = sel.X.(*ast.SelectorExpr)
	}
	return false
}

// isNew reports whether a variable points to a struct that is made in the same list of statements
// as the map, and of which only fields are used in between.
func (m made) isNew(id *ast.Ident) bool {
	v, ok := technique.Variable(m.pass.TypesInfo, id)
	if !ok || m.fn == nil || technique.HasGoto(m.pass, m.fn) ||
		!m.makesNew(technique.Initial(m.pass, v)) {
		return false
	}
	stmt, ok := technique.Definition(m.pass, v)
	for ok && stmt.ParentEdgeKind() != edge.BlockStmt_List {
		if _, isFile := stmt.Node().(*ast.File); isFile {
			return false
		}
		stmt = stmt.Parent()
	}
	return ok && stmt.Parent() == m.at.Parent() && m.notPointedTo(id, m.at.Node().Pos())
}

// makesNew reports whether an expression is a pointer to a new struct.
func (m made) makesNew(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		_, isLit := e.X.(*ast.CompositeLit)
		return e.Op == token.AND && isLit
	case *ast.CallExpr:
		return technique.IsBuiltin(m.pass.TypesInfo, e, "new") &&
			m.pass.TypesInfo.Types[e.Args[0]].IsType()
	}
	return false
}

// notPointedTo reports whether all that is done with a variable before a place is to use fields of
// it, of which no address is taken. In a function literal it may be done at any time.
func (m made) notPointedTo(id *ast.Ident, before token.Pos) bool {
	info := m.pass.TypesInfo
	v := info.Uses[id].(*types.Var)
	return !slices.ContainsFunc(technique.UsesOf(m.pass, v), func(use inspector.Cursor) bool {
		if use.Node().Pos() >= before {
			return false
		}
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		field := ok && info.Selections[sel] != nil && info.Selections[sel].Kind() == types.FieldVal
		return technique.IsPointer(v.Type()) && !field || technique.InLiteral(use, v) ||
			technique.PointedTo(info, use)
	})
}
