package gate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/internal/replace"
	"github.com/wring-go/wring/observe/load"
)

func (g *gate) budgetPath() string {
	return filepath.Join(g.session.Listing.ModuleDir, guard.FileName)
}

// readBudget reads the budget file. That there is none is no error yet: -update
// makes one, and directives need none.
func (g *gate) readBudget() error {
	data, err := os.ReadFile(g.budgetPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the budgets cannot be read: %w", err)
	}
	g.text = data
	g.budget, err = guard.Parse(data)
	if err != nil && g.opt.Update {
		return fmt.Errorf("%w\nnothing was changed: mend %s, or remove it to begin anew", err,
			g.budgetPath())
	}
	return err
}

// needBudget returns an error when there is nothing to hold benchmarks against.
func (g *gate) needBudget() error {
	switch {
	case g.benchmarks() > 0 && g.budget == nil:
		return fmt.Errorf("%s does not exist: wring guard -update measures and writes it",
			g.budgetPath())
	case g.budget != nil && g.section() == nil:
		return fmt.Errorf("%s has no section for %s; it has %s: wring guard -update, run under "+
			"that toolchain, adds one", guard.FileName, g.key, g.sections())
	}
	return nil
}

// update measures several times and writes what was seen. Directives are not the
// file's to change: those that are not kept are problems, as they are when the
// guard checks.
func (g *gate) update(ctx context.Context) error {
	entries, rec, err := g.learnEntries(ctx)
	if err != nil {
		return err
	}
	gone, err := g.gone(ctx)
	if err != nil {
		return err
	}
	if g.budget == nil {
		g.budget = &guard.Budget{}
	}
	g.rep.Measured, g.rep.Budgets = len(entries), len(entries)
	g.rep.Changes = append(g.rep.Changes, guard.Update(g.budget, g.key, g.rep.Go, entries,
		func(pkg string) bool { return g.asked(pkg) || gone[pkg] })...)
	if err := g.checkMarks(ctx, rec); err != nil {
		return err
	}
	return g.write(ctx)
}

// learnEntries measures several times and returns what the file is to hold, and
// the last of the runs.
func (g *gate) learnEntries(ctx context.Context) ([]guard.Entry, *alloc.Record, error) {
	var runs [][]guard.Measured
	var rec *alloc.Record
	for range updateRuns {
		var err error
		if rec, err = g.observe(ctx); err != nil {
			return nil, nil, err
		}
		measured := g.measured(rec)
		if problems := g.unmeasured(rec, measured); len(problems) > 0 {
			return nil, nil, fmt.Errorf("nothing was written, because a budget would be lost: %s",
				problems[0].Text)
		}
		runs = append(runs, measured)
	}
	entries, err := guard.Learn(runs)
	if err == nil && len(entries) == 0 {
		err = errors.New("there is no benchmark to make a budget of: " +
			"write a func BenchmarkX(b *testing.B)")
	}
	return entries, rec, err
}

// write replaces the budget file, unless it is as it should be.
func (g *gate) write(ctx context.Context) error {
	text := guard.Format(g.budget)
	if string(text) == string(g.text) {
		return nil
	}
	if _, err := guard.Parse(text); err != nil {
		return fmt.Errorf("the new budgets would not be readable, and were not written: %w", err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := replace.Bytes(g.budgetPath(), text); err != nil {
		return fmt.Errorf("%s was not written: %w", guard.FileName, err)
	}
	g.rep.Updated = true
	return nil
}

// gone returns the packages of the section that do not exist any more. Those
// that exist and were not asked for are somebody else's business.
func (g *gate) gone(ctx context.Context) (map[string]bool, error) {
	gone := map[string]bool{}
	if g.section() == nil {
		return gone, nil
	}
	for _, e := range g.section().Entries {
		if !g.asked(e.Package) {
			gone[e.Package] = true
		}
	}
	for pkg := range gone {
		listing, err := load.List(ctx, g.session.LoadConfig(pkg))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		gone[pkg] = err != nil || len(listing.Warnings) > 0
	}
	return gone, nil
}

// lost returns a problem for each entry whose package does not exist any more.
func (g *gate) lost(ctx context.Context) ([]alloc.Problem, error) {
	gone, err := g.gone(ctx)
	if err != nil || g.section() == nil {
		return nil, err
	}
	var problems []alloc.Problem
	for _, e := range g.section().Entries {
		if gone[e.Package] {
			problems = append(problems, alloc.Problem{Rule: guard.Missing, Fails: true,
				Benchmark: e.FullName(), File: guard.FileName, Line: e.Line,
				Text: fmt.Sprintf("%s has a budget, and its package does not exist any more. When "+
					"that is meant, wring guard -update drops it.", e.FullName())})
		}
	}
	return problems, nil
}

// reason returns why a benchmark, or one below it, was not measured: a sentence
// after a space, or "".
func reason(rec *alloc.Record, name string) string {
	for _, w := range rec.Warnings {
		if w.About(name) && slices.Contains(stopping, w.Code) {
			return " " + strings.Join(strings.Fields(w.Text), " ")
		}
	}
	return ""
}

// stopping are the codes of warnings about benchmarks that booked nothing.
var stopping = []alloc.WarningCode{alloc.WarnFailed, alloc.WarnSkipped, alloc.WarnTooSlow,
	alloc.WarnEndedEarly, alloc.WarnGaveUp}
