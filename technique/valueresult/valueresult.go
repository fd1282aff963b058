// Package valueresult returns and keeps small structs themselves where a pointer
// to each made it an object of its own.
package valueresult

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("valueresult",
		"return small structs by value, and keep them in slices by value\n\n"+
			"A function that returns a pointer to a new struct puts it on the heap, unless "+
			"it is small enough to be inlined. Where all callers are known, and all that "+
			"they do is to read its fields, or to copy all of it, the struct itself does as "+
			"well. They need not ask whether it is nil where it never is. The same holds "+
			"for a local slice of pointers to new structs.\n\n"+
			"All callers are known when the function or method is not exported, is only ever "+
			"called, no interface of the package has its name, and no file that this build "+
			"leaves out mentions it.",
		technique.Each(function, (*ast.FuncDecl)(nil)),
		technique.Each(slice, (*ast.ArrayType)(nil))),
	Title:  "Return the struct instead of a pointer",
	Causes: []string{"returned-pointer", "escaping-literal", "escaping-variable"},
	Risk:   technique.Checked,
}

// largest is the size up to which a struct is copied rather than pointed to:
// eight words, what a cache line holds.
const largest = 64

// small reports whether values of type t, to which there were pointers, can be
// copied: they are structs, not too large, and nothing in them minds.
func small(pass *analysis.Pass, t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.TypeParams().Len() > 0 || named.Obj().Pkg() != pass.Pkg {
		return false
	}
	if _, ok := named.Underlying().(*types.Struct); !ok || !copied(pass, t) {
		return false
	}
	size := pass.TypesSizes.Sizeof(t)
	return 0 < size && size <= largest
}

// copied reports whether a value may be copied. One that has a Lock may not,
// and neither may a struct of another package other than time.Time, because it
// may have one.
func copied(pass *analysis.Pass, t types.Type) bool {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, "Lock"); obj != nil {
			return false
		}
		if _, isStruct := t.Underlying().(*types.Struct); isStruct &&
			named.Obj().Pkg() != pass.Pkg {
			return technique.IsNamed(t, "time", "Time")
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() == "_" || !copied(pass, f.Type()) {
				return false
			}
		}
	case *types.Array:
		return copied(pass, u.Elem())
	}
	return true
}
