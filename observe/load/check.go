package load

import (
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
	"sync"

	"github.com/wring-go/wring/internal/outline"
)

// each calls f for each package, as many at once as there are processors.
func each(list []*Checked, f func(i int)) {
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
func (v *view) parse(l *listed) *Checked {
	p := &Checked{ID: l.ImportPath, PkgPath: l.path(), Name: l.Name, ForTest: l.ForTest,
		GoFiles: outline.Absolute(l.Dir, append(slices.Clone(l.GoFiles), l.CgoFiles...)),
		Fset:    v.fset, TypesSizes: v.sizes}
	if l.Module != nil {
		p.Module = &Module{Path: l.Module.Path, Dir: l.Module.Dir, GoVersion: l.Module.GoVersion}
	}
	for _, name := range l.sources() {
		f, err := v.parsed[name], error(nil)
		if f == nil {
			f, err = v.cfg.parse(v.fset, name)
		}
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

// checkOne type-checks a package, when what it imports is declared.
func (v *view) checkOne(p *Checked, l *listed) {
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
	cfg := types.Config{Sizes: v.sizes, Error: p.failed, Importer: byPath{l, v.declared}}
	if p.Module != nil && p.Module.GoVersion != "" {
		cfg.GoVersion = "go" + p.Module.GoVersion
	}
	before := len(p.Errors)
	defer func() {
		if said := recover(); said != nil { // the language is newer than the checker
			p.Types = types.NewPackage(p.PkgPath, p.Name)
			p.failed(fmt.Errorf("the type checker panicked: %v", said))
		}
	}()
	var err error
	p.Types, err = cfg.Check(p.PkgPath, v.fset, p.Syntax, p.TypesInfo)
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
	text, err := c.text(name)
	if err != nil {
		return nil, err
	}
	return parser.ParseFile(fset, name, text, parser.AllErrors|parser.ParseComments)
}

// text returns a file, as the overlay has it if it does.
func (c Config) text(name string) ([]byte, error) {
	if overlaid, ok := c.Overlay[name]; ok {
		return overlaid, nil
	}
	return os.ReadFile(name)
}
