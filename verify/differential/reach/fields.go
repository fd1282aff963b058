package reach

import (
	"go/ast"
	"go/types"
	"iter"
	"maps"
	"slices"
)

// Field is a field of a struct type of the package.
type Field struct{ Type, Name string }

// ownFields returns the fields that only the package names, of its struct types without
// parameters, for which fits holds.
func (s *Package) ownFields(fits func(*types.Named, *types.Struct, *types.Var) bool) []Field {
	var list []Field
	for _, obj := range Objects[*types.TypeName](s, "type ") {
		named, ok := obj.Type().(*types.Named)
		if !ok || obj.IsAlias() || named.TypeParams().Len() > 0 {
			continue
		}
		t, ok := named.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for f := range t.Fields() {
			if !f.Exported() && fits(named, t, f) {
				list = append(list, Field{obj.Name(), f.Name()})
			}
		}
	}
	return list
}

// changed yields the syntax of the functions of the new code that differ from the old.
func (s *Package) changed() iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		for _, name := range slices.Sorted(maps.Keys(s.New)) {
			fn := s.New[name].Func
			if fn == nil || fn.Body == nil || s.New[name].Body == s.Old[name].Body {
				continue
			}
			for n := range ast.Preorder(fn.Body) {
				if !yield(n) {
					return
				}
			}
		}
	}
}
