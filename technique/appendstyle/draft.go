package appendstyle

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// draft is the new text of a function in the making: what replaces which of
// its nodes.
type draft struct {
	p    *proposal
	fn   *ast.FuncDecl
	file *ast.File
	ix   *index
	repl map[ast.Node]string

	// out is the slice that a twin appends to, "" in a root. start, once
	// wanted, is the variable that holds its length on entry.
	out   string
	start string
	// marked is where in the text out may first have been appended to by an
	// accumulator; NoPos while none does.
	marked token.Pos

	accs    []*acc
	chained map[*types.Var]*row   // statements that may become part of a piece
	skip    map[ast.Expr]bool     // pieces that were appended before
	used    map[ast.Node]bool     // identifiers of which only the bytes are taken
	types   map[*ast.Field]string // other types for parameters
	names   map[string][]ast.Node // see index.given
	gain    int
	size    int // an estimate of what is appended, in bytes
	loop    int // depth of loops around what is emitted
}

func newDraft(p *proposal, fn *ast.FuncDecl) *draft {
	d := &draft{p: p, fn: fn, ix: p.ix, file: technique.FileOf(p.ix.pass, fn.Pos()),
		repl: make(map[ast.Node]string), skip: make(map[ast.Expr]bool),
		names: make(map[string][]ast.Node), used: make(map[ast.Node]bool)}
	d.chained = d.findRows()
	return d
}

// newRoot returns a draft for the function of a proposal. It gives no names
// that accepted ones have given.
func newRoot(p *proposal) *draft {
	d := newDraft(p, p.fn)
	d.names = copyNames(p.ix.given[p.fn])
	return d
}

func copyNames(names map[string][]ast.Node) map[string][]ast.Node {
	out := make(map[string][]ast.Node)
	for name, blocks := range names {
		out[name] = slices.Clone(blocks)
	}
	return out
}

// gone takes the place of a statement that is dropped with its line.
const gone = "\x00"

// text returns the whole declaration with everything replaced, without its doc
// comment.
func (d *draft) text() string {
	cuts := d.cuts(d.fn)
	if d.start != "" {
		at := d.fn.Body.Lbrace + 1
		cuts = append(cuts, cut{at, at, "\n" + d.start + " := len(" + d.out + ")"})
	}
	text := d.splice(d.fn.Pos(), d.fn.End(), cuts)
	var out []string
	dropped := false
	for line := range strings.Lines(text) {
		bare := strings.ReplaceAll(line, gone, "")
		blank := strings.TrimSpace(bare) == ""
		if bare != line && blank {
			dropped = true
			continue
		}
		if dropped && blank && opens(out[len(out)-1]) {
			continue // a blank line that now begins a block
		}
		dropped = false
		out = append(out, bare)
	}
	return strings.Join(out, "")
}

func opens(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasSuffix(line, "{")
}

// cut is a range of the source and the text that takes its place.
type cut struct {
	from, to token.Pos
	text     string
}

// cuts returns what is replaced below n, the outermost nodes first in their
// line of ancestors.
func (d *draft) cuts(n ast.Node) []cut {
	var cuts []cut
	ast.Inspect(n, func(m ast.Node) bool {
		if m == nil {
			return true
		}
		text, ok := d.repl[m]
		if ok {
			cuts = append(cuts, cut{m.Pos(), m.End(), text})
		}
		return !ok
	})
	return cuts
}

// splice returns the source between two positions with cuts made.
func (d *draft) splice(from, to token.Pos, cuts []cut) string {
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	for _, c := range cuts {
		if c.from < from {
			continue // a comment within a replaced node
		}
		b.WriteString(source(d.ix.pass, from, c.from))
		b.WriteString(c.text)
		from = c.to
	}
	b.WriteString(source(d.ix.pass, from, to))
	return b.String()
}

// render returns the new text of an expression, without comments: those are
// kept by whoever replaces the statement.
func (d *draft) render(n ast.Node) string {
	cuts := d.cuts(n)
	for _, c := range d.comments(n) {
		cuts = append(cuts, cut{c.Pos(), c.End(), ""})
	}
	return d.splice(n.Pos(), n.End(), cuts)
}

// comments returns the comments within a node.
func (d *draft) comments(n ast.Node) []*ast.Comment {
	var out []*ast.Comment
	for _, group := range d.file.Comments {
		for _, c := range group.List {
			if n.Pos() <= c.Pos() && c.End() <= n.End() {
				out = append(out, c)
			}
		}
	}
	return out
}

// replaceStmt puts lines in the place of a statement, below the comments that
// were within it.
func (d *draft) replaceStmt(s ast.Stmt, lines []string) {
	var out []string
	for _, c := range d.comments(s) {
		out = append(out, c.Text)
	}
	out = append(out, lines...)
	if len(out) == 0 {
		out = []string{gone}
	}
	d.repl[s] = strings.Join(out, "\n")
}

// cursor returns the place of a node of the function in the tree.
func (d *draft) cursor(n ast.Node) inspector.Cursor {
	cur, _ := technique.Find(d.ix.pass, n)
	return cur
}
