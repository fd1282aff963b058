// Package replaceonce replaces several bytes of a text in one pass, where each replacement made a
// text of its own.
package replaceonce

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("replaceonce",
		"replace several bytes of a text in one pass\n\n"+
			"strings.ReplaceAll makes a new text when it finds something. A chain of calls makes "+
			"one for each byte that occurs, and drops all but the last. One pass makes one text, "+
			"and returns the text itself where nothing is found, as the chain does.\n\n"+
			"It is proposed where each link looks for one byte below 0x80, and puts a constant "+
			"there. Where a later link would replace in what an earlier one has put there, the "+
			"constant is what comes out at the end. Links may be nested, or statements that "+
			"follow each other and work on the same variable.\n\n"+
			"A replacer that is built for one text, because what it puts there varies, takes more "+
			"memory than the text. A function compares each place with all that it looks for.",
		technique.Each(propose, (*ast.CallExpr)(nil)),
		technique.Each(built, (*ast.CallExpr)(nil))),
	Title:  "Replace several bytes in one pass",
	Causes: []string{"string-replace", "replacer-build"},
	Risk:   technique.Safe,
}

// propose matches the first link of a chain.
//
//	have: s = strings.ReplaceAll(s, "<", "&lt;")
//	      s = strings.ReplaceAll(s, ">", "&gt;")
//	want: s = replaceEach(s, "<", "&lt;", ">", "&gt;")
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	first, ok := linkOf(pass.TypesInfo, cur.Node().(*ast.CallExpr))
	if !ok {
		return none, false
	}
	if _, ok := linkOf(pass.TypesInfo, first.text); ok {
		return none, false // it is not the first
	}
	file := technique.FileOf(pass, first.call.Pos())
	if _, ok := technique.EnclosingFunc(cur); !ok || file == nil {
		return none, false // it runs once
	}
	c, ok := chainOf(pass, outermost(pass, cur))
	if !ok || len(c.links) < 2 {
		return none, false
	}
	args, ok := pairs(pass, c.links)
	if !ok {
		return none, false
	}
	edits, ok := helper.Declare(pass, file, first.call)
	if !ok {
		return none, false
	}
	var also []ast.Node
	for _, l := range c.links[1:] {
		also = append(also, l.call)
	}
	call := written(technique.Text(pass, ast.Unparen(first.text)), args)
	return technique.Proposal{At: first.call, Also: also,
		Message: "replace all of these bytes in one pass",
		Edits:   append(edits, c.edits(call)...)}, true
}

// outermost returns the last of the links that are nested around one.
func outermost(pass *analysis.Pass, cur inspector.Cursor) inspector.Cursor {
	for {
		around := bare(cur)
		call, ok := around.Parent().Node().(*ast.CallExpr)
		if !ok || around.ParentEdgeKind() != edge.CallExpr_Args || call.Args[0] != around.Node() {
			return cur
		}
		if _, ok := linkOf(pass.TypesInfo, call); !ok {
			return cur
		}
		cur = around.Parent()
	}
}

// bare returns an expression with the parentheses around it.
func bare(cur inspector.Cursor) inspector.Cursor {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	return cur
}

// widest bounds the arguments that stand on the line of the call.
const widest = 70

// written returns the call of the helper.
func written(text string, args []string) string {
	line := helper.Name + "(" + text + ", " + strings.Join(args, ", ") + ")"
	if len(line) <= widest {
		return line
	}
	return helper.Name + "(" + text + ",\n" + strings.Join(args, ",\n") + ")"
}
