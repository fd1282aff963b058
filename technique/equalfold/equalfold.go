// Package equalfold compares text without regard to case, and looks it up, where
// the text was mapped to lower or upper case first.
package equalfold

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/lettercase"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("equalfold",
		"compare and look up without mapping the case\n\n"+
			"strings.ToLower makes a new string when a letter changes, and the comparison "+
			"throws it away. strings.EqualFold compares letter by letter and makes none.\n\n"+
			"The two agree for most letters of ASCII, but not for all: EqualFold takes the "+
			"long s (U+017F) for an s, and ToLower makes an i of the dotted I (U+0130). Where "+
			"they could differ, a function that maps each letter as ToLower does compares "+
			"instead. Text that is looked up in a map, decided by a switch or searched is "+
			"mapped into bytes on the stack, as long as it fits.",
		technique.Each(compared, (*ast.BinaryExpr)(nil)),
		technique.Each(onStack, (*ast.CallExpr)(nil))),
	Title:  "Compare without mapping the case",
	Causes: []string{"case-mapping"},
	Risk:   technique.Safe,
}

// mapping is a function that maps the case of each letter.
type mapping struct {
	name   string // ToLower
	plain  string // letters that no mapped text has, and those that EqualFold folds otherwise
	mapped func(string) string
	same   technique.Helper // compares as if both texts were mapped
	append technique.Helper // appends the mapped text to bytes
}

func mappings() []mapping {
	return []mapping{
		{"ToLower", notLower, strings.ToLower, sameLower(), lettercase.AppendLower()},
		{"ToUpper", notUpper, strings.ToUpper, sameUpper(), lettercase.AppendUpper()},
	}
}

// What a constant may not have: letters that the mapping never makes, and those
// that it makes of other letters than EqualFold takes for them.
const (
	notLower = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "is"
	notUpper = "abcdefghijklmnopqrstuvwxyz" + "IK"
)

// mappingOf matches a call that maps the case of a string.
func mappingOf(pass *analysis.Pass, e ast.Expr) (*ast.CallExpr, mapping, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil, mapping{}, false
	}
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "strings" {
		return nil, mapping{}, false
	}
	for _, m := range mappings() {
		if technique.IsFunc(pass.TypesInfo, call, "strings", m.name) {
			_, selected := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			return call, m, selected
		}
	}
	return nil, mapping{}, false
}

// compared matches a comparison of mapped text with a constant, or with text
// that is mapped in the same way.
//
//	have: strings.ToLower(s) == "get"
//	want: strings.EqualFold(s, "get")
//
//	have: strings.ToLower(s) == "list", strings.ToLower(s) == strings.ToLower(t)
//	want: sameLower(s, "list"), sameLower(s, t)
func compared(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	n := cur.Node().(*ast.BinaryExpr)
	if n.Op != token.EQL && n.Op != token.NEQ {
		return none, false
	}
	mapped, other := n.X, n.Y
	if pass.TypesInfo.Types[n.X].Value != nil {
		mapped, other = n.Y, n.X
	}
	call, m, ok := mappingOf(pass, mapped)
	if !ok || !isString(pass.TypesInfo.TypeOf(other)) {
		return none, false // EqualFold does not take it
	}
	p := technique.Proposal{At: call, Message: "compare without mapping the case"}
	pkg := technique.Text(pass, ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
	text := pkg + ".EqualFold("
	second := technique.Text(pass, other)
	if value, ok := technique.ConstantText(pass.TypesInfo, other); ok {
		if m.mapped(value) != value {
			return none, false // never equal
		}
		if !plain(value, m.plain) {
			text = m.same.Name + "("
		}
	} else if call2, m2, ok := mappingOf(pass, other); ok && m2.name == m.name {
		text, second = m.same.Name+"(", technique.Text(pass, call2.Args[0])
		p.Also = append(p.Also, call2)
	} else {
		return none, false
	}
	if text == m.same.Name+"(" {
		file := technique.FileOf(pass, n.Pos())
		if file == nil {
			return none, false
		}
		if p.Edits, ok = m.same.Declare(pass, file, n); !ok {
			return none, false
		}
	}
	text += technique.Text(pass, call.Args[0]) + ", " + second + ")"
	if n.Op == token.NEQ {
		text = "!" + text
	}
	p.Edits = append(p.Edits, technique.Replace(n, text))
	return p, true
}

func isString(t types.Type) bool {
	return types.Identical(t, types.Typ[types.String]) ||
		types.Identical(t, types.Typ[types.UntypedString])
}

// plain reports whether a text is of ASCII, and has none of some letters.
func plain(text, without string) bool {
	for i := range len(text) {
		if text[i] > 0x7f || strings.IndexByte(without, text[i]) >= 0 {
			return false
		}
	}
	return true
}
