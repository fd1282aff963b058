// Package deepequal compares values of types that are known by operators, and by
// packages slices and maps, instead of by reflection.
package deepequal

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("deepequal",
		"compare values of known types without reflection\n\n"+
			"reflect.DeepEqual takes both values as interfaces, which puts slices and "+
			"structs on the heap, and looks at each element through reflection. Where both "+
			"types are known and the same, an operator, slices.Equal or maps.Equal does, or "+
			"a comparison field by field.\n\n"+
			"The rewrite tells nil from empty, as DeepEqual does. Floating-point numbers "+
			"behind a pointer, a slice or a map are left alone: what is not equal to itself "+
			"is deeply equal there to what has the same address.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Compare without reflection",
	Causes: []string{"reflection", "boxed-argument"},
	Risk:   technique.Safe,
}

// propose matches a comparison of two values of one type.
//
//	have: reflect.DeepEqual(a, b)
//	want: a == b, (a == nil) == (b == nil) && slices.Equal(a, b), ...
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	if file == nil || !technique.IsFunc(pass.TypesInfo, call, "reflect", "DeepEqual") ||
		!technique.Predeclared(pass, call.Pos(), "nil") {
		return none, false
	}
	a, b := call.Args[0], call.Args[1]
	t := pass.TypesInfo.TypeOf(a)
	if !types.Identical(t, pass.TypesInfo.TypeOf(b)) || !operand(pass, a) || !operand(pass, b) {
		return none, false
	}
	c := &comparison{pass: pass, file: file, pos: call.Pos()}
	if !c.values(t, technique.Text(pass, a), technique.Text(pass, b), true) ||
		len(c.terms) > mostTerms {
		return none, false
	}
	text, at := c.text(cur)
	return technique.Proposal{At: call, Message: "compare without reflection",
		Edits: append(c.edits, technique.Replace(at, text))}, true
}

// operand reports whether an expression may be evaluated more than once, and can be
// followed by a selector.
func operand(pass *analysis.Pass, e ast.Expr) bool {
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.ParenExpr:
		return technique.Pure(pass.TypesInfo, e) && pass.TypesInfo.Types[e].Value == nil
	}
	return false
}

// text returns what stands for the call, and the node that it replaces: a negation is
// taken in.
func (c *comparison) text(cur inspector.Cursor) (text string, at ast.Node) {
	outer := cur.Parent()
	for _, paren := outer.Node().(*ast.ParenExpr); paren; _, paren = outer.Node().(*ast.ParenExpr) {
		outer = outer.Parent()
	}
	not, negated := outer.Node().(*ast.UnaryExpr)
	if !negated {
		outer = cur
	} else {
		at = not
	}
	if at == nil {
		at = cur.Node()
	}
	text = c.joined(negated)
	if strings.HasPrefix(text, "(") && len(c.terms) == 1 && !c.binds(outer.Parent().Node(), true) {
		text = text[1 : len(text)-1]
	} else if c.binds(outer.Parent().Node(), negated && len(c.terms) > 1) {
		text = "(" + text + ")"
	}
	return text, at
}

// binds reports whether the operator of a node binds tighter than those of the
// comparison, which may be a disjunction.
func (c *comparison) binds(n ast.Node, either bool) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op != token.LOR && (n.Op != token.LAND || either)
	case *ast.UnaryExpr:
		return true
	}
	return false
}
