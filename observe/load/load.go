// Package load turns package patterns into packages: their tests and
// benchmarks by name ([List]), or their typed syntax ([Typed]).
//
// A package that is broken is described with its errors, as values; only what
// makes the whole question pointless is an error. Nothing is compiled here.
package load

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
)

// Config says what to load.
type Config struct {
	Dir      string   // folder in which the patterns are read; "" for the current one
	Patterns []string // as for the go command; none means the package in Dir
	Tags     string   // build tags, separated by commas
	Env      []string // KEY=VALUE, added to the environment

	// Overlay is the text of files, by absolute path, to use in place of what is
	// on disk. Only Typed looks at it.
	Overlay map[string][]byte

	// NoTests leaves test files out of what Typed returns.
	NoTests bool
}

// buildFlags returns the flags that select files.
func (c Config) buildFlags() []string {
	if c.Tags == "" {
		return nil
	}
	return []string{"-tags=" + c.Tags}
}

// Listing is what the patterns name.
type Listing struct {
	// Module is the path of the module that was asked about, "std" for the
	// standard library, "" for files outside of any module. With several, in a
	// workspace or by patterns, it is the one around Config.Dir, if its packages
	// were asked for, and else the first package's.
	Module    string
	ModuleDir string    // absolute; "" without a module
	GoVersion string    // go.mod's go line, "1.26.0"; "" without one
	Packages  []Package // by import path; never empty
	// Warnings tells which patterns named nothing and which files could not
	// be read; what keeps a package from being built is in Package.Errors.
	Warnings []alloc.Warning
}

// Package is one package, with its tests and benchmarks.
type Package struct {
	alloc.Package
	Module   string // path of its module; "std" for the standard library
	Standard bool   // part of the standard library

	Files      []string // absolute, those that are built, without tests
	TestFiles  []string // absolute, of the package itself
	XTestFiles []string // absolute, of the external package Name_test

	// In the order of the files' names, external tests after internal ones.
	Benchmarks []Func
	Tests      []Func
	Examples   []Func // only those that are run: with an output comment
	Fuzzers    []Func
	TestMain   bool // whether the package brings its own TestMain

	// Errors says why the package cannot be built, as far as one can know
	// without compiling: imports that lead nowhere, no Go files, test files
	// that do not parse.
	Errors []string
}

// Func is a function that package testing calls.
type Func struct {
	Name     string // "BenchmarkJoin"
	File     string // absolute
	Line     int    // of the word func
	External bool   // declared in the package Name_test
}

// List finds the packages that the patterns name, their tests and benchmarks.
// It asks the go command once and reads no other source files than tests.
func List(ctx context.Context, cfg Config) (*Listing, error) {
	listed, said, err := goList(ctx, cfg)
	if err != nil {
		return nil, explain(ctx, cfg, err)
	}
	l := &Listing{Warnings: said}
	for _, p := range listed {
		if p.missing() {
			l.Warnings = append(l.Warnings, alloc.Warning{Code: alloc.WarnNoPackage,
				Text: p.Error.Err, Package: p.ImportPath})
			continue
		}
		l.Packages = append(l.Packages, p.load())
	}
	if len(l.Packages) == 0 {
		return nil, explain(ctx, cfg, nothing(cfg, l.Warnings))
	}
	l.chooseModule(cfg, listed)
	slices.SortFunc(l.Packages, func(a, b Package) int { return strings.Compare(a.Path, b.Path) })
	return l, nil
}

// nothing is the error for patterns that name no package at all.
func nothing(cfg Config, why []alloc.Warning) error {
	var b strings.Builder
	fmt.Fprintf(&b, "no packages match %s", strings.Join(cfg.patterns(), " "))
	for _, w := range why {
		b.WriteString("\n\t" + strings.ReplaceAll(w.Text, "\n", "\n\t"))
	}
	return errors.New(b.String())
}

// explain puts a missing go.mod before everything that follows from it.
func explain(ctx context.Context, cfg Config, err error) error {
	if ctx.Err() != nil {
		return err
	}
	tc, envErr := gocmd.Env(ctx, cfg.Dir, cfg.Env)
	if envErr != nil {
		return envErr
	}
	if noModule := tc.RequireModule(cfg.Dir); noModule != nil {
		return noModule
	}
	return err
}

// patterns returns what the go command is asked for.
func (c Config) patterns() []string {
	if len(c.Patterns) == 0 {
		return []string{"."}
	}
	return c.Patterns
}
