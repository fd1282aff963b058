// Package nofmt writes out what a call of package fmt would find out each
// time: which verb meets which type. Operands are then no longer boxed.
package nofmt

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
	Analyzer: technique.Analyzer("nofmt",
		"replace calls of package fmt with known verbs and types by strconv and append\n\n"+
			"Package fmt gets its operands as interface values, and finds out each time "+
			"which verb meets which type. Where the format is a constant and the operands "+
			"are numbers, strings and bytes, that can be written out: the text is the same "+
			"for every value, and nothing is boxed.\n\n"+
			"Widths are written by a function of the package, and types named by package "+
			"reflect. What fmt alone knows how to print "+
			"it appends, where other operands of a text need not be boxed. "+
			"Else operands with a method that fmt would call, interface values, other flags and "+
			"mistakes are left to fmt, as is everything where an operand could change "+
			"while the text is made. But a String method is called where it is one of the "+
			"standard library that cannot panic, or one of the package that only reads, as is "+
			"an Error method of the package. Fmt would "+
			"print what it panics with; it is assumed not to.\n\n"+
			"A statement that prints such operands and others to a buffer is divided: the "+
			"others are written without fmt. That assumes that the methods which fmt calls "+
			"do not look at the buffer.\n\n"+
			"A type of the package whose Write only appends to a slice has the pieces appended "+
			"to that. What is printed to any other writer is made in room from a pool, as "+
			"package fmt does, and written at once.",
		technique.Each(match, (*ast.CallExpr)(nil))),
	Title:  "Write out what a format says",
	Causes: []string{"format-call", "boxed-argument", "variadic-slice", "error-value"},
	Risk:   technique.Checked,
}

// site is a call of package fmt that may be rewritten.
type site struct {
	pass     *analysis.Pass
	file     *ast.File
	call     *ast.CallExpr
	operands []ast.Expr
	edits    []analysis.TextEdit // imports
	parens   bool                // a sum of strings needs them here
	around   inspector.Cursor    // what stands around the call; nothing where it is divided
	early    string              // a statement before the one around the call
	rest     bool                // fmt appends some pieces, which it alone knows
	assumes  bool                // a String method of the package is trusted not to panic
	late     bool                // a sum looks at an operand when all calls around it have run
	looks    bool                // such a method may look at bytes that other code has
	declared map[string]bool     // helpers for which there are edits
}

// names are the predeclared names that a rewrite may use.
func names() []string {
	return []string{"append", "make", "byte", "string", "rune", "int64", "uint64", "float64", "nil"}
}

// match matches a call and says what is to stand in its place.
func match(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	call := cur.Node().(*ast.CallExpr)
	kind := cur.ParentEdgeKind()
	if technique.RunsLater(cur) || ends(pass, cur) {
		return technique.Proposal{}, false // formats later than it evaluates, or for the last time
	}
	fn, ok := functionOf(pass, call)
	if !ok || kind == edge.ExprStmt_X && !fn.writes() {
		return technique.Proposal{}, false // a string is no statement
	}
	file := technique.FileOf(pass, call.Pos())
	if file == nil || technique.Commented(pass, call) ||
		!technique.Predeclared(pass, call.Pos(), names()...) {
		return technique.Proposal{}, false
	}
	s := &site{pass: pass, file: file, call: call, operands: fn.operands(call),
		around: cur.Parent(), parens: kind == edge.IndexExpr_X || kind == edge.SliceExpr_X}
	s.unconverted(fn)
	pieces, ok := s.pieces(fn)
	if !ok {
		s.around, s.early = inspector.Cursor{}, "" // what is divided is a statement itself
		return s.divided(fn, kind)
	}
	if p, ok := s.statements(fn, pieces); ok {
		return p, true
	}
	if fn.name == "Sprint" && s.late && s.callFollows(cur) {
		return technique.Proposal{}, false
	}
	text, message, ok := s.write(fn, pieces)
	if s.early != "" {
		s.edits = append(s.edits, technique.Insert(s.around.Node().Pos(), s.early))
	}
	return technique.Proposal{At: call, Message: message, Safe: !s.assumes,
		Edits: append(s.edits, technique.Replace(call, text))}, ok
}

// ends reports whether the text is what the function panics with, in a package that recovers from
// nothing.
func ends(pass *analysis.Pass, cur inspector.Cursor) bool {
	outer, ok := cur.Parent().Node().(*ast.CallExpr)
	return ok && technique.IsBuiltin(pass.TypesInfo, outer, "panic") &&
		len(technique.UsesOf(pass, types.Universe.Lookup("recover"))) == 0
}

// use returns the name of a package at the call, imported if need be.
func (s *site) use(path string) string {
	name, edits := technique.AddImport(s.pass, s.file, s.call.Pos(), path)
	s.edits = append(s.edits, edits...)
	return name
}
