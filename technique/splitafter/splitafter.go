// Package splitafter takes the separator behind a piece of a text from the text, where it
// was cut off the piece and added again.
package splitafter

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("splitafter",
		"leave the separator at the pieces that get it back\n\n"+
			"A loop over the lines of a text that adds the line's end to each again makes a "+
			"new string of every line. strings.SplitAfter leaves the end where it is, and the "+
			"line is a part of the text. Only the last one has no end, and gets it.\n\n"+
			"The pieces keep the text alive, as those of strings.Split do.",
		technique.Each(propose, (*ast.RangeStmt)(nil))),
	Title:  "Leave the separator at the piece",
	Causes: []string{"string-concat"},
	Risk:   technique.Safe,
}

// pieces is a loop over those of a text.
type pieces struct {
	pass  *analysis.Pass
	loop  inspector.Cursor // its RangeStmt
	body  *ast.BlockStmt
	fun   *ast.SelectorExpr // strings.Split or strings.SplitSeq
	sep   ast.Expr          // what the text is cut at, a constant
	cut   string            // its value
	piece *types.Var

	at    ast.Node // the first sum that makes a string and need not
	edits []analysis.TextEdit
}

// propose matches a loop in which each piece is used with the separator behind it.
//
//	have: for _, line := range strings.Split(s, "\n") { out = append(out, line+"\n") }
//	want: for _, line := range strings.SplitAfter(s, "\n") {
//		if !strings.HasSuffix(line, "\n") { line += "\n" }
//		out = append(out, line)
//	}
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	p := &pieces{pass: pass, loop: cur, body: cur.Node().(*ast.RangeStmt).Body}
	if !p.split() {
		return none, false
	}
	uses, ok := technique.LocalUses(pass, p.piece)
	if !ok || !p.used(uses) {
		return none, false
	}
	pkg, name, sep := technique.Text(pass, p.fun.X), p.piece.Name(), technique.Text(pass, p.sep)
	after := map[string]string{"Split": "SplitAfter", "SplitSeq": "SplitAfterSeq"}
	p.edits = append(p.edits, technique.Replace(p.fun.Sel, after[p.fun.Sel.Name]),
		technique.Insert(p.body.Lbrace+1, "\nif !"+pkg+".HasSuffix("+name+", "+sep+") {\n"+
			name+" += "+sep+"\n}"))
	return technique.Proposal{At: p.at, Message: "leave the separator at the piece",
		Edits: p.edits}, true
}

// split reports whether the loop declares a variable for the pieces of a text that is cut
// at a constant, and whether the words of the call mean the same in the loop.
func (p *pieces) split() bool {
	n := p.loop.Node().(*ast.RangeStmt)
	call, ok := p.cutting(n.X)
	if !ok || len(call.Args) != 2 || n.Tok != token.DEFINE {
		return false
	}
	var name ast.Expr
	switch {
	case technique.IsFunc(p.pass.TypesInfo, call, "strings", "Split"):
		name = n.Value
	case technique.IsFunc(p.pass.TypesInfo, call, "strings", "SplitSeq"):
		name = n.Key
	}
	if name == nil {
		return false
	}
	p.piece, ok = p.pass.TypesInfo.ObjectOf(name.(*ast.Ident)).(*types.Var)
	if !ok {
		return false
	}
	if p.fun, ok = ast.Unparen(call.Fun).(*ast.SelectorExpr); !ok {
		return false
	}
	p.sep = call.Args[1]
	p.cut, ok = technique.ConstantText(p.pass.TypesInfo, p.sep)
	inside := p.body.Lbrace + 1
	return ok && p.cut != "" && technique.ResolvesSameAt(p.pass, p.fun.X, inside) &&
		technique.ResolvesSameAt(p.pass, p.sep, inside)
}

// cutting returns the call that cuts the text, which may stand in a variable for the loop alone.
func (p *pieces) cutting(e ast.Expr) (*ast.CallExpr, bool) {
	e = ast.Unparen(e)
	if v, ok := technique.Variable(p.pass.TypesInfo, e); ok {
		uses, local := technique.LocalUses(p.pass, v)
		if e = technique.Initial(p.pass, v); e == nil || !local || len(uses) != 1 {
			return nil, false
		}
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return call, ok
}

// used looks at the uses of the piece: each has the separator behind it, at least one is
// a sum of the two alone, and none is in a function that may run later.
func (p *pieces) used(uses []inspector.Cursor) bool {
	around, ok := technique.EnclosingFunc(p.loop)
	if !ok {
		return false
	}
	for _, use := range uses {
		fn, ok := technique.EnclosingFunc(use)
		if !ok || fn.Node() != around.Node() || !p.ended(use) {
			return false
		}
	}
	return p.at != nil
}

// ended matches a use of the piece as an operand of a sum in which the separator comes next.
//
//	have: line + "\n", indent + line + "\n"
//	want: line, indent + line
func (p *pieces) ended(use inspector.Cursor) bool {
	first := use
	if kind := use.ParentEdgeKind(); kind == edge.BinaryExpr_Y {
		first = use.Parent() // the sum up to the piece
	}
	if first.ParentEdgeKind() != edge.BinaryExpr_X {
		return false
	}
	for _, c := range []inspector.Cursor{first, first.Parent()} {
		if n, ok := c.Node().(*ast.BinaryExpr); ok && n.Op != token.ADD {
			return false
		}
	}
	sum := first.Parent().Node().(*ast.BinaryExpr)
	text, ok := technique.ConstantText(p.pass.TypesInfo, sum.Y)
	if !ok || text != p.cut || technique.Commented(p.pass, sum) {
		return false
	}
	p.edits = append(p.edits, technique.Replace(sum, technique.Text(p.pass, sum.X)))
	if first == use && !partOfSum(first.Parent()) && p.at == nil {
		p.at = sum
	}
	return true
}

// partOfSum reports whether a sum is an operand of another, which makes the string anyway.
func partOfSum(sum inspector.Cursor) bool {
	n, ok := sum.Parent().Node().(*ast.BinaryExpr)
	return ok && n.Op == token.ADD
}
