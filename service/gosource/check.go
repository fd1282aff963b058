package gosource

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

func (w *World) start() {
	w.Fset = token.NewFileSet()
	w.sizes = types.SizesFor("gc", runtime.GOARCH)
}

// Sizes returns the sizes of types.
func (w *World) Sizes() types.Sizes { return w.sizes }

// importer resolves the imports of the package in one folder.
type importer struct {
	world *World
	from  string
}

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	dir := i.world.dirOf(path, i.from)
	if dir == "" {
		p := types.NewPackage(path, filepath.Base(path))
		p.MarkComplete()
		return p, nil
	}
	p := i.world.load(dir, path, false)
	if p == nil || p.Types == nil {
		return nil, errors.New("import cycle or no source")
	}
	return p.Types, nil
}

// load returns the package in dir. Functions are checked only where a dump has
// frames in them.
func (w *World) load(dir, path string, external bool) *Package {
	key := dir
	if external {
		key += "_test"
	}
	if p, ok := w.pkgs[key]; ok {
		return p
	}
	w.pkgs[key] = nil // an import cycle ends here
	p := &Package{Path: path, Dir: dir, Std: w.inGoroot(dir), world: w}
	p.Files = w.parse(dir, external)
	if len(p.Files) == 0 {
		return nil
	}
	conf := types.Config{Importer: importer{w, dir}, FakeImportC: true, Sizes: w.sizes,
		Error: func(error) {}, IgnoreFuncBodies: !w.wantsBodies(dir)}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}}
	if conf.IgnoreFuncBodies {
		info = nil
	}
	p.Types, _ = conf.Check(path, w.Fset, p.Files, info)
	p.Info = info
	w.pkgs[key] = p
	return p
}

// wantsBodies reports whether the functions of the package in dir are wanted:
// frames are in it, or it belongs to the program and may hold helpers.
func (w *World) wantsBodies(dir string) bool {
	if w.bodies[dir] {
		return true
	}
	m := w.moduleOf(dir)
	return m != nil && !m.cached && !w.inGoroot(dir)
}

// parse parses the files of the package in dir that are built here, and those that
// the dump names.
func (w *World) parse(dir string, external bool) []*ast.File {
	ctx := build.Default
	ctx.GOROOT = w.goroot
	ctx.ReleaseTags = releases()
	found, err := ctx.ImportDir(dir, 0)
	if found == nil || err != nil && len(found.GoFiles)+len(found.CgoFiles)+
		len(found.TestGoFiles)+len(found.XTestGoFiles) == 0 {
		return nil
	}
	names := slices.Concat(found.GoFiles, found.CgoFiles)
	if w.tests[dir] {
		names = append(names, found.TestGoFiles...)
	}
	for _, name := range w.named[dir] {
		if !strings.HasSuffix(name, "_test.go") && strings.HasSuffix(name, ".go") &&
			!slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if external {
		names = found.XTestGoFiles
	}
	var files []*ast.File
	for _, name := range names {
		f := w.parseFile(filepath.Join(dir, name), w.wantsBodies(dir))
		if f != nil {
			files = append(files, f)
		}
	}
	return files
}

// parseFile parses a file, without what is in functions unless that is wanted. It
// returns nil where there is nothing to parse.
func (w *World) parseFile(name string, bodies bool) *ast.File {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	if !bodies {
		f, err := parser.ParseFile(w.Fset, name, withoutBodies(src), parser.SkipObjectResolution)
		if err == nil {
			return f
		}
	}
	f, _ := parser.ParseFile(w.Fset, name, src, parser.SkipObjectResolution)
	return f
}

// releases returns the release tags of every Go version that wring reads.
func releases() []string {
	tags := slices.Clone(build.Default.ReleaseTags)
	for _, tag := range []string{"go1.25", "go1.26", "go1.27"} {
		if !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// PackageOf returns the package that holds a file of a dump, or nil.
func (w *World) PackageOf(file, funcName string) *Package {
	path := w.Locate(file)
	if path == "" || !strings.HasSuffix(path, ".go") {
		return nil
	}
	pkg, _, _ := SplitName(funcName)
	dir := filepath.Dir(path)
	if !w.wantsBodies(dir) {
		return nil
	}
	external := strings.HasSuffix(path, "_test.go") && strings.HasSuffix(pkg, "_test")
	p := w.load(dir, pkg, external)
	if p == nil || p.Info == nil {
		return nil
	}
	return p
}
