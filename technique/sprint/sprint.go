// Package sprint hands a string on as it is where package fmt, asked for the
// text of a value of any type, would copy it.
package sprint

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("sprint",
		"ask for the type of a value before package fmt makes a text of it\n\n"+
			"What comes as a value of any type is a string more often than not, and Sprint "+
			"copies it. A function that looks first hands on the string itself, and knows "+
			"the texts of a bool and of small numbers without making them. All other values "+
			"go to package fmt as before.",
		technique.Each(line, (*ast.CallExpr)(nil)),
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Hand on a string as it is",
	Causes: []string{"format-call"},
	Risk:   technique.Safe,
}

// match matches a call that makes the text of one value of any type, or of the
// values in a slice, and returns that.
//
//	have: fmt.Sprint(v), fmt.Sprintf("%v", v), fmt.Sprint(args...)
func match(pass *analysis.Pass, call *ast.CallExpr) (
	ast.Expr, technique.Helper, bool) {
	switch {
	case technique.IsFunc(pass.TypesInfo, call, "fmt", "Sprint") && len(call.Args) == 1:
		if call.Ellipsis.IsValid() {
			return call.Args[0], ofAll(), anySlice(pass.TypesInfo.TypeOf(call.Args[0]))
		}
		return call.Args[0], ofOne(), isAny(pass.TypesInfo.TypeOf(call.Args[0]))
	case technique.IsFunc(pass.TypesInfo, call, "fmt", "Sprintf") && len(call.Args) == 2:
		format := pass.TypesInfo.Types[call.Args[0]].Value
		return call.Args[1], ofOne(), !call.Ellipsis.IsValid() && format != nil &&
			constant.StringVal(format) == "%v" && isAny(pass.TypesInfo.TypeOf(call.Args[1]))
	}
	return nil, technique.Helper{}, false
}

// isAny reports whether t is an interface that anything satisfies.
func isAny(t types.Type) bool {
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return false
	}
	u, ok := t.Underlying().(*types.Interface)
	return ok && u.Empty()
}

func anySlice(t types.Type) bool {
	u, ok := t.Underlying().(*types.Slice)
	return ok && isAny(u.Elem())
}

// propose calls the helper instead, and declares it if the package does not.
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	call := cur.Node().(*ast.CallExpr)
	x, h, ok := match(pass, call)
	file := technique.FileOf(pass, call.Pos())
	if !ok || file == nil {
		return technique.Proposal{}, false
	}
	edits, ok := h.Declare(pass, file, call)
	return technique.Proposal{At: call, Message: "hand on a string as it is", Edits: append(edits,
		technique.Replace(call, h.Name+"("+technique.Text(pass, x)+")"))}, ok
}

// ofOne is the helper for one value.
func ofOne() technique.Helper {
	return technique.Helper{Name: "textOf", Imports: []string{"fmt", "strconv"},
		Text: `// textOf returns fmt.Sprint(v): of a string, the string itself.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	}
	return fmt.Sprint(v)
}`}
}

// ofAll is the helper for a slice of values.
func ofAll() technique.Helper {
	return technique.Helper{Name: "textOfAll", Imports: []string{"fmt"},
		Text: `// textOfAll returns fmt.Sprint(args...): of one string, the string itself.
func textOfAll(args []any) string {
	if len(args) == 1 {
		if s, ok := args[0].(string); ok {
			return s
		}
	}
	return fmt.Sprint(args...)
}`}
}
