// Package fprint prints to a writer, a log or a slice of bytes what would
// otherwise become a string first, only to be copied there.
package fprint

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
	Analyzer: technique.Analyzer("fprint",
		"print to where the text goes, without a string of it\n\n"+
			"Sprintf and its like return a new string. Where it is only written, appended, "+
			"logged or converted to bytes, Fprintf, Appendf and Printf hand the same bytes "+
			"over from a buffer that package fmt keeps.\n\n"+
			"The rewrite assumes that writers keep nothing of what they are given, as "+
			"io.Writer demands, that WriteString writes what Write would write, and that "+
			"nothing depends on text being made for a log that goes nowhere.",
		run),
	Title:  "Print to where the text goes",
	Causes: []string{"format-call", "string-bytes-conversion"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	var alone, shared []*site
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil)) {
		s, ok := siteAt(pass, cur)
		if !ok || !s.place() || s.commented() {
			continue
		}
		if s.local == nil {
			alone = append(alone, s)
		} else {
			shared = append(shared, s)
		}
	}
	for _, s := range alone {
		technique.Report(pass, proposal([]*site{s}))
	}
	for _, group := range byVariable(shared) {
		if worthIt(group) {
			technique.Report(pass, proposal(group))
		}
	}
}

// site is a call that prints to a string, and where the string goes.
type site struct {
	pass  *analysis.Pass
	file  *ast.File
	cur   inspector.Cursor // the call
	call  *ast.CallExpr
	fmt   string // what package fmt is called here
	style string // "f", "ln" or ""

	// What place finds: the call that takes the string, and what is written up
	// to the operands in its place.
	outer *ast.CallExpr
	text  string
	// line says that the format gets the end of a line.
	line bool
	safe bool
	// local is the variable of the function that holds the writer: printing to
	// it may move it to the heap.
	local *types.Var
}

// siteAt matches a call of fmt.Sprint, Sprintf or Sprintln that is an argument.
func siteAt(pass *analysis.Pass, cur inspector.Cursor) (*site, bool) {
	call := cur.Node().(*ast.CallExpr)
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 || cur.ParentEdgeKind() != edge.CallExpr_Args {
		return nil, false
	}
	if _, several := pass.TypesInfo.TypeOf(call.Args[0]).(*types.Tuple); several {
		return nil, false // nothing can stand before them
	}
	for _, style := range []string{"f", "", "ln"} {
		if !technique.IsFunc(pass.TypesInfo, call, "fmt", "Sprint"+style) {
			continue
		}
		s := &site{pass: pass, file: technique.FileOf(pass, call.Pos()), cur: cur, call: call,
			fmt: technique.Text(pass, sel.X), style: style}
		return s, s.file != nil
	}
	return nil, false
}

// proposal prints at all the sites.
func proposal(group []*site) technique.Proposal {
	p := technique.Proposal{At: group[0].call, Message: "print to where the text goes",
		Safe: true}
	for i, s := range group {
		if i > 0 {
			p.Also = append(p.Also, s.call)
		}
		p.Safe = p.Safe && s.safe
		p.Edits = append(p.Edits, s.edits()...)
	}
	return p
}

// edits leaves the operands where they are.
//
//	have: w.WriteString(fmt.Sprintf("%s: %v", key, value))
//	want: fmt.Fprintf(w, "%s: %v", key, value)
func (s *site) edits() []analysis.TextEdit {
	edits := []analysis.TextEdit{
		{Pos: s.outer.Pos(), End: s.call.Args[0].Pos(), NewText: []byte(s.text)},
		{Pos: s.call.Rparen, End: s.outer.Rparen},
	}
	if s.line {
		edits = append(edits, technique.Insert(s.call.Args[0].End()-1, `\n`))
	}
	return edits
}

// commented reports whether a comment would be lost.
func (s *site) commented() bool {
	for _, group := range s.file.Comments {
		if s.outer.Pos() <= group.Pos() && group.End() <= s.call.Args[0].Pos() ||
			s.call.Rparen <= group.Pos() && group.End() <= s.outer.Rparen {
			return true
		}
	}
	return false
}
