package appendstyle

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/pooledtext"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// names are the names of new variables of a function, with the blocks that
// declare them; nil for the whole function.
type names map[string][]ast.Node

// writer spells the plan of one function.
type writer struct {
	f       *recognise.Function
	twins   map[*twin]spelling
	names   names
	locals  map[*local]string
	imports []analysis.TextEdit // and what else the file must have
}

// written is the new text of a declaration, as gofmt prints it, with what it
// needs in its file.
type written struct {
	text    string
	imports []analysis.TextEdit
	names   names // that it gave, and those that were given before
}

// write spells the plan of a function, or with t that of its twin, without a doc
// comment. It gives no names that were given before.
func write(f *recognise.Function, plan change, t *twin, twins map[*twin]spelling,
	given names) (written, bool) {
	w := &writer{f: f, twins: twins, names: names{}, locals: make(map[*local]string)}
	for name, blocks := range given {
		w.names[name] = slices.Clone(blocks)
	}
	for _, l := range plan.outs {
		w.name(l)
	}
	cuts := w.cuts(f.Whole, replacing(nil, plan.edits))
	if t != nil {
		cuts = append(cuts, w.twinCuts(t)...)
	}
	text, err := format.Source([]byte(withoutGone(w.splice(f.Whole.Pos(), f.Whole.End(), cuts))))
	return written{string(bytes.TrimSpace(text)), w.imports, w.names}, err == nil
}

// twinCuts puts the slice before the parameters of a twin, and declares its
// length on entry if the plan asks for that.
func (w *writer) twinCuts(t *twin) []cut {
	params, body := w.f.Decl.Type.Params.Opening+1, w.f.Decl.Body.Lbrace+1
	param := w.name(t.out) + " []byte"
	if w.f.Decl.Type.Params.NumFields() > 0 {
		param += ", "
	}
	cuts := []cut{{params, params, param}}
	if start, asked := w.locals[t.start]; asked {
		cuts = append(cuts, cut{body, body, "\n" + start + " := len(" + w.name(t.out) + ")"})
	}
	return cuts
}

// replacement is the code that takes the place of nodes.
type replacement map[ast.Node]code

// replacing returns a replacement with more edits.
func replacing(r replacement, edits []edit) replacement {
	r = maps.Clone(r)
	if r == nil {
		r = make(replacement)
	}
	for _, e := range edits {
		r[e.node] = e.text
	}
	return r
}

// gone takes the place of a statement that is dropped with its line.
const gone = "\x00"

// withoutGone drops the lines of which nothing is left, and a blank line that
// would then begin a block.
func withoutGone(text string) string {
	var out []string
	dropped := false
	for line := range strings.Lines(text) {
		bare := strings.ReplaceAll(line, gone, "")
		blank := strings.TrimSpace(bare) == ""
		if bare != line && blank {
			dropped = true
			continue
		}
		if dropped && blank && strings.HasSuffix(strings.TrimSpace(out[len(out)-1]), "{") {
			continue
		}
		dropped = false
		out = append(out, bare)
	}
	return strings.Join(out, "")
}

// spell returns the text of code.
func (w *writer) spell(c code, r replacement) string {
	var b strings.Builder
	for _, part := range c {
		switch part := part.(type) {
		case string:
			b.WriteString(part)
		case code:
			b.WriteString(w.spell(part, r))
		case *local:
			b.WriteString(w.name(part))
		case imported:
			b.WriteString(w.qualifier(string(part)))
		case roomOf:
			edits, _ := pooledtext.Declare(w.f.Pkg.Pass, w.f.File, part.call)
			w.imports = append(w.imports, edits...)
			b.WriteString(pooledtext.Room)
		case bytesOf:
			b.WriteString(w.node(part.expr, r))
		case altered:
			b.WriteString(w.node(part.node, replacing(r, part.edits)))
		case *twin:
			b.WriteString(w.twins[part].name)
		case operands:
			for _, arg := range part.arguments(w.twins[part.of]) {
				b.WriteString(", " + w.spell(arg, r))
			}
		case ast.Node:
			b.WriteString(w.node(part, r))
		}
	}
	return b.String()
}

// cut is a range of the source and the text that takes its place.
type cut struct {
	from, to token.Pos
	text     string
}

// cuts returns what is replaced in a node. The lines that take the place of a
// statement stand below the comments that were within it.
func (w *writer) cuts(n ast.Node, r replacement) []cut {
	var cuts []cut
	ast.Inspect(n, func(m ast.Node) bool {
		c, ok := r[m]
		if m == nil || !ok {
			return true
		}
		within := maps.Clone(r)
		delete(within, m) // as itself it is what it was
		text := w.spell(c, within)
		if stmt, ok := m.(ast.Stmt); ok && m != w.f.Decl.Body {
			var lines []string
			for _, c := range w.f.Comments(stmt) {
				lines = append(lines, c.Text)
			}
			if c != nil {
				lines = append(lines, text)
			}
			text = strings.Join(lines, "\n")
			if text == "" {
				text = gone
			}
		}
		cuts = append(cuts, cut{m.Pos(), m.End(), text})
		return false
	})
	return cuts
}

// node returns the new text of a node, without comments: those stand above the
// statement.
func (w *writer) node(n ast.Node, r replacement) string {
	cuts := w.cuts(n, r)
	for _, c := range w.f.Comments(n) {
		cuts = append(cuts, cut{c.Pos(), c.End(), ""})
	}
	return w.splice(n.Pos(), n.End(), cuts)
}

// splice returns the source between two positions with cuts made.
func (w *writer) splice(from, to token.Pos, cuts []cut) string {
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	for _, c := range cuts {
		if c.from < from {
			continue // a comment within a replaced node
		}
		b.WriteString(source(w.f.Pkg.Pass, from, c.from))
		b.WriteString(c.text)
		from = c.to
	}
	b.WriteString(source(w.f.Pkg.Pass, from, to))
	return b.String()
}

// name returns the name of a variable: one that nothing in the function, in the
// package or among the imports of the file has.
func (w *writer) name(l *local) string {
	if name, ok := w.locals[l]; ok {
		return name
	}
	for i := 1; ; i++ {
		name := l.base
		if i > 1 {
			name = fmt.Sprint(l.base, i)
		}
		blocks := w.names[name]
		if l.block == nil && len(blocks) > 0 || slices.Contains(blocks, nil) ||
			slices.Contains(blocks, l.block) || w.taken(name) {
			continue
		}
		w.names[name] = append(blocks, l.block)
		w.locals[l] = name
		return name
	}
}

func (w *writer) taken(name string) bool {
	if w.f.Pkg.Pass.Pkg.Scope().Lookup(name) != nil || types.Universe.Lookup(name) != nil {
		return true
	}
	if scope := w.f.Pkg.Info.Scopes[w.f.File]; scope != nil && scope.Lookup(name) != nil {
		return true
	}
	return recognise.Contains(w.f.Whole, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		return ok && id.Name == name
	})
}

// qualifier returns how code anywhere in the function speaks of a package, which
// is imported when it must be.
func (w *writer) qualifier(importPath string) string {
	at := w.f.Decl.Body.Lbrace + 1
	ast.Inspect(w.f.Whole, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id.Name != path.Base(importPath) || w.f.Pkg.Info.Defs[id] == nil {
			return true
		}
		if scope := w.f.Pkg.Info.Defs[id].Parent(); scope != nil {
			at = scope.End() - 1 // there it hides the package
		}
		return true
	})
	name, edits := technique.AddImport(w.f.Pkg.Pass, w.f.File, at, importPath)
	w.imports = append(w.imports, edits...)
	return name
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
