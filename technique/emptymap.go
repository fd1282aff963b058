package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// MakesMap reports whether an expression makes a map without entries, perhaps with room.
//
//	M{}, make(M), make(M, n)
func MakesMap(info *types.Info, e ast.Expr) bool {
	if t := info.TypeOf(e); t == nil || !IsMap(t) {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return IsBuiltin(info, e, "make")
	}
	return false
}

// EmptyMap returns the statement that removes all entries of a map, in the words of the
// file's Go release. It is not ok where that has no clear and a key could differ from itself.
func EmptyMap(pass *analysis.Pass, file *ast.File, at ast.Node, name string, t types.Type) (
	text string, ok bool) {
	if Since(pass, file, "go1.21") {
		return "clear(" + name + ")", Predeclared(pass, at.Pos(), "clear")
	}
	m, isMap := t.Underlying().(*types.Map)
	if !isMap || !equalsItself(m.Key()) {
		return "", false
	}
	key := FreshName(pass, file, "key")
	return "for " + key + " := range " + name + " {\ndelete(" + name + ", " + key + ")\n}",
		Predeclared(pass, at.Pos(), "delete")
}

// equalsItself reports whether each value of a type is equal to itself: there is no float in
// it, which may be no number, and nothing whose type is not known.
func equalsItself(t types.Type) bool {
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) == 0
	case *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return equalsItself(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !equalsItself(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
