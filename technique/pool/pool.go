// Package pool returns a string as it is instead of printing it into a new one.
// (This is an example, made by technique/new. Say here what yours does.)
package pool

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: &analysis.Analyzer{
		Name: "pool",
		Doc: "say in a line what is rewritten\n\n" +
			"Say in a paragraph what happens in the machine, what the rewrite does about " +
			"it, and what it assumes. It begins the manual page; the cases are the rest.",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      run,
	},
	Title:  "Say what is done, as an order",
	Causes: []string{"format-call"},
	Risk:   technique.Safe,
}

func run(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if p, ok := propose(pass, call); ok {
			technique.Report(pass, p)
		}
	}
	return nil, nil
}

// propose matches a call that prints one string.
//
//	have: fmt.Sprint(s)
//	want: s
func propose(pass *analysis.Pass, call *ast.CallExpr) (technique.Proposal, bool) {
	var none technique.Proposal
	if !technique.IsFunc(pass.TypesInfo, call, "fmt", "Sprint") {
		return none, false
	}
	if len(call.Args) != 1 || call.Ellipsis.IsValid() {
		return none, false // what is put between several, only fmt knows
	}
	if !types.Identical(pass.TypesInfo.TypeOf(call.Args[0]), types.Typ[types.String]) {
		return none, false // it may have methods
	}
	return technique.Proposal{
		At:      call,
		Message: "use the string as it is",
		Edits: []analysis.TextEdit{
			technique.Replace(call, technique.Text(pass, call.Args[0])),
		},
	}, true
}
