package sound

import (
	"go/ast"
	"go/parser"
	"go/types"
)

// With returns a package with other text in some of its files, type-checked as a whole. The error
// is the first one of the parser or the type checker.
func With(p Package, texts map[string][]byte) (Package, error) {
	out := p
	out.Files = nil
	for _, f := range p.Files {
		name := p.Fset.File(f.FileStart).Name()
		if text, ok := texts[name]; ok {
			var err error
			if f, err = parser.ParseFile(p.Fset, name, text,
				parser.ParseComments|parser.SkipObjectResolution); err != nil {
				return p, err
			}
		}
		out.Files = append(out.Files, f)
	}
	out.ReadFile = func(name string) ([]byte, error) {
		if text, ok := texts[name]; ok {
			return text, nil
		}
		return p.ReadFile(name)
	}
	out.Info = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue, len(p.Info.Types)),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object, len(p.Info.Defs)),
		Uses:         make(map[*ast.Ident]types.Object, len(p.Info.Uses)),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection, len(p.Info.Selections)),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
	cfg := types.Config{Importer: newImporter(p), Sizes: p.Sizes, GoVersion: p.GoVersion}
	var err error
	out.Types, err = cfg.Check(p.Types.Path(), p.Fset, out.Files, out.Info)
	return out, err
}
