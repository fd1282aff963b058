package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/outline"
)

// graph is what the go command says about packages and all that they import.
type graph struct {
	packages []*listed
	byID     map[string]*listed
	said     []alloc.Warning
}

// typedFields are the fields of listed that type-checking needs.
const typedFields = "Dir,ImportPath,Name,ForTest,DepOnly,Standard,Module,Error," +
	"GoFiles,CgoFiles,CompiledGoFiles,ImportMap"

// listDeps asks the go command for the packages and what they import.
func listDeps(ctx context.Context, cfg Config) (*graph, error) {
	flags, drop, err := cfg.overlaid()
	if err != nil {
		return nil, err
	}
	defer drop()
	args := append([]string{"list", "-e", "-deps", "-compiled", "-pgo=off",
		"-json=" + typedFields}, flags...)
	if !cfg.NoTests {
		args = append(args, "-test")
	}
	var said bytes.Buffer
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: cfg.Dir, Env: cfg.Env, Stderr: &said,
		Args: append(append(args, "--"), cfg.patterns()...)})
	if err != nil {
		return nil, err
	}
	g := &graph{byID: make(map[string]*listed), said: unmatched(said.String())}
	if g.packages, err = decodeList(bytes.NewReader(out)); err != nil {
		return nil, err
	}
	for _, p := range g.packages {
		// A package that is imported where it may not be is listed twice, once
		// with that error.
		if old := g.byID[p.ImportPath]; old == nil || old.Error != nil {
			g.byID[p.ImportPath] = p
		}
	}
	return g, nil
}

// path returns the import path: the ID of a variant for tests says more.
func (p *listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return path
}

// key returns the ID of a package that p imports by that path.
func (p *listed) key(path string) string {
	if id, ok := p.ImportMap[path]; ok {
		return id
	}
	return path
}

// sources returns the files that are compiled. Where the go command cannot say,
// because one does not parse or the C compiler fails, those that are in Go.
func (p *listed) sources() []string {
	if len(p.CompiledGoFiles) > 0 {
		return outline.Absolute(p.Dir, p.CompiledGoFiles)
	}
	return outline.Absolute(p.Dir, p.GoFiles)
}

// find returns the source of a package.
func (g *graph) find(id string) (outline.Source, error) {
	p := g.byID[id]
	switch {
	case p == nil:
		return outline.Source{}, fmt.Errorf("no metadata for %s", id)
	case len(p.sources()) == 0 && p.Error != nil:
		return outline.Source{}, errors.New(p.Error.Err)
	}
	return outline.Source{Path: p.path(), Name: p.Name, Files: p.sources(), Key: p.key}, nil
}

// check type-checks the packages asked for, several at once.
func (g *graph) check(ctx context.Context, cfg Config) ([]*Checked, error) {
	arch, err := cfg.arch(ctx)
	if err != nil {
		return nil, err
	}
	c := checking{cfg: cfg, fset: token.NewFileSet(), sizes: types.SizesFor("gc", arch)}
	targets := once(g.packages)
	all := make([]*Checked, len(targets))
	c.each(all, func(i int) { all[i] = c.parse(targets[i]) })
	var needed []string
	for i, p := range all {
		for _, f := range p.Syntax {
			for _, spec := range f.Imports {
				needed = append(needed, targets[i].key(strings.Trim(spec.Path.Value, "\"`")))
			}
		}
	}
	slices.Sort(needed)
	known := outline.Declare(outline.Config{Fset: c.fset, Sizes: c.sizes, Find: g.find,
		Overlay: cfg.Overlay}, slices.Compact(needed))
	c.each(all, func(i int) { c.check(all[i], targets[i], known) })
	return all, ctx.Err()
}

// arch returns the architecture that the packages are built for.
func (c Config) arch(ctx context.Context) (string, error) {
	for _, list := range [][]string{c.Env, os.Environ()} {
		for _, kv := range slices.Backward(list) {
			if arch, ok := strings.CutPrefix(kv, "GOARCH="); ok && arch != "" {
				return arch, nil
			}
		}
	}
	env, err := gocmd.Env(ctx, c.Dir, c.Env)
	return env.GOARCH, err
}

// checking is one call of Typed.
type checking struct {
	cfg   Config
	fset  *token.FileSet
	sizes types.Sizes
}

// each calls f for each package, as many at once as there are processors.
func (c checking) each(list []*Checked, f func(i int)) {
	var wg sync.WaitGroup
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range list {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			f(i)
		})
	}
	wg.Wait()
}

// parse parses a package.
func (c checking) parse(l *listed) *Checked {
	p := &Checked{ID: l.ImportPath, PkgPath: l.path(), Name: l.Name, ForTest: l.ForTest,
		GoFiles: outline.Absolute(l.Dir, append(slices.Clone(l.GoFiles), l.CgoFiles...)),
		Fset:    c.fset, TypesSizes: c.sizes}
	if l.Module != nil {
		p.Module = &Module{Path: l.Module.Path, Dir: l.Module.Dir, GoVersion: l.Module.GoVersion}
	}
	for _, name := range l.sources() {
		f, err := c.cfg.parse(c.fset, name)
		p.failed(err)
		if f != nil {
			p.Syntax = append(p.Syntax, f)
		}
	}
	if l.Error != nil && (len(p.Errors) == 0 || l.Error.Pos == "") {
		p.Errors = append(p.Errors, Error{l.Error.Pos, l.Error.Err})
	}
	return p
}

// failed adds an error of the parser or the type checker.
func (p *Checked) failed(err error) {
	var several scanner.ErrorList
	var one types.Error
	switch {
	case err == nil:
	case errors.As(err, &several):
		for _, e := range several {
			p.Errors = append(p.Errors, Error{e.Pos.String(), e.Msg})
		}
	case errors.As(err, &one):
		p.Errors = append(p.Errors, Error{one.Fset.Position(one.Pos).String(), one.Msg})
	default:
		p.Errors = append(p.Errors, Error{Msg: err.Error()})
	}
}

// check type-checks a package.
func (c checking) check(p *Checked, l *listed, known outline.Packages) {
	p.TypesInfo = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
	cfg := types.Config{Sizes: c.sizes, Error: p.failed, Importer: byPath{l, known}}
	if p.Module != nil && p.Module.GoVersion != "" {
		cfg.GoVersion = "go" + p.Module.GoVersion
	}
	before := len(p.Errors)
	defer func() {
		if v := recover(); v != nil { // the language is newer than the checker
			p.Types = types.NewPackage(p.PkgPath, p.Name)
			p.failed(fmt.Errorf("the type checker panicked: %v", v))
		}
	}()
	var err error
	p.Types, err = cfg.Check(p.PkgPath, c.fset, p.Syntax, p.TypesInfo)
	if len(p.Errors) == before {
		p.failed(err) // that the language is too new comes by this way alone
	}
}

// byPath finds the packages that one imports.
type byPath struct {
	of    *listed
	known outline.Packages
}

// Import implements types.Importer.
func (b byPath) Import(path string) (*types.Package, error) {
	return b.known.Import(b.of.key(path))
}

// parse parses a file, as the overlay has it if it does.
func (c Config) parse(fset *token.FileSet, name string) (*ast.File, error) {
	var text any // nil: what is on disk
	if overlaid, ok := c.Overlay[name]; ok {
		text = overlaid
	}
	return parser.ParseFile(fset, name, text, parser.AllErrors|parser.ParseComments)
}
