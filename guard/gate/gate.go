// Package gate runs a guard: it measures the benchmarks of packages, reads the
// directives in their sources, and compares both with the budgets. Package
// guard defines what a budget means.
package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/observe/load"
)

// Options say what to check. All benchmarks of the packages are measured: a
// gate that looked at some of them only would silently pass the others.
type Options struct {
	Dir      string   // where patterns are read; "" for the current folder
	Patterns []string // as for the go command
	Tags     string   // build tags, separated by commas
	Env      []string // KEY=VALUE, added to the environment of everything that is run

	N       int           // iterations of each benchmark; 0 means 20
	Timeout time.Duration // for one benchmark; 0 means measure.DefaultTimeout

	Update bool // write the budget file instead of checking it
	Tight  bool // also fail budgets that are too generous
	Strict bool // also fail directives that cannot be decided

	CacheDir string                   // as for measure.Options
	Progress func(phase, what string) // may be nil
}

// measuring says how to measure.
func (opt Options) measuring() measure.Options {
	return measure.Options{Dir: opt.Dir, Patterns: opt.Patterns, Tags: opt.Tags, Env: opt.Env,
		N: cmp.Or(opt.N, guardN), Timeout: opt.Timeout, CacheDir: opt.CacheDir,
		Progress: opt.Progress}
}

// source is the text of files by absolute path.
type source map[string][]byte

const (
	// guardN iterations are enough because counts converge at once.
	guardN = 20
	// updateRuns is how often -update measures, to see whether runs differ.
	updateRuns = 5
	// confirmRuns is how often what is over budget is measured in all. Most of
	// the runs must agree.
	confirmRuns = 3
)

// gate is one run of the guard.
type gate struct {
	session    *measure.Session
	opt        Options
	plant      source // files to build in place of those on disk
	key        guard.Key
	budgets    budgets
	directives *directives
	rep        alloc.GuardReport

	repeated []*alloc.Record // further runs, made when something is exceeded
}

// Check measures the benchmarks of the packages and compares them with the
// budget file of their module and with the directives in their sources. With
// opt.Update it writes the file and checks only the directives. A broken budget
// or directive is not an error: it is reported as an [alloc.Problem] that
// fails.
func Check(ctx context.Context, opt Options) (alloc.GuardReport, error) {
	return run(ctx, opt, nil)
}

// run is Check with some of the files replaced.
func run(ctx context.Context, opt Options, plant source) (alloc.GuardReport, error) {
	g, err := open(ctx, opt)
	if err != nil {
		return alloc.GuardReport{}, err
	}
	g.plant = plant
	if err := g.prepare(); err != nil {
		return g.rep, err
	}
	if opt.Update {
		err = g.update(ctx)
	} else {
		err = g.check(ctx)
	}
	g.finish()
	g.rep.Kept = g.rep.Kept && err == nil
	return g.rep, g.session.Explain(err)
}

// open finds what is to be guarded.
func open(ctx context.Context, opt Options) (*gate, error) {
	s, err := measure.Begin(ctx, opt.measuring())
	if err != nil {
		return nil, err
	}
	g := &gate{session: s, opt: opt, rep: alloc.GuardReport{
		Version: alloc.ReportVersion, Verb: "guard", Go: s.Tools.Version(), GOOS: s.Tools.GOOS,
		GOARCH: s.Tools.GOARCH, Module: s.Listing.Module, ModuleDir: s.Listing.ModuleDir,
		File: guard.FileName, Problems: []alloc.Problem{}, Changes: []string{},
		Proofs: []string{}, Warnings: []alloc.Warning{}}}
	g.key = g.build()
	return g, nil
}

// build returns the key of the section for this build.
func (g *gate) build() guard.Key {
	tools := g.session.Tools
	return guard.KeyOf(guard.Key{Go: tools.Version(), GOOS: tools.GOOS, GOARCH: tools.GOARCH,
		Tags: g.opt.Tags, Experiment: tools.GOEXPERIMENT})
}

