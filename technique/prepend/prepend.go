// Package prepend builds a text from its end where a loop puts pieces before it.
package prepend

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("prepend",
		"append the pieces that a loop puts before a text, and reverse the bytes in the end\n\n"+
			"Each time around s = piece + s makes a new text and copies all that is there. "+
			"The bytes of the pieces, the last one first, are appended to a slice that begins "+
			"on the stack; when the loop is over they are reversed and become the text.\n\n"+
			"Nothing else may look at the text before, except for its length.",
		technique.Each(propose, (*ast.AssignStmt)(nil))),
	Title:  "Build a text from its end",
	Causes: []string{"string-concat"},
	Risk:   technique.Checked,
}

// appendReversed is declared in the package once.
var appendReversed = technique.Helper{Name: "appendReversed",
	Text: `// appendReversed appends the bytes of s to b, the last one first.
func appendReversed(b []byte, s string) []byte {
	for i := len(s) - 1; i >= 0; i-- {
		b = append(b, s[i])
	}
	return b
}
`}

// reverseBytes is declared once where there is no package slices.
var reverseBytes = technique.Helper{Name: "reverseBytes",
	Text: `// reverseBytes reverses the order of bytes.
func reverseBytes(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}`}

// growing is a text that grows at its front.
type growing struct {
	pass *analysis.Pass
	file *ast.File
	v    *types.Var
	decl inspector.Cursor // the statement that declares it
	loop inspector.Cursor // around all that is put before it
	name string           // what the bytes are called

	adds  []inspector.Cursor // the statements s = piece + s
	edits []analysis.TextEdit
}

// propose matches the first of the statements that put something before a text.
//
//	have: s := ""; for ... { s = piece + s }
//	want: b := make([]byte, 0, 64); for ... { b = appendReversed(b, piece) }
//	      slices.Reverse(b); s := string(b)
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	as := cur.Node().(*ast.AssignStmt)
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return none, false
	}
	v, ok := technique.Variable(pass.TypesInfo, as.Lhs[0])
	if !ok || !types.Identical(v.Type(), types.Typ[types.String]) {
		return none, false
	}
	g := &growing{pass: pass, file: technique.FileOf(pass, as.Pos()), v: v}
	if g.file == nil || !g.place(cur) || !g.uses() ||
		g.adds[0].Node() != as ||
		!technique.Predeclared(pass, as.Pos(), "append", "make", "byte", "string", "len") {
		return none, false
	}
	if !g.rewrite() {
		return none, false
	}
	p := technique.Proposal{At: as.Rhs[0], Edits: g.edits,
		Message: "append the pieces of " + v.Name() + ", the last one first, and reverse them"}
	for _, add := range g.adds[1:] {
		p.Also = append(p.Also, add.Node().(*ast.AssignStmt).Rhs[0])
	}
	return p, true
}
