// Package queryvalue looks up one parameter of a URL's query without a map of all.
package queryvalue

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("queryvalue",
		"look up a parameter of a URL without a map of all parameters\n\n"+
			"Query makes a map, and a slice for each parameter. Where only Get is asked of "+
			"it, the text of the query has the answer: the first parameter of that name, "+
			"unescaped. A long query is parsed as before.\n\n"+
			"The rewrite assumes that GODEBUG=urlmaxqueryparams does not lower the number of "+
			"parameters, from which on package url gives up, below what 4096 bytes hold.",
		technique.Each(inPlace, (*ast.CallExpr)(nil)),
		technique.Each(variable, (*ast.AssignStmt)(nil))),
	Title:  "Look up a parameter in the query itself",
	Causes: []string{"url-parse"},
	Risk:   technique.Checked,
}

// mostLookups is how often a query may be searched rather than parsed once.
const mostLookups = 6

const message = "look up the parameter in the query itself"

// inPlace matches a lookup in a map that nothing else gets.
//
//	have: r.URL.Query().Get("page")
//	want: queryValue(r.URL.RawQuery, "page")
func inPlace(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	get := cur.Node().(*ast.CallExpr)
	if !isGet(pass, get) {
		return technique.Proposal{}, false
	}
	query, ok := ast.Unparen(ast.Unparen(get.Fun).(*ast.SelectorExpr).X).(*ast.CallExpr)
	if !ok {
		return technique.Proposal{}, false
	}
	raw, ok := rawQuery(pass, query)
	if !ok || !technique.Pure(pass.TypesInfo, get.Args[0]) || technique.Commented(pass, get) {
		return technique.Proposal{}, false
	}
	return propose(pass, query, []analysis.TextEdit{lookup(pass, get, raw)})
}

// variable matches a variable of which nothing is asked but lookups.
//
//	have: q := r.URL.Query(); page := q.Get("page")
//	want: q := r.URL.RawQuery; page := queryValue(q, "page")
func variable(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	none := technique.Proposal{}
	v, name, value := technique.Declared(pass.TypesInfo, cur.Node())
	query, ok := ast.Unparen(value).(*ast.CallExpr)
	if v == nil || !ok || !technique.InList(cur) {
		return none, false
	}
	raw, ok := rawQuery(pass, query)
	if !ok || technique.Commented(pass, query) {
		return none, false
	}
	uses, ok := technique.LocalUses(pass, v)
	if !ok || len(uses) == 0 || len(uses) > mostLookups {
		return none, false
	}
	edits := []analysis.TextEdit{technique.Replace(query, raw)}
	for _, use := range uses {
		get, ok := use.Parent().Parent().Node().(*ast.CallExpr)
		if !ok || !isGet(pass, get) || ast.Unparen(get.Fun).(*ast.SelectorExpr).X != use.Node() ||
			technique.Commented(pass, get) {
			return none, false
		}
		edits = append(edits, lookup(pass, get, name.Name))
	}
	return propose(pass, query, edits)
}

// isGet reports whether a call is of Get of parameters.
func isGet(pass *analysis.Pass, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && len(call.Args) == 1 &&
		technique.IsMethod(pass.TypesInfo, call, "net/url", "Values", "Get") &&
		technique.IsNamed(pass.TypesInfo.TypeOf(sel.X), "net/url", "Values")
}

// rawQuery returns how the text is written that a call of Query parses.
func rawQuery(pass *analysis.Pass, call *ast.CallExpr) (text string, ok bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !technique.IsMethod(pass.TypesInfo, call, "net/url", "URL", "Query") {
		return "", false
	}
	_, pointer := types.Unalias(pass.TypesInfo.TypeOf(sel.X)).(*types.Pointer)
	return technique.Text(pass, sel.X) + ".RawQuery", pointer &&
		technique.IsNamed(pass.TypesInfo.TypeOf(sel.X), "net/url", "URL")
}

// lookup puts the helper in the place of a call of Get.
func lookup(pass *analysis.Pass, get *ast.CallExpr, query string) analysis.TextEdit {
	return technique.Replace(get, helper().Name+"("+query+", "+
		technique.Text(pass, get.Args[0])+")")
}

func propose(pass *analysis.Pass, query *ast.CallExpr, edits []analysis.TextEdit) (
	technique.Proposal, bool) {
	file := technique.FileOf(pass, query.Pos())
	if file == nil || !technique.Since(pass, file, "go1.18") { // strings.Cut
		return technique.Proposal{}, false
	}
	declared, ok := helper().Declare(pass, file, query)
	return technique.Proposal{At: query, Message: message, Edits: append(declared, edits...)}, ok
}

// helper returns the function that is called instead. It does what url.ParseQuery does
// with each parameter. So few bytes hold fewer parameters than that takes.
func helper() technique.Helper {
	return technique.Helper{Name: "queryValue", Imports: []string{"net/url", "strings"},
		Text: `// queryValue returns the first value of a key in a URL's query, "" if it has none.
func queryValue(query, key string) string {
	if len(query) > 4096 {
		values, _ := url.ParseQuery(query)
		return values.Get(key)
	}
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		if pair == "" || strings.Contains(pair, ";") {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		if err != nil || name != key {
			continue
		}
		if value, err = url.QueryUnescape(value); err == nil {
			return value
		}
	}
	return ""
}`}
}
