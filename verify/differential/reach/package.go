// Package reach finds what a change touches in a package, and which of these
// functions can be called with anything at all: a function that deletes the file
// that it is given must not be.
package reach

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

	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/verify"
)

// Package is a package before a change, typed, and what changes in it.
type Package struct {
	Path, Name, Dir string
	Types           *types.Package
	Info            *types.Info
	Files           []*ast.File // without tests
	Tests           []*ast.File // those in the package itself
	Tested          bool        // it has tests, in itself or in a package of their own
	Fset            *token.FileSet
	Cgo             bool

	Old, New map[string]Decl   // by name: "F", "T.M", "value x", "type T"
	Texts    map[string][]byte // of the old files

	imports map[string]bool            // needed; true: it may reach outside the process
	others  func(path string) *Package // reads another package; nil when it cannot
}

// Decl is a declaration, as text.
type Decl struct {
	Signature string // of a function; else all of the text
	Body      string
	Func      *ast.FuncDecl // nil for anything else
	Variable  bool
}

// Load reads the package of that import path. The loader may be nil.
func Load(ctx context.Context, loader *load.Loader, c verify.Change, path string) (*Package,
	error) {
	cfg := load.Config{Dir: c.Dir, Tags: c.Tags, Env: c.Env, Patterns: []string{path},
		Overlay: c.Old}
	if loader == nil {
		loader = new(load.Loader)
	}
	pkgs, _, err := loader.Typed(ctx, cfg)
	if err != nil {
		return nil, err
	}
	for _, q := range pkgs {
		if q.PkgPath != path || q.Types == nil {
			continue
		}
		tested := slices.ContainsFunc(pkgs, func(q *load.Checked) bool {
			return q.ForTest == path
		})
		s := &Package{Path: path, Name: q.Name, Tested: tested, Types: q.Types,
			Info: q.TypesInfo, Fset: q.Fset}
		if len(q.GoFiles) > 0 {
			s.Dir = filepath.Dir(q.GoFiles[0])
		}
		for _, f := range q.Syntax {
			name := q.Fset.File(f.FileStart).Name()
			switch {
			case strings.HasSuffix(name, "_test.go"):
				s.Tests = append(s.Tests, f)
			case filepath.Dir(name) == s.Dir:
				s.Files = append(s.Files, f)
			default:
				s.Cgo = true
			}
		}
		if s.imports, err = needed(ctx, loader, cfg); err != nil {
			return nil, err
		}
		s.others = others(ctx, loader, cfg, s)
		return s, s.difference(c)
	}
	return nil, fmt.Errorf("%s: there is no such package", path)
}

// Needs reports whether the package imports another, directly or not.
func (s *Package) Needs(path string) bool {
	_, ok := s.imports[path]
	return ok
}

// difference finds the declarations before and after the change.
func (s *Package) difference(c verify.Change) error {
	s.Old, s.New, s.Texts = map[string]Decl{}, map[string]Decl{}, map[string][]byte{}
	for _, f := range s.Files {
		name := s.Fset.File(f.FileStart).Name()
		var err error
		if s.Texts[name], err = collect(s.Old, name, c.Old); err != nil {
			return err
		}
		if _, err := collect(s.New, name, c.New); err != nil {
			return err
		}
	}
	if err := s.collectAdded(c.New); err != nil {
		return err
	}
	for name, d := range s.Old {
		if d.Func == nil {
			continue
		}
		d.Func = s.typed(name)
		s.Old[name] = d
	}
	return nil
}

// collectAdded adds the declarations of files that the change adds.
func (s *Package) collectAdded(files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if filepath.Dir(name) != s.Dir || s.has(name) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if !s.Built(name) {
			continue
		}
		if _, err := collect(s.New, name, files); err != nil {
			return err
		}
	}
	return nil
}

// With returns the package with another change, from the same old code to what files hold,
// by absolute path. Its functions and types are the same.
func (s *Package) With(files map[string][]byte) (*Package, error) {
	now := *s
	now.New = maps.Clone(s.Old)
	for name, text := range s.Texts {
		if _, changed := files[name]; !changed {
			continue
		}
		was := map[string]Decl{}
		if _, err := collect(was, name, map[string][]byte{name: text}); err != nil {
			return nil, err
		}
		for decl := range was {
			delete(now.New, decl)
		}
	}
	for name := range s.Texts {
		if _, changed := files[name]; !changed {
			continue
		}
		if _, err := collect(now.New, name, files); err != nil {
			return nil, err
		}
	}
	return &now, now.collectAdded(files)
}

// Differing returns the names of the declarations that the change adds, removes or makes
// different, in their order.
func (s *Package) Differing() []string {
	var list []string
	for name, old := range s.Old {
		now, both := s.New[name]
		if !both || old.Signature != now.Signature || old.Body != now.Body {
			list = append(list, name)
		}
	}
	for name := range s.New {
		if _, both := s.Old[name]; !both {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

func (s *Package) has(name string) bool {
	return slices.ContainsFunc(s.Files, func(f *ast.File) bool {
		return s.Fset.File(f.FileStart).Name() == name
	})
}

// Built reports whether a file of the package is built here: it is one of those
// that were, or the change adds it.
func (s *Package) Built(name string) bool {
	if s.has(name) {
		return true
	}
	_, err := os.Stat(name)
	return err != nil
}

// typed returns the function's declaration in the typed syntax.
func (s *Package) typed(name string) *ast.FuncDecl {
	for _, f := range s.Files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && symbol.Declared(fn) == name {
				return fn
			}
		}
	}
	return nil
}

// collect adds the declarations of a file to decls and returns its text.
func collect(decls map[string]Decl, name string, overlay map[string][]byte) ([]byte, error) {
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
			entry := Decl{Signature: cut(d.Pos(), d.End()), Func: d}
			if d.Body != nil {
				entry = Decl{Signature: cut(d.Type.Pos(), d.Body.Pos()),
					Body: cut(d.Body.Pos(), d.End()), Func: d}
			}
			decls[symbol.Declared(d)] = entry
		case *ast.GenDecl:
			collectSpecs(decls, d, cut)
		}
	}
	return text, nil
}

func collectSpecs(decls map[string]Decl, d *ast.GenDecl, cut func(from, to token.Pos) string) {
	for i, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			decls["type "+spec.Name.Name] = Decl{Signature: cut(spec.Pos(), spec.End())}
		case *ast.ValueSpec:
			text := cut(spec.Pos(), spec.End())
			if d.Tok == token.CONST {
				text += fmt.Sprint(" #", i) // what iota makes of it
			}
			for _, name := range spec.Names {
				decls["value "+name.Name] = Decl{Signature: text, Variable: d.Tok == token.VAR}
			}
		}
	}
}
