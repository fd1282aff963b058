// Package appendtime formats times into a buffer on the stack where the string
// that Format makes is only copied or looked at.
package appendtime

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("appendtime",
		"replace Time.Format by AppendFormat where its string is only copied\n\n"+
			"Format makes its text in a buffer and returns a copy of it as a string. Where "+
			"that string is only copied again, compared or looked up, by functions of the "+
			"package, too, AppendFormat makes the same text in a buffer on the stack or where "+
			"it goes to. The bytes of MarshalJSON and MarshalText are appended to such a buffer, "+
			"too, since Go 1.24; a time that has no such text still gets the error of the method.",
		technique.Each(propose, (*ast.CallExpr)(nil)),
		technique.Each(marshaled, (*ast.CallExpr)(nil))),
	Title:  "Format times into a buffer on the stack",
	Causes: []string{"time-format"},
	Risk:   technique.Safe,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	f, ok := formatOf(pass, cur.Node().(*ast.CallExpr))
	if !ok || !technique.Predeclared(pass, f.call.Pos(), "string", "make", "byte") {
		return p, false
	}
	edits, ok := f.rewrite(cur)
	return technique.Proposal{At: f.call, Edits: edits,
		Message: "format the time into a buffer, which makes no string"}, ok
}

// format is a call of Time.Format.
type format struct {
	pass *analysis.Pass
	call *ast.CallExpr
	fun  *ast.SelectorExpr
}

// formatOf returns the call as one of Time.Format on a value that has the
// AppendFormat of the same Time.
func formatOf(pass *analysis.Pass, call *ast.CallExpr) (format, bool) {
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) != 1 ||
		!technique.IsMethod(pass.TypesInfo, call, "time", "Time", "Format") {
		return format{}, false
	}
	t := pass.TypesInfo.TypeOf(fun.X)
	obj, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, "AppendFormat")
	twin, ok := obj.(*types.Func)
	if !ok || !technique.IsNamed(twin.Signature().Recv().Type(), "time", "Time") {
		return format{}, false // t embeds a Time, and has an AppendFormat of its own
	}
	return format{pass, call, fun}, true
}

// rewrite returns the edits for the place where the string goes to.
func (f format) rewrite(cur inspector.Cursor) ([]analysis.TextEdit, bool) {
	parent, kind := parentOf(cur)
	switch kind {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return f.passing(), true // the sum copies, the comparison looks
	case edge.AssignStmt_Rhs:
		stmt := parent.Node().(*ast.AssignStmt)
		if stmt.Tok == token.DEFINE && !f.short() {
			return f.defining(parent)
		}
		return f.passing(), stmt.Tok == token.ADD_ASSIGN ||
			stmt.Tok == token.DEFINE && onlyRead(f.pass, parent)
	case edge.IndexExpr_Index:
		return f.passing(), technique.LooksUp(f.pass.TypesInfo, parent)
	case edge.CallExpr_Args:
		if f.short() && cur.Parent() == parent && effects.TextRead(f.pass, cur) {
			if edits, ok := f.argument(parent.Node().(*ast.CallExpr)); ok {
				return edits, true
			}
			return f.passing(), true
		}
		return f.argument(parent.Node().(*ast.CallExpr))
	}
	return nil, false
}

// parentOf returns the node around cur, parentheses skipped, and the edge
// between them.
func parentOf(cur inspector.Cursor) (inspector.Cursor, edge.Kind) {
	for {
		kind, _ := cur.ParentEdge()
		cur = cur.Parent()
		if kind != edge.ParenExpr_X {
			return cur, kind
		}
	}
}

// passing makes the string of a buffer; the compiler sees that it does not
// outlive the expression.
//
//	have: t.Format(layout)
//	want: string(t.AppendFormat(make([]byte, 0, 64), layout))
func (f format) passing() []analysis.TextEdit {
	return append(f.appended(), technique.Insert(f.call.Pos(), "string("),
		technique.Insert(f.call.End(), ")"))
}

// appended appends to a buffer on the stack instead of making a string.
func (f format) appended() []analysis.TextEdit {
	return []analysis.TextEdit{
		technique.Replace(f.fun.Sel, "AppendFormat"),
		technique.Insert(f.call.Args[0].Pos(), fmt.Sprintf("make([]byte, 0, %d), ", f.room())),
	}
}

// room is how many bytes the text may take: as Format guesses, in words.
func (f format) room() int {
	layout, ok := f.layout()
	if !ok {
		return 64
	}
	return (len(layout) + 10 + 7) / 8 * 8
}

// layout returns the layout, if it is a constant.
func (f format) layout() (string, bool) {
	return technique.ConstantText(f.pass.TypesInfo, f.call.Args[0])
}

// short reports whether the text surely fits the 32 bytes that a string on the
// stack may have, if the names of months and days are not all the longest.
func (f format) short() bool {
	layout, ok := f.layout()
	return ok && len(layout) <= 28
}
