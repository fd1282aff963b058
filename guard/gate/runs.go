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
	"github.com/wring-go/wring/observe/trace"
)

// steady is the environment of the processes that a guard measures. With one P,
// a pool has one place, and goroutines take turns; without collections between,
// pools keep what they hold. So what is left to chance is the benchmark's own.
// The memory limit lets the collector in when a benchmark would fill the machine.
var steady = []string{"GOMAXPROCS=1", "GOGC=off", "GOMEMLIMIT=1GiB"}

// observe runs the benchmarks once. Without any the record is empty.
func (g *gate) observe(ctx context.Context) (*alloc.Record, error) {
	rec := &alloc.Record{Exact: true}
	if g.benchmarks() > 0 {
		var err error
		if rec, err = g.book(ctx); err != nil {
			return nil, err
		}
	}
	g.session.Describe(rec)
	if len(g.marks.of(guard.Allow)) > 0 { // causes are the compiler's words, too
		if err := g.session.AddFacts(ctx, rec); err != nil {
			return nil, err
		}
	}
	return rec, nil
}

func (g *gate) book(ctx context.Context) (*alloc.Record, error) {
	if err := g.session.Prepare(); err != nil {
		return nil, err
	}
	cfg := g.session.TraceConfig(g.session.Traced)
	cfg.Bench, cfg.Run, cfg.RunEnv, cfg.Overlay = "", "", steady, g.plant
	rec, err := trace.Measure(ctx, cfg)
	if err != nil {
		return nil, err
	}
	for _, w := range rec.Warnings {
		if slices.Contains(incomplete, w.Code) {
			return nil, errors.New(w.Text)
		}
	}
	guard.DropChance(rec)
	return rec, nil
}

// incomplete are the codes of warnings about books that miss something.
var incomplete = []alloc.WarningCode{alloc.WarnNotBuilt, alloc.WarnUnreadable, alloc.WarnLost}

// measured returns what the benchmarks of rec allocate, those left out that the
// sources except.
func (g *gate) measured(rec *alloc.Record) []guard.Measured {
	sites := explain.Findings(rec, explain.Options{})
	return slices.DeleteFunc(guard.Measure(rec, sites, g.marks.silences),
		func(m guard.Measured) bool { return g.marks.excepts(m.Package, m.Name) })
}

// unmeasured returns a problem for each benchmark in the sources that booked
// nothing: it failed, was skipped, or took too long.
func (g *gate) unmeasured(rec *alloc.Record, measured []guard.Measured) []alloc.Problem {
	ran := map[string]bool{}
	for _, m := range measured {
		top, _, _ := strings.Cut(m.Name, "/")
		ran[m.Package+"."+top] = true
	}
	var problems []alloc.Problem
	for _, p := range g.session.Listing.Packages {
		for _, b := range p.Benchmarks {
			name := p.Path + "." + b.Name
			why := reason(rec, name)
			if g.marks.excepts(p.Path, b.Name) || ran[name] && why == "" {
				continue
			}
			problems = append(problems, alloc.Problem{Rule: guard.NotMeasured, Fails: true,
				Benchmark: name, File: g.relative(b.File), Line: b.Line,
				Text: name + " was not measured." + why + " (A directive wring:unguarded with a " +
					"reason excepts a benchmark that cannot run everywhere.)"})
		}
	}
	return problems
}

// judge compares, measures again what is over budget, and finds out why.
func (g *gate) judge(ctx context.Context, rec *alloc.Record) ([]alloc.Problem, error) {
	measured := g.measured(rec)
	g.rep.Measured = len(measured)
	g.rep.Warnings = append(g.rep.Warnings, rec.Warnings...)
	problems := g.unmeasured(rec, measured)
	s := g.section()
	if s == nil {
		return problems, nil
	}
	g.rep.Budgets += len(measured)
	if !slices.ContainsFunc(guard.Compare(s, measured, g.asked), isOver) {
		problems = append(problems, guard.Compare(s, measured, g.asked)...)
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
	return append(once(problems), lost...), err
}

func isOver(p alloc.Problem) bool { return p.Rule == guard.OverBudget }

// once drops what is said of a benchmark in the source when its entry says it.
func once(problems []alloc.Problem) []alloc.Problem {
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

// confirm measures again and keeps as over budget what is so in most of the
// runs, with the compiler's reasons. What is so by chance is told, and passes: it
// is none of the code's doing, or it will be found the next time.
func (g *gate) confirm(ctx context.Context, rec *alloc.Record,
	s *guard.Section) ([]alloc.Problem, error) {
	over, err := g.overAgain(ctx, func(rec *alloc.Record) []alloc.Problem {
		return guard.Compare(s, g.measured(rec), g.asked)
	})
	if err != nil {
		return nil, err
	}
	if err := g.addReasons(ctx, rec, guard.Compare(s, g.measured(rec), g.asked)); err != nil {
		return nil, err
	}
	problems := guard.Compare(s, g.measured(rec), g.asked)
	for i := range problems {
		if over.pass(&problems[i]) {
			problems[i].Text += " wring guard -update keeps how far runs are apart."
		}
	}
	if g.plant != nil {
		return problems, nil // what was planted needs no advice
	}
	return problems, g.propose(ctx, problems)
}

// overs says how often budgets and directives were exceeded when they were
// measured again, by where they stand.
type overs map[string]int

func where(p alloc.Problem) string { return fmt.Sprint(p.File, ":", p.Line) }

// overAgain asks for the problems of more runs, as many as confirmRuns wants.
func (g *gate) overAgain(ctx context.Context,
	problems func(*alloc.Record) []alloc.Problem) (overs, error) {
	for len(g.repeated) < confirmRuns-1 {
		rec, err := g.observe(ctx)
		if err != nil {
			return nil, err
		}
		g.repeated = append(g.repeated, rec)
	}
	over := overs{}
	for _, rec := range g.repeated {
		for _, p := range problems(rec) {
			if isOver(p) {
				over[where(p)]++
			}
		}
	}
	return over, nil
}

// pass lets a problem pass that was none in most of the runs, and says so. It
// reports whether it did.
func (o overs) pass(p *alloc.Problem) bool {
	runs := o[where(*p)] + 1
	if !isOver(*p) || 2*runs > confirmRuns {
		return false
	}
	p.Rule, p.Fails = guard.Unsteady, false
	p.Text += fmt.Sprintf(" This was so in %d of %d runs, so it passes.", runs, confirmRuns)
	return true
}

// addReasons adds to rec what the compiler says about the packages in which the
// sites of the problems are, and the text of their lines.
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
