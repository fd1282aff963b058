// Package equalfold compares text with a constant without regard to case, where
// the text was mapped to lower or upper case first.
package equalfold

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: &analysis.Analyzer{
		Name: "equalfold",
		Doc: "compare without mapping the case\n\n" +
			"strings.ToLower makes a new string when a letter changes, and the comparison " +
			"throws it away. strings.EqualFold compares letter by letter and makes none.\n\n" +
			"The two agree for most letters of ASCII, but not for all: EqualFold takes the " +
			"long s (U+017F) for an s, and ToLower makes an i of the dotted I (U+0130). So " +
			"the other side must be a constant without the letters of which that is so.",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      run,
	},
	Title:  "Compare without mapping the case",
	Causes: []string{"case-mapping"},
	Risk:   technique.Safe,
}

func run(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.BinaryExpr)(nil)) {
		if p, ok := propose(pass, cur.Node().(*ast.BinaryExpr)); ok {
			technique.Report(pass, p)
		}
	}
	return nil, nil
}

// propose matches a comparison of mapped text with a constant.
//
//	have: strings.ToLower(s) == "get"
//	want: strings.EqualFold(s, "get")
func propose(pass *analysis.Pass, n *ast.BinaryExpr) (technique.Proposal, bool) {
	var none technique.Proposal
	if n.Op != token.EQL && n.Op != token.NEQ {
		return none, false
	}
	mapped, want := ast.Unparen(n.X), n.Y
	if pass.TypesInfo.Types[n.X].Value != nil {
		mapped, want = ast.Unparen(n.Y), n.X
	}
	call, ok := mapped.(*ast.CallExpr)
	if !ok {
		return none, false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !agrees(pass, call, want) {
		return none, false
	}
	if !types.Identical(pass.TypesInfo.TypeOf(want), types.Typ[types.String]) &&
		!types.Identical(pass.TypesInfo.TypeOf(want), types.Typ[types.UntypedString]) {
		return none, false // EqualFold does not take it
	}
	text := technique.Text(pass, sel.X) + ".EqualFold(" + technique.Text(pass, call.Args[0]) +
		", " + technique.Text(pass, want) + ")"
	if n.Op == token.NEQ {
		text = "!" + text
	}
	return technique.Proposal{At: call, Message: "compare without mapping the case",
		Edits: []analysis.TextEdit{technique.Replace(n, text)}}, true
}

// agrees reports whether a call maps the case of text so that it equals the
// constant just when EqualFold says so.
func agrees(pass *analysis.Pass, call *ast.CallExpr, want ast.Expr) bool {
	value := pass.TypesInfo.Types[want].Value
	if value == nil || value.Kind() != constant.String {
		return false
	}
	text := constant.StringVal(value)
	switch {
	case technique.IsFunc(pass.TypesInfo, call, "strings", "ToLower"):
		return plain(text, notLower)
	case technique.IsFunc(pass.TypesInfo, call, "strings", "ToUpper"):
		return plain(text, notUpper)
	}
	return false
}

// What a constant may not have: letters that the mapping never makes, and those
// that it makes of other letters than EqualFold takes for them.
const (
	notLower = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "is"
	notUpper = "abcdefghijklmnopqrstuvwxyz" + "IK"
)

// plain reports whether a text is of ASCII, and has none of some letters.
func plain(text, without string) bool {
	for i := range len(text) {
		if text[i] > 0x7f || strings.IndexByte(without, text[i]) >= 0 {
			return false
		}
	}
	return true
}
