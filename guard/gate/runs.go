package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/trace"
)

// measureEnv is the environment of the measured processes. With one P, a pool
// has a single local cache and only one goroutine runs at a time; without
// garbage collections, pools keep their contents. What still varies is the
// benchmark's own doing. The memory limit lets the collector run before a
// benchmark fills the machine.
var measureEnv = []string{"GOMAXPROCS=1", "GOGC=off", "GOMEMLIMIT=1GiB"}

// observe runs the benchmarks once. Without any the record is empty.
func (g *gate) observe(ctx context.Context) (*alloc.Record, error) {
	rec := &alloc.Record{Exact: true}
	if g.benchmarks() > 0 {
		var err error
		if rec, err = g.trace(ctx); err != nil {
			return nil, err
		}
	}
	g.session.Describe(rec)
	if len(g.directives.of(guard.Allow)) > 0 { // causes need the compiler's reasons
		if err := g.session.AddFacts(ctx, rec); err != nil {
			return nil, err
		}
	}
	return rec, nil
}

func (g *gate) trace(ctx context.Context) (*alloc.Record, error) {
	if err := g.session.Prepare(); err != nil {
		return nil, err
	}
	cfg := g.session.TraceConfig(g.session.Traced)
	cfg.Bench, cfg.Run, cfg.RunEnv, cfg.Overlay = "", "", measureEnv, g.plant
	rec, err := trace.Measure(ctx, cfg)
	if err != nil {
		return nil, err
	}
	for _, w := range rec.Warnings {
		if slices.Contains(incompleteCodes, w.Code) {
			return nil, errors.New(w.Text)
		}
	}
	guard.DropRandom(rec)
	return rec, nil
}

// incompleteCodes are the codes of warnings about measurements that miss
// objects.
var incompleteCodes = []alloc.WarningCode{alloc.WarnNotBuilt, alloc.WarnUnreadable,
	alloc.WarnLost}

// measured returns what the benchmarks of rec allocate, without those marked
// wring:unguarded.
func (g *gate) measured(rec *alloc.Record) []guard.Measured {
	sites := explain.Findings(rec, explain.Options{})
	return slices.DeleteFunc(guard.Measure(rec, sites, g.directives.silences),
		func(m guard.Measured) bool { return g.directives.excepts(m.Package, m.Name) })
}

// unmeasured returns a problem for each benchmark in the sources that was not
// measured because it failed, was skipped, or took too long.
func unmeasured(l *load.Listing, rec *alloc.Record, measured []guard.Measured,
	d *directives) []alloc.Problem {
	ran := map[string]bool{}
	for _, m := range measured {
		top, _, _ := strings.Cut(m.Name, "/")
		ran[m.Package+"."+top] = true
	}
	var problems []alloc.Problem
	for _, p := range l.Packages {
		for _, b := range p.Benchmarks {
			name := p.Path + "." + b.Name
			why := reason(rec, name)
			if d.excepts(p.Path, b.Name) || ran[name] && why == "" {
				continue
			}
			problems = append(problems, alloc.Problem{Rule: guard.NotMeasured, Fails: true,
				Benchmark: name, File: d.relative(b.File), Line: b.Line,
				Text: name + " was not measured." + why + " (The directive wring:unguarded with " +
					"a reason exempts a benchmark that cannot run everywhere.)"})
		}
	}
	return problems
}

// judge compares rec with the budgets, measures again what exceeds them, and
// adds the reasons.
func (g *gate) judge(ctx context.Context, rec *alloc.Record) ([]alloc.Problem, error) {
	measured := g.measured(rec)
	g.rep.Measured = len(measured)
	g.rep.Warnings = append(g.rep.Warnings, rec.Warnings...)
	problems := unmeasured(g.session.Listing, rec, measured, g.directives)
	s := g.budgets.section()
	if s == nil {
		return problems, nil
	}
	g.rep.Budgets += len(measured)
	if !slices.ContainsFunc(guard.Compare(s, measured, g.selected), isOver) {
		problems = append(problems, guard.Compare(s, measured, g.selected)...)
	} else {
		found, err := g.confirm(ctx, rec, s)
		if err != nil {
			return nil, err
		}
		problems = append(problems, found...)
	}
	for i := range problems {
		if p := &problems[i]; p.Rule == guard.Missing {
			p.Text += reason(rec, p.Benchmark)
		}
	}
	lost, err := g.lost(ctx)
	return append(dropRepeated(problems), lost...), err
}

