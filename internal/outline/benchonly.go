package outline

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// BenchOnly leaves of the test files of the package in a folder what its benchmarks need. Tests are
// often more than half of what a test binary is compiled from, and a benchmark runs none of them.
// Functions that benchmarks do not reach become empty; they keep their names, signatures and lines.
//
// Files of over, by absolute path, stand in place of those on disk, as they will be built; one
// without text is not there. It returns, by absolute path, the files that it changes, and none at
// all where one of the folder cannot be read: then the build tells.
func BenchOnly(dir string, over map[string][]byte) map[string][]byte {
	files, ok := testFiles(dir, over)
	if !ok {
		return nil
	}
	keep := reached(files)
	changed := map[string][]byte{}
	for _, f := range files {
		if text := f.without(keep); text != nil {
			changed[f.name] = text
		}
	}
	return changed
}

// testFile is a test file as it will be built.
type testFile struct {
	name   string
	text   []byte
	set    *token.FileSet
	syntax *ast.File
}

func testFiles(dir string, over map[string][]byte) (files []*testFile, ok bool) {
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, false
	}
	for name := range over {
		if filepath.Dir(name) == dir && strings.HasSuffix(name, "_test.go") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		text, replaced := over[name]
		if !replaced {
			if text, err = os.ReadFile(name); err != nil {
				return nil, false
			}
		}
		if text == nil {
			continue
		}
		f := &testFile{name: name, text: text, set: token.NewFileSet()}
		f.syntax, err = parser.ParseFile(f.set, name, text, parser.ParseComments)
		if err != nil {
			return nil, false
		}
		files = append(files, f)
	}
	return files, true
}

// reached returns the names of functions that may run in a benchmark: those that are mentioned
// outside of functions, in methods and in what the runtime calls by itself, and all that
// these mention. Names stand for whatever in the folder has them.
func reached(files []*testFile) map[string]bool {
	bodies := map[string][]*ast.FuncDecl{}
	keep := map[string]bool{}
	var open []ast.Node
	for _, f := range files {
		for _, decl := range f.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && !isEntry(fn) {
				bodies[fn.Name.Name] = append(bodies[fn.Name.Name], fn)
			} else {
				open = append(open, decl)
			}
		}
	}
	for len(open) > 0 {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		ast.Inspect(last, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !keep[id.Name] && bodies[id.Name] != nil {
				keep[id.Name] = true
				for _, fn := range bodies[id.Name] {
					open = append(open, fn)
				}
			}
			return true
		})
	}
	return keep
}

// isEntry reports whether a function is there for more than those that name it: a method, a
// benchmark, what package testing or the runtime calls, what has a directive.
func isEntry(fn *ast.FuncDecl) bool {
	if fn.Recv != nil || fn.Body == nil || fn.Name.Name == "init" || fn.Name.Name == "_" ||
		fn.Name.Name == "TestMain" || strings.HasPrefix(fn.Name.Name, "Benchmark") {
		return true
	}
	return fn.Doc != nil && slices.ContainsFunc(fn.Doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//export")
	})
}

// without returns the text in which the functions that are not kept are empty, and imports that
// only these use are blank; nil where nothing is to be done, or it is not clear what a name stands
// for.
func (f *testFile) without(keep map[string]bool) []byte {
	var removed []*ast.FuncDecl
	for _, decl := range f.syntax.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if ok && !isEntry(fn) && !keep[fn.Name.Name] && len(fn.Body.List) > 0 {
			removed = append(removed, fn)
		}
	}
	if len(removed) == 0 {
		return nil
	}
	blank, ok := f.unused(removed)
	if !ok {
		return nil
	}
	var edits []edit
	for _, spec := range blank {
		if spec.Name != nil {
			edits = append(edits, edit{f.at(spec.Name.Pos()), f.at(spec.Name.End()), "_"})
		} else {
			edits = append(edits, edit{f.at(spec.Path.Pos()), f.at(spec.Path.Pos()), "_ "})
		}
	}
	for _, fn := range removed {
		from, to := f.at(fn.Body.Lbrace)+1, f.at(fn.Body.Rbrace)
		lines := strings.Repeat("\n", bytes.Count(f.text[from:to], []byte("\n")))
		if fn.Type.Results != nil {
			lines = `panic("not of a benchmark")` + lines
		}
		edits = append(edits, edit{from, to, lines})
	}
	return apply(f.text, edits)
}

func (f *testFile) at(pos token.Pos) int { return f.set.Position(pos).Offset }

// edit replaces a part of a text.
type edit struct {
	from, to int
	text     string
}

func apply(text []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return a.from - b.from })
	var out []byte
	done := 0
	for _, e := range edits {
		out = append(append(out, text[done:e.from]...), e.text...)
		done = e.to
	}
	return append(out, text[done:]...)
}
