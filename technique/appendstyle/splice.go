package appendstyle

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// proposal is the rewrite of one function with the twins that it calls.
type proposal struct {
	root    *types.Func
	at      ast.Node // the expression that allocates
	also    []ast.Node
	made    []*twin
	twins   map[*twin]spelling
	removed map[*types.Func]bool
	names   names // of the root's new variables
	edits   []analysis.TextEdit
}

// splice spells the plan of a function and of the twins that it needs. It is not
// ok when that is not worth proposing or cannot be spelled. The names of new
// variables in the root are none of given.
func splice(f *recognise.Function, plan change, given names) (proposal, bool) {
	p := proposal{root: f.Object(), at: plan.at, made: plan.reached()}
	for _, n := range plan.also {
		if technique.FileOf(f.Pkg.Pass, n.Pos()) == f.File {
			p.also = append(p.also, n)
		}
	}
	if plan.gain < 1 || plan.at == nil || plan.recursive() {
		return p, false
	}
	p.twins = settle(f.Pkg, plan, p.made)
	p.removed = removable(f, plan, p.made)
	root, ok := write(f, plan, nil, p.twins, given)
	if !ok {
		return p, false
	}
	for _, t := range p.made {
		if !p.splice(t) {
			return p, false
		}
	}
	p.names = root.names
	p.edits = slices.Concat(p.edits, root.imports,
		changed(f.Pkg, f.Whole.Pos(), f.Whole.End(), root.text))
	return p, true
}

// splice puts a twin behind its original, or in its place when nothing calls the
// original any more.
func (p *proposal) splice(t *twin) bool {
	s := p.twins[t]
	from, to := t.f.Decl.Pos(), t.f.Decl.End()
	if t.f.Decl.Doc != nil {
		from = t.f.Decl.Doc.Pos()
	}
	if s.exists {
		if p.removed[t.orig] {
			p.edits = append(p.edits, analysis.TextEdit{Pos: from, End: to})
		}
		return true
	}
	w, ok := t.write(p.twins)
	p.edits = append(p.edits, w.imports...)
	if p.removed[t.orig] {
		p.edits = append(p.edits, changed(t.f.Pkg, from, to, t.doc(s.name, true)+w.text)...)
	} else {
		p.edits = append(p.edits, technique.Insert(to, "\n\n"+t.doc(s.name, false)+w.text))
	}
	return ok
}

// report returns the proposal as the technique reports it.
func (p proposal) report() technique.Proposal {
	msg := "build the text in one slice of bytes and convert it once"
	if n := len(p.made); n == 1 {
		msg += fmt.Sprintf(", with %s in append style", p.made[0].orig.Name())
	} else if n > 1 {
		msg += fmt.Sprintf(", with %d helpers in append style", n)
	}
	return technique.Proposal{At: p.at, Also: p.also, Message: msg, Edits: p.edits}
}

// changed returns the edits that make [from, to) read text and leave the lines
// that stay as they are alone: other proposals may want to change those.
func changed(ix *recognise.Package, from, to token.Pos, text string) []analysis.TextEdit {
	var edits []analysis.TextEdit
	for _, e := range rewrite.Lines(source(ix.Pass, from, to), text) {
		edits = append(edits, analysis.TextEdit{Pos: from + token.Pos(e.Start),
			End: from + token.Pos(e.End), NewText: []byte(e.New)})
	}
	return edits
}
