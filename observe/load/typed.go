package load

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/wring-go/wring/alloc"
)

// typedMode is typed syntax for the packages asked for; what they import comes
// from export data, without syntax.
const typedMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax |
	packages.NeedTypesInfo | packages.NeedModule | packages.NeedForTest

// Typed returns the typed syntax of the packages that the patterns name and of
// their external tests, sorted by import path. Of a package with internal tests
// there is only the variant that contains them, so each file occurs once.
//
// A package that does not type-check is returned all the same, as far as it
// goes; its errors are in the package and in the warnings.
func Typed(ctx context.Context, cfg Config) ([]*packages.Package, []alloc.Warning, error) {
	flags, drop, err := cfg.overlaid()
	if err != nil {
		return nil, nil, err
	}
	defer drop()
	pkgs, err := packages.Load(&packages.Config{
		Context:    ctx,
		Mode:       typedMode,
		Dir:        cfg.Dir,
		Env:        cfg.environ(),
		BuildFlags: flags,
		Tests:      !cfg.NoTests,
		ParseFile:  cfg.parse,
	}, cfg.patterns()...)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		return nil, nil, explain(ctx, cfg, err)
	}
	pkgs = once(pkgs)
	warnings := complaints(pkgs)
	if !slices.ContainsFunc(pkgs, func(p *packages.Package) bool { return p.Types != nil }) {
		return nil, nil, explain(ctx, cfg, nothing(cfg, warnings))
	}
	return pkgs, warnings, nil
}

// once drops generated test mains and packages that another one contains.
func once(pkgs []*packages.Package) []*packages.Package {
	withTests := make(map[string]bool) // import paths
	for _, p := range pkgs {
		if p.ForTest == p.PkgPath {
			withTests[p.PkgPath] = true
		}
	}
	pkgs = slices.DeleteFunc(pkgs, func(p *packages.Package) bool {
		return isTestMain(p) || p.ForTest == "" && withTests[p.PkgPath]
	})
	slices.SortStableFunc(pkgs, func(a, b *packages.Package) int {
		return strings.Compare(a.PkgPath, b.PkgPath)
	})
	return pkgs
}

// isTestMain reports whether p is the main package that go test generates: its
// only source lies in the build cache, or nowhere yet.
func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && strings.HasSuffix(p.ID, ".test") && len(p.GoFiles) == 1 &&
		(filepath.Ext(p.GoFiles[0]) != ".go" || filepath.Base(p.GoFiles[0]) == "_testmain.go")
}

// complaints returns each error of the packages once.
func complaints(pkgs []*packages.Package) []alloc.Warning {
	var out []alloc.Warning
	for _, p := range pkgs {
		for _, e := range p.Errors {
			if (e.Pos == "" || e.Pos == "-") && len(p.Errors) > 1 {
				continue // the go command's summary of the others
			}
			w := alloc.Warning{Code: alloc.WarnPackageError, Package: p.PkgPath,
				Text: p.PkgPath + ": " + e.Error()}
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}
