package load

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// Checked is a package with its typed syntax. Its fields are those that
// packages.Package of x/tools has under the same names.
type Checked struct {
	ID      string // "example.com/p [example.com/p.test]" with internal tests
	PkgPath string
	Name    string
	ForTest string  // import path of the package under test; "" otherwise
	Module  *Module // nil for the standard library

	GoFiles []string // absolute
	Fset    *token.FileSet
	Syntax  []*ast.File
	// Types is never nil; it is as complete as the source is right.
	Types      *types.Package
	TypesInfo  *types.Info
	TypesSizes types.Sizes
	// Errors are what the go command, the parser and the type checker say.
	Errors []Error
}

// Module is the module of a package.
type Module struct {
	Path, Dir string
	GoVersion string // of go.mod's go line: "1.26.0"
}

// Error is one thing that is wrong with a package.
type Error struct {
	Pos string // file:line:column; "" when it has none
	Msg string
}

// Error puts the place in front, or "-".
func (e Error) Error() string {
	if e.Pos == "" {
		return "-: " + e.Msg
	}
	return e.Pos + ": " + e.Msg
}

// Typed returns the typed syntax of the packages that the patterns name and of
// their external tests, sorted by import path. Of a package with internal tests
// there is only the variant that contains them, so each file occurs once. What
// they import is read from source, too, but only what it declares.
//
// A package that does not type-check is returned all the same, as far as it
// goes; its errors are in the package and in the warnings.
func Typed(ctx context.Context, cfg Config) ([]*Checked, []alloc.Warning, error) {
	return new(Loader).Typed(ctx, cfg)
}

// once drops generated test mains and packages that another one contains.
func once(pkgs []*listed) []*listed {
	withTests := make(map[string]bool) // import paths
	for _, p := range pkgs {
		if p.ForTest == p.path() {
			withTests[p.ForTest] = true
		}
	}
	pkgs = slices.DeleteFunc(slices.Clone(pkgs), func(p *listed) bool {
		return p.DepOnly || isTestMain(p) || p.ForTest == "" && withTests[p.ImportPath]
	})
	slices.SortStableFunc(pkgs, func(a, b *listed) int {
		return strings.Compare(a.path(), b.path())
	})
	return pkgs
}

// isTestMain reports whether p is the main package that go test generates: its
// only source lies in the build cache, or nowhere yet.
func isTestMain(p *listed) bool {
	return p.Name == "main" && strings.HasSuffix(p.ImportPath, ".test") && len(p.GoFiles) == 1 &&
		(filepath.Ext(p.GoFiles[0]) != ".go" || filepath.Base(p.GoFiles[0]) == "_testmain.go")
}

// complaints returns each error of the packages once.
func complaints(pkgs []*Checked) []alloc.Warning {
	var out []alloc.Warning
	for _, p := range pkgs {
		for _, e := range p.Errors {
			if e.Pos == "" && len(p.Errors) > 1 {
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