// prepare reads the directives and the budgets. It returns an error for
// anything that would make the gate check less than it seems to.
func (g *gate) prepare() error {
	if g.session.Listing.ModuleDir == "" {
		return errors.New("a budget belongs to a module, and this folder is in none: " +
			"go mod init creates one")
	}
	if g.key.Go == "" {
		return fmt.Errorf("%s is not a release of Go, so it cannot have a budget", g.rep.Go)
	}
	for _, w := range g.session.Listing.Warnings {
		return errors.New(w.Text) // a pattern that names nothing, a file that cannot be read
	}
	for _, p := range g.session.Listing.Packages {
		if err := g.checkPackage(p); err != nil {
			return err
		}
	}
	var err error
	if g.directives, err = g.readDirectives(); err != nil {
		return err
	}
	g.budgets, err = readBudgets(filepath.Join(g.session.Listing.ModuleDir, guard.FileName), g.key)
	if err != nil && g.opt.Update {
		return fmt.Errorf("%w\nnothing was changed: repair %s, or remove it to start over", err,
			g.budgets.path)
	}
	return err
}

// checkPackage returns an error for a package whose budgets are kept elsewhere,
// or that cannot be built.
func (g *gate) checkPackage(p load.Package) error {
	cache := g.session.Tools.GOMODCACHE
	switch {
	case p.Standard || cache != "" && symbol.Holds(cache, g.session.Listing.ModuleDir):
		return fmt.Errorf("%s belongs to another module, and so do its budgets", p.Path)
	case len(p.Errors) > 0:
		return fmt.Errorf("%s cannot be built: %s", p.Path, strings.Join(p.Errors, "\n"))
	case p.Module != g.session.Listing.Module:
		return fmt.Errorf("%s belongs to the module %s, which has a budget of its own: "+
			"use -C with the folder of that module", p.Path, p.Module)
	}
	return nil
}

// check measures and compares.
func (g *gate) check(ctx context.Context) error {
	if err := g.budgets.need(g.benchmarks()); err != nil {
		return err
	}
	rec, err := g.observe(ctx)
	if err != nil {
		return err
	}
	problems, err := g.judge(ctx, rec)
	if err != nil {
		return err
	}
	g.rep.Problems = append(g.rep.Problems, problems...)
	if err := g.checkDirectives(ctx, rec); err != nil {
		return err
	}
	if g.rep.Budgets == 0 && len(g.rep.Problems) == 0 {
		return errors.New("there is nothing to guard in these packages: they have no directives, " +
			"and no benchmarks but those marked wring:unguarded")
	}
	return nil
}

// finish sorts the report and sets whether it is a pass.
func (g *gate) finish() {
	guard.Sort(g.rep.Problems)
	for i := range g.rep.Problems {
		p := &g.rep.Problems[i]
		p.Fails = p.Fails || g.opt.Tight && p.Rule == guard.TooGenerous ||
			g.opt.Strict && p.Rule == guard.CannotTell
		p.Sites = append([]alloc.GuardSite{}, p.Sites...)
		p.Path = append([]alloc.Frame{}, p.Path...)
		for j := range p.Sites {
			p.Sites[j].Reasons = append([]string{}, p.Sites[j].Reasons...)
			p.Sites[j].Proposals = append([]string{}, p.Sites[j].Proposals...)
		}
	}
	guard.Sort(g.rep.Problems)
	g.rep.Kept = len(g.rep.Failures()) == 0
	g.rep.Warnings = append(g.rep.Warnings, g.session.Warnings...)
}

// selected reports whether a package is among those that the patterns name.
func (g *gate) selected(pkg string) bool {
	for _, p := range g.session.Listing.Packages {
		if p.Path == pkg {
			return true
		}
	}
	return false
}

// benchmarks returns the number of benchmark functions that need a budget.
func (g *gate) benchmarks() int {
	n := 0
	for _, p := range g.session.Listing.Packages {
		n += len(p.Benchmarks)
	}
	return n
}
