// Package bigparse reads decimal numbers that fit an int64 without the means
// for larger ones.
package bigparse

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("bigparse",
		"read a decimal number into a big.Int by way of an int64 where it fits\n\n"+
			"SetString makes a reader for the text, and reads it in words. Most numbers "+
			"have at most 18 digits, and strconv.ParseInt reads those without any object. "+
			"It takes the same texts with base 10; what it does not take goes to SetString "+
			"as before.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Read small numbers as small ones",
	Causes: []string{"big-number"},
	Risk:   technique.Safe,
}

// propose matches a call of SetString with the constant base 10.
//
//	have: z.SetString(s, 10)
//	want: setDecimal(z, s)
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	if !technique.IsMethod(pass.TypesInfo, call, "math/big", "Int", "SetString") ||
		len(call.Args) != 2 || !technique.IsInt(pass.TypesInfo, call.Args[1], 10) {
		return none, false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	file := technique.FileOf(pass, call.Pos())
	if !ok || file == nil || !technique.IsNamed(pass.TypesInfo.TypeOf(sel.X), "math/big", "Int") {
		return none, false // it may be embedded
	}
	if text, ok := technique.ConstantText(pass.TypesInfo, call.Args[0]); ok && len(text) > short {
		return none, false // it goes to SetString
	}
	z := technique.Text(pass, ast.Unparen(sel.X))
	if _, pointer := types.Unalias(pass.TypesInfo.TypeOf(sel.X)).(*types.Pointer); !pointer {
		z = "&" + z
	}
	h := helper()
	edits, ok := h.Declare(pass, file, call)
	return technique.Proposal{At: call, Message: "read the number as an int64 where it fits",
		Edits: append(edits, technique.Replace(call,
			h.Name+"("+z+", "+technique.Text(pass, call.Args[0])+")"))}, ok
}

// short is the length of texts that hold no number that does not fit an int64.
const short = 18

// helper returns the function that is called instead.
func helper() technique.Helper {
	return technique.Helper{Name: "setDecimal", Imports: []string{"math/big", "strconv"},
		Text: `// setDecimal is z.SetString(s, 10), which makes no object to read a small number.
func setDecimal(z *big.Int, s string) (*big.Int, bool) {
	if len(s) <= ` + fmt.Sprint(short) + ` {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return z.SetInt64(n), true
		}
	}
	return z.SetString(s, 10)
}`}
}
