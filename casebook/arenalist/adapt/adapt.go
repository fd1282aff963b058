// Package adapt turns a copy of a package into one that allocates from an
// arena. It changes allocations in the methods of chosen types, which get a
// field for the arena:
//
//	&T{...}              arena.Of(r.arena, T{...})
//	new(T)               arena.New[T](r.arena)
//	append(s, v)         arena.Append[E](r.arena, s, v)
//	make([]E, n, c)      arena.MakeSlice[E](r.arena, n, c)
//	string(b)            arena.String(r.arena, b)
//
// That is mechanical, and enough for a parser. Nothing is kept: the copy exists
// for the duration of a build.
package adapt

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Package says how to adapt one package.
type Package struct {
	Dir     string            // where its source is
	Path    string            // the import path of the copy
	Types   []string          // the types whose methods allocate from an arena
	Imports map[string]string // import paths to replace
	Patches []Patch           // what has to be changed by hand
	Extra   string            // the text of a file to add, or ""
}

// Patch replaces one piece of text, which must be there exactly once.
type Patch struct{ File, Old, New string }

// arenaPath is what adapted code imports.
const arenaPath = "github.com/wring-go/wring/kit/arena"

// Source returns the adapted files by name.
func (p Package) Source() (map[string]string, error) {
	fset := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
	if err != nil {
		return nil, err
	}
	texts := make(map[string]string)
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := p.patched(name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		texts[name] = text
		files = append(files, f)
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
	// What the patches and the copies of other packages need is not known yet.
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil),
		Error: func(error) {}}
	pkg, _ := config.Check(p.Path, fset, files, info)
	result := make(map[string]string)
	for _, f := range files {
		name := fset.Position(f.Package).Filename
		e := &editor{p: p, file: f, fset: fset, info: info, pkg: pkg}
		result[filepath.Base(name)] = e.adapt(texts[name])
	}
	if p.Extra != "" {
		result["adapted.go"] = p.Extra
	}
	return result, nil
}

// patched returns the text of a file with what is changed by hand.
func (p Package) patched(name string) (string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	text := string(data)
	for _, patch := range p.Patches {
		if patch.File != filepath.Base(name) {
			continue
		}
		if n := strings.Count(text, patch.Old); n != 1 {
			return "", fmt.Errorf("adapt: %s has %q %d times and not once: it is another release",
				name, patch.Old, n)
		}
		text = strings.Replace(text, patch.Old, patch.New, 1)
	}
	return text, nil
}

// edit replaces text[from:to].
type edit struct {
	from, to int
	text     string
}

// apply makes edits, which do not overlap, in text.
func apply(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.WriteString(text[at:])
	return b.String()
}

// imports replaces import paths, and adds the arena's if it is needed.
func (e *editor) imports(needed bool) {
	for _, spec := range e.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if to := e.p.Imports[path]; err == nil && to != "" {
			e.replace(spec.Path.Pos(), spec.Path.End(), strconv.Quote(to))
		}
	}
	if needed {
		e.replace(e.file.Name.End(), e.file.Name.End(), "; import "+strconv.Quote(arenaPath))
	}
}
