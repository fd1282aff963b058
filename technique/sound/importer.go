package sound

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wring-go/wring/internal/outline"
)

// imports finds packages: those that the package imports as it saw them, and
// what edits import besides, which is of the standard library, as its source
// declares it. Several checkers may ask at the same time.
type imports struct {
	mu    sync.Mutex
	known map[string]*types.Package
	path  string // of the package itself
	sizes types.Sizes
}

func newImporter(p Package) *imports {
	im := &imports{known: make(map[string]*types.Package), path: p.Types.Path(), sizes: p.Sizes}
	var visit func(pkg *types.Package)
	visit = func(pkg *types.Package) {
		if im.known[pkg.Path()] != nil {
			return
		}
		im.known[pkg.Path()] = pkg
		for _, q := range pkg.Imports() {
			visit(q)
		}
	}
	for _, pkg := range p.Types.Imports() {
		visit(pkg)
	}
	for _, f := range p.Files {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if name := p.Info.PkgNameOf(spec); err == nil && name != nil {
				im.known[path] = name.Imported() // a vendored one has another path
			}
		}
	}
	return im
}

// Import implements types.Importer.
func (im *imports) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	im.mu.Lock()
	defer im.mu.Unlock()
	if pkg := im.known[path]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") || root() == "" {
		return nil, errors.New("it is not known here")
	}
	if leads(path, im.path, make(map[string]bool)) {
		return nil, errCycle
	}
	pkg, err := im.declare(path)
	if err == nil {
		im.known[path] = pkg
	}
	return pkg, err
}

// declare reads what a package of the standard library declares. The packages that
// are known are the same ones in what it returns.
func (im *imports) declare(path string) (*types.Package, error) {
	find := func(key string) (outline.Source, error) {
		if pkg := im.known[key]; pkg != nil && pkg.Complete() {
			return outline.Source{Name: pkg.Name(), Known: pkg}, nil
		}
		src, _, err := standard(key)
		return src, err
	}
	name := func(key string) string {
		if pkg := im.known[key]; pkg != nil {
			return pkg.Name()
		}
		return nameOf(key)
	}
	return outline.Declare(outline.Config{Fset: token.NewFileSet(), Sizes: im.sizes,
		Find: find, Name: name}, []string{path}).Import(path)
}

// standard finds a package of the standard library, and what it imports. Its key is
// the folder below src: that of a vendored one begins with vendor. Files that need cgo
// are left out, for which there are others.
func standard(key string) (src outline.Source, imports []string, err error) {
	src = outline.Source{Path: key, Key: vendored}
	err = eachFile(key, func(name string, text []byte) (bool, error) {
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return false, err
		}
		var paths []string
		for _, spec := range file.Imports {
			paths = append(paths, outline.ImportPath(spec))
		}
		if !slices.Contains(paths, "C") {
			src.Name, src.Files = file.Name.Name, append(src.Files, name)
			imports = append(imports, paths...)
		}
		return true, nil
	})
	if err == nil && src.Name == "" {
		err = fmt.Errorf("no Go files in %s", folder(key))
	}
	return src, imports, err
}

// nameOf returns the name of a package of the standard library as its first file gives it,
// "" when there is none.
func nameOf(key string) (name string) {
	// What cannot be read has no name.
	_ = eachFile(key, func(file string, text []byte) (bool, error) {
		f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly)
		if err == nil {
			name = f.Name.Name
		}
		return false, err
	})
	return name
}

// eachFile calls visit for each file of a package that is built here, until it returns false or
// an error.
func eachFile(key string, visit func(name string, text []byte) (bool, error)) error {
	names, err := filepath.Glob(filepath.Join(folder(key), "*.go"))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if !outline.Host().Match(filepath.Base(name), text) {
			continue
		}
		if more, err := visit(name, text); err != nil || !more {
			return err
		}
	}
	return err
}

func folder(key string) string {
	return filepath.Join(root(), "src", filepath.FromSlash(key))
}

// vendored returns the key of what the standard library imports.
func vendored(path string) string {
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return "vendor/" + path
	}
	return path
}

// errCycle rejects the import of a package that itself imports the package
// being checked. Only packages of the standard library can propose one.
var errCycle = errors.New("import cycle")

// leads reports whether a package of the standard library is that of a path, or
// imports it.
func leads(from, to string, seen map[string]bool) bool {
	if _, err := os.Stat(folder(to)); err != nil {
		return false
	}
	if from == to {
		return true
	}
	seen[from] = true
	_, imports, err := standard(from)
	return err == nil && slices.ContainsFunc(imports, func(path string) bool {
		return !seen[vendored(path)] && leads(vendored(path), to, seen)
	})
}
