package gate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/internal/replace"
	"github.com/wring-go/wring/observe/load"
)

// budgets are a budget file, as it was read.
type budgets struct {
	path string
	text []byte
	file *guard.Budget // nil when there is no file
	key  guard.Key     // of this build
}

// readBudgets reads a budget file. A missing one is not an error here: -update
// creates it, and directives do not need it.
func readBudgets(path string, key guard.Key) (budgets, error) {
	b := budgets{path: path, key: key}
	var err error
	if b.text, err = os.ReadFile(path); errors.Is(err, fs.ErrNotExist) {
		return b, nil
	} else if err != nil {
		return b, fmt.Errorf("the budgets cannot be read: %w", err)
	}
	b.file, err = guard.Parse(b.text)
	return b, err
}

// need returns an error if there are benchmarks, and no budgets for this build.
func (b budgets) need(benchmarks int) error {
	switch {
	case benchmarks > 0 && b.file == nil:
		return fmt.Errorf("%s does not exist: wring guard -update measures and writes it", b.path)
	case b.file != nil && b.section() == nil:
		return fmt.Errorf("%s has no section for %s; it has %s: wring guard -update, run under "+
			"that toolchain, adds one", guard.FileName, b.key, b.sections())
	}
	return nil
}

// section returns the budgets for this build, or nil.
func (b budgets) section() *guard.Section {
	if b.file == nil {
		return nil
	}
	return b.file.Section(b.key)
}

// sections names the builds that there are budgets for.
func (b budgets) sections() string {
	var names []string
	for _, s := range b.file.Sections {
		names = append(names, s.Key.String())
	}
	return strings.Join(slices.Compact(names), ", ")
}

// update measures several times and writes the budget file. It cannot change
// directives: a broken one is a problem, as it is in check.
func (g *gate) update(ctx context.Context) error {
	entries, rec, err := g.measureEntries(ctx)
	if err != nil {
		return err
	}
	gone, err := g.gone(ctx)
	if err != nil {
		return err
	}
	if g.budgets.file == nil {
		g.budgets.file = &guard.Budget{}
	}
	g.rep.Measured, g.rep.Budgets = len(entries), len(entries)
	g.rep.Changes = append(g.rep.Changes, guard.Update(g.budgets.file, g.key, g.rep.Go, entries,
		func(pkg string) bool { return g.selected(pkg) || gone[pkg] })...)
	if err := g.checkDirectives(ctx, rec); err != nil {
		return err
	}
	return g.write(ctx)
}

// measureEntries measures several times and returns the entries for the file,
// with the record of the last run.
func (g *gate) measureEntries(ctx context.Context) ([]guard.Entry, *alloc.Record, error) {
	var runs [][]guard.Measured
	var rec *alloc.Record
	for range updateRuns {
		var err error
		if rec, err = g.observe(ctx); err != nil {
			return nil, nil, err
		}
		measured := g.measured(rec)
		problems := unmeasured(g.session.Listing, rec, measured, g.directives)
		if len(problems) > 0 {
			return nil, nil, fmt.Errorf("nothing was written, because a budget would be lost: %s",
				problems[0].Text)
		}
		runs = append(runs, measured)
	}
	entries, err := guard.Learn(runs)
	if err == nil && len(entries) == 0 {
		err = errors.New("these packages have no benchmark, so there is nothing to budget: " +
			"write a func BenchmarkX(b *testing.B)")
	}
	return entries, rec, err
}

// write replaces the budget file if its content changes.
func (g *gate) write(ctx context.Context) error {
	text := guard.Format(g.budgets.file)
	if string(text) == string(g.budgets.text) {
		return nil
	}
	if _, err := guard.Parse(text); err != nil {
		return fmt.Errorf("the new budgets would not be readable, and were not written: %w", err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := replace.Bytes(g.budgets.path, text); err != nil {
		return fmt.Errorf("%s was not written: %w", guard.FileName, err)
	}
	g.rep.Updated = true
	return nil
}

// gone returns the packages of the section that no longer exist. Packages that
// exist but were not selected are left alone.
func (g *gate) gone(ctx context.Context) (map[string]bool, error) {
	gone := map[string]bool{}
	if g.budgets.section() == nil {
		return gone, nil
	}
	for _, e := range g.budgets.section().Entries {
		if !g.selected(e.Package) {
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

// lost returns a problem for each entry whose package no longer exists.
func (g *gate) lost(ctx context.Context) ([]alloc.Problem, error) {
	gone, err := g.gone(ctx)
	if err != nil || g.budgets.section() == nil {
		return nil, err
	}
	var problems []alloc.Problem
	for _, e := range g.budgets.section().Entries {
		if gone[e.Package] {
			problems = append(problems, alloc.Problem{Rule: guard.Missing, Fails: true,
				Benchmark: e.FullName(), File: guard.FileName, Line: e.Line,
				Text: fmt.Sprintf("%s has a budget, but its package no longer exists. If this is "+
					"intended, run wring guard -update to drop it.", e.FullName())})
		}
	}
	return problems, nil
}

// reason returns why a benchmark, or one below it, was not measured: a sentence
// after a space, or "".
func reason(rec *alloc.Record, name string) string {
	for _, w := range rec.Warnings {
		if w.About(name) && slices.Contains(notMeasuredCodes, w.Code) {
			return " " + strings.Join(strings.Fields(w.Text), " ")
		}
	}
	return ""
}

// notMeasuredCodes are the codes of warnings about benchmarks without a
// measurement.
var notMeasuredCodes = []alloc.WarningCode{alloc.WarnFailed, alloc.WarnSkipped,
	alloc.WarnTooSlow, alloc.WarnEndedEarly, alloc.WarnGaveUp}
