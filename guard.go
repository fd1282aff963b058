package wring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/observe/load"
)

// GuardOptions say what to hold against its budgets. Of Options, Bench, Run,
// Sampled and Callees are not used: a gate that looks at a part only would pass
// for the rest.
type GuardOptions struct {
	Options        // N is the number of iterations, and 0 means 20
	Update  bool   // write the budget file instead of checking it
	Tight   bool   // budgets that are too generous fail, too
	Strict  bool   // so does what cannot be decided
	plant   source // files to build in place of those on disk: see ProveGuard
}

// source is the text of files by absolute path.
type source map[string][]byte

const (
	// guardN iterations are enough: counts converge at once.
	guardN = 20
	// updateRuns is how often -update measures, to see whether runs differ.
	updateRuns = 5
	// confirmRuns is how often what is over budget is measured in all. Most of
	// the runs must agree.
	confirmRuns = 3
)

// guarding is one run of the guard.
type guarding struct {
	*session
	opt    GuardOptions
	key    guard.Key
	budget *guard.Budget // nil when there is no file
	text   []byte        // of the file
	marks  *marks
	rep    alloc.GuardReport

	repeated []*alloc.Record // further runs, made when something is exceeded
}

// Guard measures the benchmarks of the packages and holds them against the
// budget file of their module, and the directives in their sources against what
// was measured and what the compiler says. With opt.Update it writes the file, and
// only the directives are held against something. That a budget or a directive is
// not kept is no error but a [alloc.Problem] that fails.
func Guard(ctx context.Context, opt GuardOptions) (alloc.GuardReport, error) {
	opt.N = cmp.Or(opt.N, guardN)
	s, err := begin(ctx, opt.Options)
	if err != nil {
		return alloc.GuardReport{}, err
	}
	g := &guarding{session: s, opt: opt, rep: alloc.GuardReport{
		Version: alloc.ReportVersion, Verb: "guard", Go: s.tools.Version(), GOOS: s.tools.GOOS,
		GOARCH: s.tools.GOARCH, Module: s.listing.Module, ModuleDir: s.listing.ModuleDir,
		File: guard.FileName, Problems: []alloc.Problem{}, Changes: []string{},
		Proofs: []string{}, Warnings: []alloc.Warning{}}}
	g.key = g.build()
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
	return g.rep, s.explain(err)
}

// build returns what section of the file is for this build.
func (g *guarding) build() guard.Key {
	return guard.KeyOf(guard.Key{Go: g.tools.Version(), GOOS: g.tools.GOOS, GOARCH: g.tools.GOARCH,
		Tags: g.opt.Tags, Experiment: g.tools.GOEXPERIMENT})
}

// prepare refuses what would make the gate look at less than it seems to, and
// reads the directives and the budgets.
func (g *guarding) prepare() error {
	if g.listing.ModuleDir == "" {
		return errors.New("a budget belongs to a module, and there is none here: " +
			"go mod init makes one")
	}
	if g.key.Go == "" {
		return fmt.Errorf("%s is no release of Go, so no budget can be for it", g.rep.Go)
	}
	for _, w := range g.listing.Warnings {
		return errors.New(w.Text) // a pattern that names nothing, a file that cannot be read
	}
	for _, p := range g.listing.Packages {
		if err := g.guards(p); err != nil {
			return err
		}
	}
	var err error
	if g.marks, err = g.readMarks(); err != nil {
		return err
	}
	return g.readBudget()
}

// guards returns an error for a package that this guard has no say about.
func (g *guarding) guards(p load.Package) error {
	inCache, err := filepath.Rel(g.tools.GOMODCACHE, g.listing.ModuleDir)
	switch {
	case p.Standard || g.tools.GOMODCACHE != "" && err == nil && filepath.IsLocal(inCache):
		return fmt.Errorf("%s is somebody else's, and so is the file of its budgets", p.Path)
	case len(p.Errors) > 0:
		return fmt.Errorf("%s cannot be built: %s", p.Path, strings.Join(p.Errors, "\n"))
	case p.Module != g.listing.Module:
		return fmt.Errorf("%s belongs to the module %s, which has a budget of its own: "+
			"use -C with the folder of that module", p.Path, p.Module)
	}
	return nil
}

// check measures and compares.
func (g *guarding) check(ctx context.Context) error {
	if err := g.needBudget(); err != nil {
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
	if err := g.checkMarks(ctx, rec); err != nil {
		return err
	}
	if g.rep.Budgets == 0 && len(g.rep.Problems) == 0 {
		return errors.New("there is nothing to guard in these packages: no benchmark that is not " +
			"excepted, and no directive")
	}
	return nil
}

// finish puts the report in order and says whether it is a pass.
func (g *guarding) finish() {
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
	g.rep.Warnings = append(g.rep.Warnings, g.cache.warnings...)
}

// asked reports whether a package is among those that the patterns name.
func (g *guarding) asked(pkg string) bool {
	for _, p := range g.listing.Packages {
		if p.Path == pkg {
			return true
		}
	}
	return false
}

// benchmarks returns the number of benchmark functions that need a budget.
func (g *guarding) benchmarks() int {
	n := 0
	for _, p := range g.listing.Packages {
		n += len(p.Benchmarks)
	}
	return n
}

// section returns the budgets for this build, or nil.
func (g *guarding) section() *guard.Section {
	if g.budget == nil {
		return nil
	}
	return g.budget.Section(g.key)
}

// sections names the builds that there are budgets for.
func (g *guarding) sections() string {
	var names []string
	for _, s := range g.budget.Sections {
		names = append(names, s.Key.String())
	}
	return strings.Join(slices.Compact(names), ", ")
}
