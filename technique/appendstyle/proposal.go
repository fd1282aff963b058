package appendstyle

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// proposal is the rewrite of one function with the twins that it calls.
type proposal struct {
	ix      *index
	root    *types.Func
	fn      *ast.FuncDecl
	at      ast.Node // the expression that allocates
	gain    int      // allocations that go away, at least
	twins   map[*types.Func]*twin
	made    []*twin // in the order of their completion
	removed map[*types.Func]bool
	imports []analysis.TextEdit
	edits   []analysis.TextEdit
	names   map[string]bool // given to twins

	recursive bool // the function needs a twin of itself
	single    bool // no twins may be made
	// replaced are the calls whose callee is now a twin.
	replaced map[*ast.CallExpr]bool
}

func newProposal(ix *index, fn *ast.FuncDecl) *proposal {
	root := ix.info.Defs[fn.Name].(*types.Func)
	return &proposal{ix: ix, root: root, fn: fn, twins: make(map[*types.Func]*twin),
		removed: make(map[*types.Func]bool), names: make(map[string]bool),
		replaced: make(map[*ast.CallExpr]bool)}
}

// complete adds the edits for the root's draft and the twins. It reports
// whether the rewrite is worth proposing.
func (p *proposal) complete(d *draft) bool {
	if p.recursive || p.gain+d.gain < 1 || p.at == nil {
		return false
	}
	text, ok := p.formatted(d.text())
	if !ok || !p.addTwins() {
		return false
	}
	p.edits = append(p.edits, p.change(p.fn.Pos(), p.fn.End(), text)...)
	p.ix.given[p.fn] = d.names
	return true
}

// addTwins puts each twin behind its original, or in its place when nothing
// calls the original any more.
func (p *proposal) addTwins() bool {
	p.findRemoved()
	for _, t := range p.made {
		ok := true
		text := ""
		from, to := span(t.fn)
		switch {
		case p.removed[t.orig] && t.reused:
			p.edits = append(p.edits, analysis.TextEdit{Pos: from, End: to})
		case p.removed[t.orig]:
			text, ok = p.formatted(t.doc(true) + t.full())
			p.edits = append(p.edits, p.change(from, to, text)...)
		case !t.reused:
			text, ok = p.formatted(t.doc(false) + t.full())
			p.edits = append(p.edits, technique.Insert(to, "\n\n"+text))
		}
		if !ok {
			return false
		}
	}
	return true
}

// span returns where a declaration begins, with its doc comment, and ends.
func span(fn *ast.FuncDecl) (from, to token.Pos) {
	if fn.Doc != nil {
		return fn.Doc.Pos(), fn.End()
	}
	return fn.Pos(), fn.End()
}

// formatted returns a declaration as gofmt prints it.
func (p *proposal) formatted(decl string) (string, bool) {
	out, err := format.Source([]byte(decl))
	return string(bytes.TrimSpace(out)), err == nil
}

// source returns the text between two positions of a file.
func source(pass *analysis.Pass, from, to token.Pos) string {
	tok := pass.Fset.File(from)
	src, err := pass.ReadFile(tok.Name())
	if err != nil || tok.Offset(to) > len(src) {
		return ""
	}
	return string(src[tok.Offset(from):tok.Offset(to)])
}

// qualifier returns the name by which the code at pos speaks of a package,
// which is imported when it must be.
func (p *proposal) qualifier(file *ast.File, pos token.Pos, path string) string {
	name, edits := technique.AddImport(p.ix.pass, file, pos, path)
	for _, e := range edits {
		p.importOnce(e)
	}
	return name
}

func (p *proposal) importOnce(e analysis.TextEdit) {
	for _, have := range p.imports {
		if have.Pos == e.Pos && bytes.Equal(have.NewText, e.NewText) {
			return
		}
	}
	p.imports = append(p.imports, e)
}

// proposal returns the proposal as the technique reports it.
func (p *proposal) proposal() technique.Proposal {
	msg := "build the text in one slice of bytes and convert it once"
	if n := len(p.made); n == 1 {
		msg += fmt.Sprintf(", with %s in append style", p.made[0].orig.Name())
	} else if n > 1 {
		msg += fmt.Sprintf(", with %d helpers in append style", n)
	}
	return technique.Proposal{At: p.at, Message: msg, Edits: append(p.imports, p.edits...)}
}
