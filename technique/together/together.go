// Package together makes the structs and slices that a loop makes one by one in
// one piece.
package together

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("together",
		"make what a loop makes for each element in one piece\n\n"+
			"A loop that puts a pointer to a new struct, or a new slice, into a slice or a "+
			"map takes memory once for each element. Where the number of iterations is "+
			"known before, one slice holds all of them, and the pointers lead into it.\n\n"+
			"The rewrite assumes that the elements live about as long as each other: one "+
			"that is kept keeps the memory of all. Nothing may give one of them a finalizer.",
		run),
	Title:  "Make the elements of a loop together",
	Causes: []string{"escaping-literal", "slice-make", "returned-pointer", "escaping-variable"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	if finalizes(pass) {
		return
	}
	names := make(map[string]bool)
	for cur := range root.Preorder((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
		l, ok := loopAt(pass, cur)
		if !ok {
			continue
		}
		l.names = names
		l.elements()
	}
}

// finalizes reports whether the package sets finalizers, which only the
// beginning of an allocation can have.
func finalizes(pass *analysis.Pass) bool {
	for id, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if ok && fn.Pkg() != nil && fn.Pkg().Path() == "runtime" && id.Name == "SetFinalizer" {
			return true
		}
	}
	return false
}
