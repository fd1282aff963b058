// Package together makes in one piece the structs and slices that a loop makes one by one,
// and a struct with the memory that its fields lead to.
package together

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("together",
		"make in one piece what a loop makes for each element, or a struct with its parts\n\n"+
			"A loop that puts a pointer to a new struct, or a new slice, into a slice or a "+
			"map, or behind another struct in a list, takes memory once for each element. Where "+
			"the number of iterations is known before, one slice holds all of them, and the "+
			"pointers lead into it. The bytes of texts are parts of one slice, too. So are "+
			"slices that are literals, as long as others, or copies of them, in a loop or for the "+
			"fields of one struct: the lengths are added up before; and slices of one length "+
			"or room, in a field or a literal that is kept. What makes a slice may be a "+
			"function of the package that fills it; and where each branch of an if makes one "+
			"struct, each iteration does.\n\n"+
			"A struct whose fields get pointers to new structs, or slices of a constant "+
			"length, takes memory for each of them, too, in its literal or in a statement after "+
			"it; so does one that gets a new reader or buffer of the standard library. One "+
			"object holds all, where the package keeps what the fields lead to nowhere "+
			"else. So do variables that a function literal shares with the function that "+
			"starts it as a goroutine or returns it: each of them is an object, and one "+
			"struct of them is one. The texts that one list of statements gives to the keys of a "+
			"header, or of the values of a URL, are parts of one slice, "+
			"and what it adds to one key is appended at once.\n\n"+
			"The rewrite assumes that what is made together lives about as long as each "+
			"other: one that is kept keeps the memory of all. Nothing may give one of them "+
			"a finalizer. No code relies on what append would leave as room behind a copy.",
		run),
	Title: "Make together what lives together",
	Causes: []string{"escaping-literal", "slice-make", "returned-pointer", "escaping-variable",
		"append-grows", "clone-call", "http-header", "url-parse"},
	Risk: technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	if technique.Finalizes(pass) {
		return
	}
	names := make(map[string]bool)
	for _, cur := range technique.Nodes(pass, (*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
		l, ok := loopAt(pass, cur)
		if !ok {
			continue
		}
		l.names = names
		l.elements()
		l.branches()
		l.filled()
		l.rooms()
	}
	headers(pass)
	added(pass)
	objects(pass, root)
}

// objects proposes structs that are made with what their fields lead to. C may only be given
// memory that holds no pointers to memory of Go.
func objects(pass *analysis.Pass, root inspector.Cursor) {
	if technique.Imports(pass, "C") {
		return
	}
	for _, fn := range technique.Nodes(pass, (*ast.FuncDecl)(nil)) {
		names := make(map[string]bool)
		inside := make(map[ast.Node]bool) // parts of an object that is made together
		for cur := range fn.Preorder((*ast.UnaryExpr)(nil), (*ast.CallExpr)(nil)) {
			if o, ok := objectAt(pass, cur); ok && !inside[cur.Node()] {
				for _, part := range o.parts {
					inside[part.make] = true
				}
				technique.Report(pass, o.propose(cur.Node().(ast.Expr), names))
			}
		}
		variables(pass, fn)
		pieces(pass, fn, names)
	}
}