func isOver(p alloc.Problem) bool { return p.Rule == guard.OverBudget }

// dropRepeated drops problems of benchmarks in the sources that are reported
// for their entries as well.
func dropRepeated(problems []alloc.Problem) []alloc.Problem {
	missing := map[string]bool{}
	for _, p := range problems {
		if p.Rule == guard.Missing {
			top, _, _ := strings.Cut(p.Benchmark, "/Benchmark")
			missing[top] = true
		}
	}
	return slices.DeleteFunc(problems, func(p alloc.Problem) bool {
		return p.Rule == guard.NotMeasured && missing[p.Benchmark]
	})
}

// confirm measures again and keeps the problems that most of the runs have,
// with the compiler's reasons. The others are reported and pass: either chance
// caused them, or the next run finds them.
func (g *gate) confirm(ctx context.Context, rec *alloc.Record,
	s *guard.Section) ([]alloc.Problem, error) {
	over, err := g.exceededAgain(ctx, func(rec *alloc.Record) []alloc.Problem {
		return guard.Compare(s, g.measured(rec), g.selected)
	})
	if err != nil {
		return nil, err
	}
	if err := g.addReasons(ctx, rec, guard.Compare(s, g.measured(rec), g.selected)); err != nil {
		return nil, err
	}
	problems := guard.Compare(s, g.measured(rec), g.selected)
	for i := range problems {
		if over.pass(&problems[i]) {
			problems[i].Text += " wring guard -update records the spread between runs."
		}
	}
	if g.plant != nil {
		return problems, nil // a planted allocation needs no proposals
	}
	return problems, g.propose(ctx, problems)
}

// exceeded counts, by position, how often a budget or directive was exceeded
// when it was measured again.
type exceeded map[string]int

func positionOf(p alloc.Problem) string { return fmt.Sprint(p.File, ":", p.Line) }

// exceededAgain measures until there are confirmRuns runs, and counts in how
// many of the further ones each budget was exceeded.
func (g *gate) exceededAgain(ctx context.Context,
	problems func(*alloc.Record) []alloc.Problem) (exceeded, error) {
	for len(g.repeated) < confirmRuns-1 {
		rec, err := g.observe(ctx)
		if err != nil {
			return nil, err
		}
		g.repeated = append(g.repeated, rec)
	}
	over := exceeded{}
	for _, rec := range g.repeated {
		for _, p := range problems(rec) {
			if isOver(p) {
				over[positionOf(p)]++
			}
		}
	}
	return over, nil
}

// pass reports whether a problem did not occur in most of the runs. If so, it
// marks the problem as unsteady and passing.
func (o exceeded) pass(p *alloc.Problem) bool {
	runs := o[positionOf(*p)] + 1
	if !isOver(*p) || 2*runs > confirmRuns {
		return false
	}
	p.Rule, p.Fails = guard.Unsteady, false
	p.Text += fmt.Sprintf(" This happened in %d of %d runs, so it passes.", runs, confirmRuns)
	return true
}

// addReasons adds to rec what the compiler says about the packages that contain
// the sites of the problems, and the text of their lines.
func (g *gate) addReasons(ctx context.Context, rec *alloc.Record,
	problems []alloc.Problem) error {
	if len(rec.Facts) == 0 {
		concerned := g.packagesOf(problems)
		part := *rec
		part.Packages = slices.DeleteFunc(slices.Clone(rec.Packages), func(p alloc.Package) bool {
			return !concerned[p.Path]
		})
		if err := g.session.AddFacts(ctx, &part); err != nil {
			return err
		}
		rec.Facts, rec.Warnings = part.Facts, part.Warnings
	}
	measure.AddLines(rec)
	return nil
}
