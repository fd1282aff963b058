package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// OwnerOf returns the type, declared by the package and not generic, of the structs that have a
// field; nil where there is none.
func OwnerOf(pass *analysis.Pass, field *types.Var) *types.TypeName {
	for _, name := range pass.Pkg.Scope().Names() {
		obj, ok := pass.Pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok || named.TypeParams() != nil {
			continue
		}
		if s, ok := named.Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f == field {
					return obj
				}
			}
		}
	}
	return nil
}

// NamesFields reports whether each literal of a struct that has elements names the fields: then
// all that gives a field its first value mentions the field.
func NamesFields(pass *analysis.Pass, typ *types.TypeName) bool {
	for cur := range indexOf(pass).root.Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		t := pass.TypesInfo.TypeOf(lit)
		if p, ok := t.Underlying().(*types.Pointer); ok { // {x, y} in a list of pointers
			t = p.Elem()
		}
		if len(lit.Elts) == 0 || !types.Identical(t, typ.Type()) {
			continue
		}
		if _, named := lit.Elts[0].(*ast.KeyValueExpr); !named {
			return false
		}
	}
	return true
}
