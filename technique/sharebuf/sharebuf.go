// Package sharebuf makes the small buffers that a function uses one after the other parts of one.
package sharebuf

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/numbers"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("sharebuf",
		"share one small buffer among those that a function uses one after the other\n\n"+
			"What an io.Reader or an io.Writer gets is on the heap, since the compiler does not "+
			"know what becomes of it: an array for each number that a function writes. Where one "+
			"is no longer used when the next is declared, all can be parts of one array. What "+
			"is not written to before it is read is cleared.\n\n"+
			"The rewrite assumes that readers and writers keep nothing of what they are given, "+
			"as io.Reader and io.Writer demand.",
		technique.Each(propose, (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil))),
	Title:  "Share one small buffer",
	Causes: []string{"escaping-variable", "slice-make"},
	Risk:   technique.Checked,
}

// maxSize is the largest buffer that is shared, in bytes.
const maxSize = 64

// propose matches the first buffer of a function after which others can use its memory.
//
//	have: var b [4]byte; put(b[:], x); w.Write(b[:]); var c [8]byte; put(c[:], y); w.Write(c[:])
//	want: var scratch [8]byte; b := scratch[:4]; ...; c := scratch[:]; put(c[:], y); w.Write(c[:])
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	file := technique.FileOf(pass, cur.Node().Pos())
	if file == nil || technique.InTest(pass, file) || technique.HasGoto(pass, cur.Node()) {
		return none, false
	}
	all := buffersIn(pass, cur)
	var group []*buffer
	for i := range all {
		if g := following(all[i:]); len(g) > len(group) {
			group = g
		}
	}
	if len(group) < 2 {
		return none, false
	}
	return shared(pass, file, group)
}

// following returns the first buffer and those that can use its memory after it. They are declared
// in the same list of statements, or in statements of it: where the first one is made they may not
// be, and so no path makes more than before.
func following(list []*buffer) []*buffer {
	group := list[:1:1]
	within := list[0].cur.Parent().Node()
	for _, b := range list[1:] {
		last := group[len(group)-1]
		if last.end <= b.cur.Node().Pos() && within.Pos() <= b.cur.Node().Pos() &&
			b.cur.Node().End() <= within.End() {
			group = append(group, b)
		}
	}
	return group
}

// shared has each buffer be a part of an array that is declared where the first one was.
func shared(pass *analysis.Pass, file *ast.File, group []*buffer) (technique.Proposal, bool) {
	first := group[0]
	if !technique.Predeclared(pass, first.cur.Node().Pos(), "byte") {
		return technique.Proposal{}, false
	}
	size := int64(0)
	for _, b := range group {
		size = max(size, b.size)
	}
	name := technique.FreshName(pass, file, "scratch")
	p := technique.Proposal{At: first.at,
		Message: "share one array with what is written and read after it"}
	for i, b := range group {
		text := b.v.Name() + " := " + b.part(name, size)
		if i == 0 {
			text = fmt.Sprintf("var %s [%d]byte\n%s", name, size, text)
		} else {
			p.Also = append(p.Also, b.at)
			if !numbers.Overwritten(pass, b.cur, b.v, b.size, b.body) {
				if !technique.Since(pass, file, "go1.21") ||
					!technique.Predeclared(pass, b.cur.Node().Pos(), "clear") {
					return technique.Proposal{}, false
				}
				text += "\nclear(" + b.v.Name() + ")"
			}
		}
		p.Edits = append(p.Edits, technique.Replace(b.cur.Node(), text))
		p.Edits = append(p.Edits, b.uses...)
	}
	return p, true
}
