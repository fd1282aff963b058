package sound

import (
	"errors"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// imports finds packages: those that the package imports as it saw them, and
// what edits import besides, which is of the standard library, in its source.
type imports struct {
	known  map[string]*types.Package
	source types.Importer
	path   string // of the package itself
}

func newImporter(p Package) *imports {
	im := &imports{known: make(map[string]*types.Package), path: p.Types.Path()}
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
	if pkg := im.known[path]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") || build.Default.GOROOT == "" {
		return nil, errors.New("it is not known here")
	}
	if im.source == nil {
		im.source = importer.ForCompiler(token.NewFileSet(), "source", nil)
	}
	pkg, err := im.source.Import(path)
	if err != nil {
		return nil, err
	}
	if leads(pkg, im.path, make(map[*types.Package]bool)) {
		return nil, errCycle
	}
	im.known[path] = pkg
	return pkg, nil
}

// errCycle rejects the import of a package that itself imports the package
// being checked. Only packages of the standard library can propose one.
var errCycle = errors.New("import cycle")

// leads reports whether a package is that of a path, or imports it.
func leads(pkg *types.Package, path string, seen map[*types.Package]bool) bool {
	if pkg.Path() == path {
		return true
	}
	seen[pkg] = true
	return slices.ContainsFunc(pkg.Imports(), func(q *types.Package) bool {
		return !seen[q] && leads(q, path, seen)
	})
}
