// Package outline moves the work of a constructor to a function of its own, so that what
// is left is inlined.
package outline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("outline",
		"make the result of a constructor where its caller can keep it on the stack\n\n"+
			"A function that returns a pointer to a new value puts it on the heap, unless "+
			"it is small enough to be inlined: then the compiler sees what the caller does "+
			"with the value. So the function makes the value and nothing else, and another "+
			"one, which gets its address, fills and returns it. What an inlined constructor "+
			"makes for it is copied, if nothing can have kept its address; so is a small "+
			"variable, whose address is taken only to return it. If the result is an interface "+
			"that is nil or holds a pointer to the same type, the compiler knows that, too, in a "+
			"caller that only calls its methods, and such that keep nothing.\n\n"+
			"Something is proposed where a caller in the package keeps the value to itself, "+
			"and the function does not hand it on. A function that gives up without a value "+
			"has made one then, which costs an object where the caller does not keep it to "+
			"itself; the counts of wring fix tell.",
		technique.Each(propose, (*ast.FuncDecl)(nil))),
	Title:  "Make the result of a constructor in its caller",
	Causes: []string{"returned-pointer", "escaping-literal", "escaping-variable"},
	Risk:   technique.Checked,
}

// propose matches a function that is too large to be inlined, and whose result is a new
// value each time.
//
//	have: func NewLexer(s string) *Lexer { l := &Lexer{text: s}; ...; return l }
//	want: func NewLexer(s string) *Lexer { return initLexer(new(Lexer), s) }
//	      func initLexer(l *Lexer, s string) *Lexer { *l = Lexer{text: s}; ...; return l }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	decl := cur.Node().(*ast.FuncDecl)
	obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || technique.Directed(decl) {
		return none, false
	}
	c := &constructor{pass: pass, cur: cur, decl: decl, file: technique.FileOf(pass, decl.Pos())}
	if !c.signature(obj) || technique.Inlined(pass, decl) {
		return none, false
	}
	if !c.returns() || !c.movable() || !c.keptByCaller(obj) {
		return none, false
	}
	name := c.function()
	return technique.Proposal{At: c.made[0], Also: c.made[1:], Edits: c.edits,
		Message: "make the " + types.TypeString(c.elem, types.RelativeTo(pass.Pkg)) +
			" where the caller can keep it on the stack, and fill it in " + name}, true
}
