package differential

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/observe/load"
)

// source is a package before the change, typed, and what changes in it.
type source struct {
	path, name, dir string
	types           *types.Package
	info            *types.Info
	files           []*ast.File // without tests
	tests           []*ast.File
	fset            *token.FileSet
	imports         map[string]bool           // packages that may reach outside the process
	others          func(path string) *source // reads another package; nil when it cannot
	cgo             bool

	old, new map[string]decl   // by name: "F", "T.M", "value x", "type T"
	texts    map[string][]byte // of the old files
	heads    map[string]bool   // of the old statements, once asked for
}

// decl is a declaration, as text.
type decl struct {
	signature string // of a function; else all of the text
	body      string
	fn        *ast.FuncDecl // nil for anything else
	variable  bool
}

func (p *comparison) load(ctx context.Context) (*source, error) {
	pkgs, _, err := load.Typed(ctx, load.Config{Dir: p.Dir, Tags: p.Tags, Env: p.Env,
		Patterns: []string{p.path}, Overlay: p.Old})
	if err != nil {
		return nil, err
	}
	for _, q := range pkgs {
		if q.PkgPath != p.path || q.Types == nil {
			continue
		}
		s := &source{path: p.path, name: q.Name, types: q.Types, info: q.TypesInfo, fset: q.Fset}
		if len(q.GoFiles) > 0 {
			s.dir = filepath.Dir(q.GoFiles[0])
		}
		for i, f := range q.Syntax {
			name := q.CompiledGoFiles[i]
			switch {
			case strings.HasSuffix(name, "_test.go"):
				s.tests = append(s.tests, f)
			case filepath.Dir(name) == s.dir:
				s.files = append(s.files, f)
			default:
				s.cgo = true
			}
		}
		if s.imports, err = p.reaching(ctx); err != nil {
			return nil, err
		}
		s.others = p.others(ctx, s)
		return s, s.difference(p)
	}
	return nil, fmt.Errorf("%s: there is no such package", p.path)
}

// difference finds the declarations before and after the change.
func (s *source) difference(p *comparison) error {
	s.old, s.new, s.texts = map[string]decl{}, map[string]decl{}, map[string][]byte{}
	for _, f := range s.files {
		name := s.fset.File(f.FileStart).Name()
		var err error
		if s.texts[name], err = collect(s.old, name, p.Old); err != nil {
			return err
		}
		if _, err := collect(s.new, name, p.New); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.New)) { // files that the change adds
		if filepath.Dir(name) != s.dir || s.has(name) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if !s.built(name) {
			continue
		}
		if _, err := collect(s.new, name, p.New); err != nil {
			return err
		}
	}
	for name, d := range s.old {
		if d.fn == nil {
			continue
		}
		d.fn = s.typed(name)
		s.old[name] = d
	}
	return nil
}

func (s *source) has(name string) bool {
	return slices.ContainsFunc(s.files, func(f *ast.File) bool {
		return s.fset.File(f.FileStart).Name() == name
	})
}

// built reports whether a file of the package is built here: it is one of those
// that were, or the change adds it.
func (s *source) built(name string) bool {
	if s.has(name) {
		return true
	}
	_, err := os.Stat(name)
	return err != nil
}

// typed returns the function's declaration in the typed syntax.
func (s *source) typed(name string) *ast.FuncDecl {
	for _, f := range s.files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && declName(fn) == name {
				return fn
			}
		}
	}
	return nil
}

// collect adds the declarations of a file to decls and returns its text.
func collect(decls map[string]decl, name string, overlay map[string][]byte) ([]byte, error) {
	text, ok := overlay[name]
	if !ok {
		var err error
		if text, err = os.ReadFile(name); err != nil {
			return nil, err
		}
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	cut := func(from, to token.Pos) string {
		return string(bytes.TrimSpace(text[fset.Position(from).Offset:fset.Position(to).Offset]))
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			entry := decl{signature: cut(d.Pos(), d.End()), fn: d}
			if d.Body != nil {
				entry = decl{signature: cut(d.Type.Pos(), d.Body.Pos()),
					body: cut(d.Body.Pos(), d.End()), fn: d}
			}
			decls[declName(d)] = entry
		case *ast.GenDecl:
			collectSpecs(decls, d, cut)
		}
	}
	return text, nil
}

func collectSpecs(decls map[string]decl, d *ast.GenDecl, cut func(from, to token.Pos) string) {
	for i, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			decls["type "+spec.Name.Name] = decl{signature: cut(spec.Pos(), spec.End())}
		case *ast.ValueSpec:
			text := cut(spec.Pos(), spec.End())
			if d.Tok == token.CONST {
				text += fmt.Sprint(" #", i) // what iota makes of it
			}
			for _, name := range spec.Names {
				decls["value "+name.Name] = decl{signature: text, variable: d.Tok == token.VAR}
			}
		}
	}
}

// declName returns the name of a function: "F", "T.M".
func declName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
			continue
		case *ast.ParenExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.IndexListExpr:
			t = x.X
			continue
		case *ast.Ident:
			return x.Name + "." + fn.Name.Name
		}
		return "?." + fn.Name.Name
	}
}
