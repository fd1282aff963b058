// Package linescan takes the lines of a text that is in memory from the text itself, where a
// bufio.Scanner copies them through a buffer of its own.
package linescan

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
	Analyzer: technique.Analyzer("linescan",
		"take the lines of a text in memory from the text\n\n"+
			"A bufio.Scanner over strings.NewReader or bytes.NewReader makes a buffer of four "+
			"kilobytes at least, copies the text into it, and makes a string of each line. A "+
			"line of a string is a part of it, which costs nothing. What takes its place has the "+
			"methods Scan, Text or Bytes, and Err, and gives up at a line that is too long for a "+
			"scanner, as a scanner does.\n\n"+
			"It is proposed where the scanner is a variable of the function and nothing else is "+
			"done with it. The lines keep the text in memory. Bytes must not be written to while "+
			"they are scanned, nor what Bytes returns.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Take lines from the text itself",
	Causes: []string{"bufio-new", "library-object", "string-bytes-conversion", "buffer-grows"},
	Risk:   technique.Checked,
}

// propose matches a scanner over what is in memory.
//
//	have: sc := bufio.NewScanner(strings.NewReader(s))
//	want: sc := scanText(s)
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	if file == nil || len(call.Args) != 1 ||
		!technique.IsFunc(pass.TypesInfo, call, "bufio", "NewScanner") {
		return none, false
	}
	v, _, value := technique.Declared(pass.TypesInfo, cur.Parent().Node())
	if v == nil || ast.Unparen(value) != ast.Expr(call) {
		return none, false
	}
	s := &scanner{pass: pass, v: v, cur: cur}
	if !s.reads(call.Args[0]) || !s.used() {
		return none, false
	}
	h := textHelper
	if s.bytes {
		h = bytesHelper
	}
	edits, ok := h.Declare(pass, file, call)
	if !ok {
		return none, false
	}
	for _, stmt := range s.drop {
		edits = append(edits, technique.Remove(pass, stmt))
	}
	return technique.Proposal{At: call, Message: "take the lines from the text itself",
		Edits: append(edits, technique.Replace(call,
			h.Name+"("+technique.Text(pass, s.source)+")"))}, true
}

// scanner is a variable that holds one.
type scanner struct {
	pass   *analysis.Pass
	cur    inspector.Cursor // the call that makes it
	v      *types.Var
	source ast.Expr   // the text
	bytes  bool       // the text is bytes
	drop   []ast.Stmt // that say what is the case anyway
}

// reads looks for the text behind the reader.
func (s *scanner) reads(e ast.Expr) bool {
	info := s.pass.TypesInfo
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	switch s.source = call.Args[0]; {
	case technique.IsFunc(info, call, "strings", "NewReader"),
		technique.IsFunc(info, call, "bytes", "NewBufferString"):
		return technique.IsText(info.TypeOf(s.source))
	case technique.IsFunc(info, call, "bytes", "NewReader"),
		technique.IsFunc(info, call, "bytes", "NewBuffer"):
	default:
		return false
	}
	conv, ok := ast.Unparen(s.source).(*ast.CallExpr)
	if ok && info.Types[conv.Fun].IsType() && technique.IsText(info.TypeOf(conv.Args[0])) {
		s.source = conv.Args[0] // []byte(text)
		return true
	}
	s.bytes = true
	return technique.IsBytes(info.TypeOf(s.source)) && s.still(s.source)
}

// measured reports whether a use asks for the length, or for a text.
func measured(info *types.Info, use inspector.Cursor) bool {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	return ok && use.ParentEdgeKind() == edge.CallExpr_Args &&
		(technique.IsBuiltin(info, call, "len") ||
			info.Types[call.Fun].IsType() && technique.IsText(info.TypeOf(call)))
}

// used reports whether all uses are calls of methods that what takes the place of the scanner
// has.
func (s *scanner) used() bool {
	uses, ok := technique.LocalUses(s.pass, s.v)
	for _, use := range uses {
		sel, selects := use.Parent().Node().(*ast.SelectorExpr)
		if !selects || use.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
			return false
		}
		call := use.Parent().Parent()
		if technique.RunsLater(call) || !s.method(call, sel.Sel.Name) {
			return false
		}
	}
	return ok
}

// method judges a call of one of the scanner's methods.
func (s *scanner) method(call inspector.Cursor, name string) bool {
	switch name {
	case "Scan", "Text", "Err":
		return true
	case "Bytes":
		return s.bytes && lookedAt(s.pass, call)
	case "Split":
		stmt, ok := call.Parent().Node().(*ast.ExprStmt)
		arg := call.Node().(*ast.CallExpr).Args[0]
		if !ok || !technique.InList(call.Parent()) || technique.Commented(s.pass, stmt) {
			return false
		}
		sel, ok := ast.Unparen(arg).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		fn, ok := s.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
		s.drop = append(s.drop, stmt)
		return ok && fn.FullName() == "bufio.ScanLines"
	}
	return false
}
