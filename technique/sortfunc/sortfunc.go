// Package sortfunc replaces sort.Slice, which reaches the elements through
// reflection and boxes the slice, by slices.SortFunc, which knows their type.
package sortfunc

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: &analysis.Analyzer{
		Name:     "sortfunc",
		Doc:      "replace sort.Slice and sort.Sort by functions of package slices",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      run,
	},
	Title:  "Sort with package slices",
	Causes: []string{"sort-call", "boxed-argument", "closure"},
	Risk:   technique.Safe,
}

func run(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if p, ok := basicSlice(pass, call); ok {
			technique.Report(pass, p)
		}
	}
	return nil, nil
}

// basicSlice matches the types of package sort that only order a slice.
//
//	have: sort.Sort(sort.StringSlice(names))
//	want: slices.Sort(names)
func basicSlice(pass *analysis.Pass, call *ast.CallExpr) (technique.Proposal, bool) {
	var none technique.Proposal
	if !technique.IsFunc(pass.TypesInfo, call, "sort", "Sort") || len(call.Args) != 1 {
		return none, false
	}
	conv, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 {
		return none, false
	}
	typ := pass.TypesInfo.Types[conv.Fun]
	if !typ.IsType() || !sorts(typ.Type) {
		return none, false // a method, or a type with a Less of its own
	}
	file := technique.FileOf(pass, call.Pos())
	name, edits := rewrite.AddImport(pass.Fset, pass.TypesInfo, file, call.Pos(), "slices")
	return technique.Proposal{
		At: call, Message: "sort the slice itself with slices.Sort",
		Edits: append(edits,
			technique.Replace(call.Fun, name+".Sort"),
			technique.Replace(call.Args[0], technique.Text(pass, conv.Args[0]))),
	}, true
}

// sorts reports whether t orders its elements as slices.Sort does.
func sorts(t types.Type) bool {
	return technique.IsNamed(t, "sort", "IntSlice") ||
		technique.IsNamed(t, "sort", "StringSlice") ||
		technique.IsNamed(t, "sort", "Float64Slice")
}
