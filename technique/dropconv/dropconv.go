// Package dropconv does without conversions between []byte and string whose
// result only goes to functions that exist for both: package strings has a twin
// of most of package bytes. The functions are exchanged, with the variables in
// between, and the text is looked at where it is.
package dropconv

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("dropconv",
		"look at bytes or a string where it is, without a copy of the other type\n\n"+
			"Bytes that a bufio.Reader copies are looked at in its buffer, as long as it is not "+
			"used again.\n\n"+
			"A function that hands bytes to a writer, and to which callers give bytes made of "+
			"strings, gets a counterpart that takes strings, or takes one itself.\n\n"+
			"A function that looks at a string, and to which some callers give strings made of "+
			"bytes, does its work in a generic one that takes both. A loop over the runes of such "+
			"a string, or of one that is made for it, takes them from the bytes.\n\n"+
			"A function that makes several texts of parts of some bytes makes one of all of them, "+
			"and takes the parts from it. Who keeps a part then keeps all of the text.\n\n"+
			"The rewrite assumes that writers change and keep nothing of what they are given, "+
			"as io.Writer demands, that WriteString writes what Write would write, and that "+
			"what reads does not ask which type of package bytes or strings it reads from. Where "+
			"all callers of a function make its text of bytes, and the function waits for a lock "+
			"before it has looked at it, no other code changes the bytes meanwhile.",
		technique.Each(propose, (*ast.CallExpr)(nil)),
		technique.Each(parameter, (*ast.FuncDecl)(nil)),
		technique.Each(passed, (*ast.FuncDecl)(nil)),
		technique.Each(either, (*ast.FuncDecl)(nil)),
		technique.Each(once, (*ast.FuncDecl)(nil)),
		technique.Each(line, (*ast.AssignStmt)(nil))),
	Title:  "Stay with bytes, or with strings",
	Causes: []string{"string-bytes-conversion", "big-temporary", "line-read"},
	Risk:   technique.Checked,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	if !plainNames(pass, cur.Node()) {
		return p, false
	}
	for _, match := range []func(*analysis.Pass, inspector.Cursor) (technique.Proposal, bool){
		ranged, runesOfBytes, runesOf,
	} {
		if p, ok := match(pass, cur); ok {
			return p, true
		}
	}
	if p, ok := readString(pass, cur); ok {
		return p, true
	}
	dir, drop, ok := conversion(pass, cur)
	if !ok {
		return readConstant(pass, cur)
	}
	if p, ok := follow(pass, cur, dir, drop); ok {
		return p, true
	}
	if p, ok := handed(pass, cur, dir, drop); ok {
		return p, true
	}
	return read(pass, cur, dir, drop)
}

// direction says what becomes of a text.
type direction int

// The directions.
const (
	toBytes  direction = iota // it was a string
	toString                  // it was a []byte
)

// conversion reports whether the call at cur copies a text into the other
// type, and returns what the text becomes without that, and the edits.
func conversion(pass *analysis.Pass, cur inspector.Cursor) (direction, []analysis.TextEdit,
	bool) {
	call := cur.Node().(*ast.CallExpr)
	if buffered(pass, cur) {
		sel := call.Fun.(*ast.SelectorExpr)
		return toBytes, []analysis.TextEdit{technique.Replace(sel.Sel, "Bytes")}, true
	}
	if edits, ok := delimited(pass, cur); ok {
		return toBytes, edits, true
	}
	if len(call.Args) != 1 || !pass.TypesInfo.Types[call.Fun].IsType() ||
		pass.TypesInfo.Types[call].Value != nil {
		return 0, nil, false
	}
	to, from := pass.TypesInfo.TypeOf(call), pass.TypesInfo.TypeOf(call.Args[0])
	switch {
	case isString(to) && technique.HoldsBytes(from):
		return toBytes, unwrap(cur), true
	case technique.IsBytes(to) && isString(from) && pass.TypesInfo.Types[call.Args[0]].Value == nil:
		return toString, unwrap(cur), true
	}
	return 0, nil, false
}

// unwrap returns the edits that leave the operand of the conversion at cur. It
// keeps the parentheses where they are needed.
func unwrap(cur inspector.Cursor) []analysis.TextEdit {
	call := cur.Node().(*ast.CallExpr)
	open, closing := "", ""
	switch call.Args[0].(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr, *ast.StarExpr:
		if cur.ParentEdgeKind() != edge.CallExpr_Args {
			open, closing = "(", ")"
		}
	}
	return []analysis.TextEdit{
		{Pos: call.Pos(), End: call.Args[0].Pos(), NewText: []byte(open)},
		{Pos: call.Args[0].End(), End: call.End(), NewText: []byte(closing)},
	}
}

func isString(t types.Type) bool {
	t = types.Unalias(t)
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.String
}

// plainNames reports whether nothing hides at n the predeclared names that a
// rewrite may use.
func plainNames(pass *analysis.Pass, n ast.Node) bool {
	return technique.Predeclared(pass, n.Pos(), "len", "string", "byte", "nil")
}
