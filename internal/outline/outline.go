// Package outline type-checks what packages declare, from their source and
// without the bodies of functions: all that another package can see of them. It also
// tells which files belong to a package in a build, and what of test files benchmarks need.
//
// It needs no export data, so nothing has to be compiled for it, and a program
// does not depend on the format of one Go release. Only imports that the
// declarations name are followed, which leaves out most of what a large package
// needs.
package outline

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Source says where a package is.
type Source struct {
	Path  string   // import path, of which programs speak
	Name  string   // of the package clause
	Files []string // absolute, as they are compiled
	// Key returns the key of a package that the files import by that path.
	Key func(path string) string
	// Known is the package itself, for those that need not be checked.
	Known *types.Package
}

// Config says how packages are found and read.
type Config struct {
	Fset  *token.FileSet
	Sizes types.Sizes
	// Find returns the source of a package. It is called by one goroutine.
	Find func(key string) (Source, error)
	// Name returns the name of a package that may not be needed, "" when it is not known.
	// It is called by one goroutine. Without it, Find is asked for it.
	Name func(key string) string
	// Overlay is the text of files, by absolute path, in place of what is on disk.
	Overlay map[string][]byte
}

// Packages are what was declared, by key.
type Packages map[string]Package

// Package is a package, or why there is none: it was not found, or what it declares
// does not type-check.
type Package struct {
	Types *types.Package
	Err   error
}

// Import returns the package of a key as a [types.Importer] does.
func (p Packages) Import(key string) (*types.Package, error) {
	if key == "unsafe" {
		return types.Unsafe, nil
	}
	pkg, ok := p[key]
	if !ok {
		return nil, fmt.Errorf("no metadata for %s", key)
	}
	return pkg.Types, pkg.Err
}

// Declare type-checks the packages of the keys, and those that their
// declarations need.
func Declare(cfg Config, keys []string) Packages {
	d := &declaring{Config: cfg, parsed: make(map[string]*parsed), done: make(Packages)}
	d.parse(keys)
	for _, key := range keys {
		// What is wrong with a package is kept with it.
		_, _ = d.check(key)
	}
	return d.done
}

// declaring is the state of one call of Declare.
type declaring struct {
	Config
	parsed map[string]*parsed
	done   Packages
}

// parsed is a package without bodies.
type parsed struct {
	Source
	err      error
	files    []*ast.File
	checking bool
}

// parse parses the packages and what they need, a generation at a time: all
// that one imports are parsed together.
func (d *declaring) parse(keys []string) {
	for len(keys) > 0 {
		var fresh []*parsed
		for _, key := range keys {
			if key == "unsafe" || d.parsed[key] != nil {
				continue
			}
			p := new(parsed)
			p.Source, p.err = d.Find(key)
			d.parsed[key] = p
			if p.err == nil && p.Known == nil {
				fresh = append(fresh, p)
			}
		}
		d.parseFiles(fresh)
		keys = nil
		for _, p := range fresh {
			for _, f := range p.files {
				prune(f, d.nameOf(p))
				for _, spec := range f.Imports {
					keys = append(keys, p.Key(ImportPath(spec)))
				}
			}
		}
	}
}

// parseFiles reads the files of packages, several at once.
func (d *declaring) parseFiles(list []*parsed) {
	var wg sync.WaitGroup
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	problems := make([][]error, len(list))
	for i, p := range list {
		p.files, problems[i] = make([]*ast.File, len(p.Files)), make([]error, len(p.Files))
		for j, name := range p.Files {
			wg.Go(func() {
				limit <- struct{}{}
				defer func() { <-limit }()
				p.files[j], problems[i][j] = d.file(name)
			})
		}
	}
	wg.Wait()
	for i, p := range list {
		if p.err = errors.Join(problems[i]...); p.err != nil {
			p.files = nil
		}
	}
}

// file reads a file without its bodies.
func (d *declaring) file(name string) (*ast.File, error) {
	var text any // nil: what is on disk
	if overlaid, ok := d.Overlay[name]; ok {
		text = overlaid
	}
	f, err := parser.ParseFile(d.Fset, name, text, parser.SkipObjectResolution)
	if err == nil {
		bare(f)
	}
	return f, err
}

// nameOf returns what an import of the package is called in its files.
func (d *declaring) nameOf(p *parsed) func(path string) string {
	return func(path string) string {
		if q := d.parsed[p.Key(path)]; q != nil {
			return q.Name
		}
		if d.Name != nil {
			return d.Name(p.Key(path))
		}
		src, err := d.Find(p.Key(path))
		if err != nil {
			return ""
		}
		return src.Name
	}
}

// errCycle is the error of a package that imports itself, directly or not.
var errCycle = errors.New("import cycle")

// check type-checks a package after those that it imports.
func (d *declaring) check(key string) (*types.Package, error) {
	if _, ok := d.done[key]; ok || key == "unsafe" {
		return d.done.Import(key)
	}
	p := d.parsed[key]
	switch {
	case p.err != nil || p.Known != nil:
		d.done[key] = Package{p.Known, p.err}
		return p.Known, p.err
	case p.checking:
		return nil, errCycle
	}
	p.checking = true
	cfg := types.Config{IgnoreFuncBodies: true, FakeImportC: true, Sizes: d.Sizes,
		Importer: importFunc(func(path string) (*types.Package, error) {
			return d.check(p.Key(path))
		})}
	pkg, err := guarded(func() (*types.Package, error) {
		return cfg.Check(p.Path, d.Fset, p.files, nil)
	})
	d.done[key] = Package{pkg, err}
	return pkg, err
}

// guarded returns a panic of the type checker as an error: it may meet the
// language of a Go release that is newer than its own.
func guarded(check func() (*types.Package, error)) (pkg *types.Package, err error) {
	defer func() {
		if v := recover(); v != nil {
			pkg, err = nil, fmt.Errorf("the type checker panicked: %v", v)
		}
	}()
	return check()
}

// importFunc is a function as a types.Importer.
type importFunc func(path string) (*types.Package, error)

// Import implements types.Importer.
func (f importFunc) Import(path string) (*types.Package, error) { return f(path) }

// Absolute returns names of files as they are seen from dir, where those that
// are absolute stay as they are.
func Absolute(dir string, names []string) []string {
	var out []string
	for _, name := range names {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		out = append(out, name)
	}
	return out
}

// ImportPath returns the path of an import.
func ImportPath(spec *ast.ImportSpec) string { return strings.Trim(spec.Path.Value, "\"`") }
