// Package canonheader writes the names of headers as they are stored, so that they
// need not be made so in each call.
package canonheader

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("canonheader",
		"write the names of headers as they are stored\n\n"+
			"Get, Set and their like of http.Header and textproto.MIMEHeader put the name "+
			"into its canonical form, Accept-Encoding for accept-encoding, which makes a new "+
			"string for each name that they do not know. One that is written so already is "+
			"taken as it is.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Name headers as they are stored",
	Causes: []string{"http-header"},
	Risk:   technique.Safe,
}

// propose matches a call that gets a name in another form.
//
//	have: r.Header.Get("x-request-id")
//	want: r.Header.Get("X-Request-Id")
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	if len(call.Args) == 0 || !looksUp(pass, call) {
		return none, false
	}
	lit, ok := ast.Unparen(call.Args[0]).(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return none, false
	}
	name := constant.StringVal(pass.TypesInfo.Types[lit].Value)
	stored, _ := technique.CanonicalHeader(name)
	if stored == name {
		return none, false
	}
	return technique.Proposal{At: call, Message: "name the header as it is stored",
		Edits: []analysis.TextEdit{technique.Replace(lit, strconv.Quote(stored))}}, true
}

// looksUp reports whether a call is one of a method that puts its first argument
// into the canonical form.
func looksUp(pass *analysis.Pass, call *ast.CallExpr) bool {
	for _, method := range []string{"Get", "Set", "Add", "Del", "Values"} {
		if technique.IsMethod(pass.TypesInfo, call, "net/http", "Header", method) ||
			technique.IsMethod(pass.TypesInfo, call, "net/textproto", "MIMEHeader", method) {
			return true
		}
	}
	return false
}
