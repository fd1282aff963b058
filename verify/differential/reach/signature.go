package reach

import (
	"go/ast"
	"go/types"
	"slices"
)

// calledLike reports whether a declaration says the same of how it is used as another one: the
// names of parameters and results do not count.
func (d Decl) calledLike(other Decl) bool {
	if d.Signature == other.Signature {
		return true
	}
	if d.Func == nil || other.Func == nil {
		return false
	}
	a, b := d.Func.Type, other.Func.Type
	return d.Func.Name.Name == other.Func.Name.Name && a.TypeParams == nil && b.TypeParams == nil &&
		slices.Equal(typesOf(d.Func.Recv), typesOf(other.Func.Recv)) &&
		slices.Equal(typesOf(a.Params), typesOf(b.Params)) &&
		slices.Equal(typesOf(a.Results), typesOf(b.Results))
}

// typesOf returns the types in a list of parameters or results, one for each.
func typesOf(list *ast.FieldList) (all []string) {
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		for range max(1, len(field.Names)) {
			all = append(all, types.ExprString(field.Type))
		}
	}
	return all
}
