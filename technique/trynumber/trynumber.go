// Package trynumber tells texts that are no numbers or dates from those that are without the error
// that package strconv or time makes for each, where no code reads it.
package trynumber

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("trynumber",
		"try whether a text is a number without making an error that no code reads\n\n"+
			"Functions of package strconv copy the text that they fail for, and make an error "+
			"that shows it. Code that tries whether a text is a number, a truth value or "+
			"neither only asks whether there was an error. So the characters are looked at "+
			"first: what cannot be a number fails with strconv.ErrSyntax, which exists. What "+
			"could be one goes to the function as before, and so does a number that may be out "+
			"of range. A text that is no date for time.Parse fails so, too, where the layout is "+
			"a constant that begins with a date.\n\n"+
			"It is proposed where the error is dropped, or its variable is only compared to "+
			"nil, and the function goes on without the number. Integers are read with base 10.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Try without making errors",
	Causes: []string{"error-value", "time-parse"},
	Risk:   technique.Safe,
}

// propose matches a call whose error no code reads.
//
//	have: if n, err := strconv.ParseInt(s, 10, 64); err == nil { return n }
//	want: if n, err := tryInt(s, 64); err == nil { return n }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || file == nil || fn.Pkg() == nil || !technique.ErrorUnread(pass, cur) {
		return none, false
	}
	var h technique.Helper
	switch {
	case fn.Pkg().Path() == "strconv" && ten(pass, fn.Name(), call):
		h, ok = instead(fn.Name())
	case technique.IsFunc(pass.TypesInfo, call, "time", "Parse"):
		h, ok = date(pass, call)
	default:
		return none, false
	}
	if !ok {
		return none, false
	}
	edits, ok := h.Declare(pass, file, call)
	edits = append(edits, technique.Replace(call.Fun, h.Name))
	if len(call.Args) == 3 {
		edits = append(edits, analysis.TextEdit{Pos: call.Args[0].End(), End: call.Args[1].End()})
	}
	return technique.Proposal{At: call, Edits: edits,
		Message: "look at the text before an error is made that no code reads"}, ok
}

// ten reports whether a function that reads an integer does so with base 10.
func ten(pass *analysis.Pass, name string, call *ast.CallExpr) bool {
	switch name {
	case "ParseInt", "ParseUint":
		return len(call.Args) == 3 && technique.IsInt(pass.TypesInfo, call.Args[1], 10)
	}
	return true
}
