package states

import (
	"context"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare"
	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/observe/load"
)

// state is one side of a comparison: where it comes from, under which
// toolchain, and what was measured so far.
type state struct {
	target    *target
	toolchain string // "" for the one that the go command picks
	side      compare.Side
	session   *measure.Session // nil for what is read from a file
}

// named says in which state something went wrong.
func (s *state) named(err error) error {
	name := s.target.State.Name
	if s.toolchain != "" {
		name += " under " + s.toolchain
	}
	return fmt.Errorf("%s: %w", name, err)
}

// env is what the state's builds need.
func (s *state) env(env []string) []string {
	env = append(slices.Clone(env), s.target.Env...)
	if s.toolchain != "" {
		env = append(env, "GOTOOLCHAIN="+s.toolchain)
	}
	return env
}

// count keeps the books of all benchmarks, or takes those that there are.
func (s *state) count(ctx context.Context, opt measure.Options) error {
	switch {
	case s.target.Text != nil:
		s.side.Text = s.target.Text
		return nil
	case s.target.Record != nil:
		s.side.Runs = []*alloc.Record{s.target.Record}
		return nil
	}
	opt.Dir, opt.Env = s.target.Dir, s.env(opt.Env)
	if len(opt.Patterns) == 0 {
		opt.Patterns = []string{"./..."}
	}
	var err error
	if s.session, err = measure.Begin(ctx, opt); err != nil {
		return err
	}
	rec, err := s.session.Trace(ctx)
	if err != nil {
		return s.session.Explain(err)
	}
	for _, w := range rec.Warnings {
		if w.Code == alloc.WarnNotBuilt {
			return fmt.Errorf("%s\nonly what builds can be compared: repair it, or name the "+
				"packages that do", w.Text)
		}
	}
	if err := s.session.Complete(ctx, rec); err != nil {
		return err
	}
	s.side.Runs = []*alloc.Record{rec}
	s.side.State = compare.Describe(s.side.State, rec)
	return nil
}

// countAgain keeps the books of some benchmarks once more. side is 0 for the old
// state and 1 for the new one.
func (s *state) countAgain(ctx context.Context, list []compare.Bench, side int) error {
	if s.session == nil {
		return nil
	}
	wanted := map[string]bool{}
	for _, b := range list {
		wanted[b.Packages[side]] = true
	}
	again := *s.session
	again.Options.Bench = compare.Pattern(list)
	again.Listing = &load.Listing{}
	for _, p := range s.session.Listing.Packages {
		if wanted[p.Path] {
			again.Listing.Packages = append(again.Listing.Packages, p)
		}
	}
	rec, err := again.Trace(ctx)
	if err != nil {
		return s.session.Explain(err)
	}
	first := s.side.Runs[0]
	rec.Module, rec.ModuleDir, rec.Packages = first.Module, first.ModuleDir, first.Packages
	rec.Facts, rec.Lines = first.Facts, first.Lines
	s.side.Runs = append(s.side.Runs, only(rec, list, side))
	return nil
}

// only takes the benchmarks out of rec that were not asked for: a pattern can
// match more of them.
func only(rec *alloc.Record, list []compare.Bench, side int) *alloc.Record {
	kept := *rec
	kept.Benchmarks, kept.Samples = nil, nil
	index := map[int]int{}
	for i, b := range rec.Benchmarks {
		if slices.ContainsFunc(list, func(want compare.Bench) bool {
			return want.Name == b.Name && want.Packages[side] == b.Package
		}) {
			index[i] = len(kept.Benchmarks)
			kept.Benchmarks = append(kept.Benchmarks, b)
		}
	}
	for _, s := range rec.Samples {
		if at, ok := index[s.Benchmark]; ok {
			s.Benchmark = at
			kept.Samples = append(kept.Samples, s)
		}
	}
	return &kept
}

// timed reports whether the state has times or can be run for them.
func (s *state) timed() bool { return s.session != nil || s.side.Text != nil }

func (s *state) tree(tags string) tree {
	if s.session == nil {
		return tree{}
	}
	return tree{Dir: s.session.Options.Dir, Env: s.session.Options.Env, Tags: tags,
		Packages: s.session.Listing.Packages}
}

// keep adds times by the full names of benchmarks.
func (s *state) keep(times map[string][]float64) {
	if s.session == nil {
		return
	}
	if s.side.Times == nil {
		s.side.Times = map[string][]float64{}
	}
	for name, list := range times {
		s.side.Times[name] = append(s.side.Times[name], list...)
	}
}

// ignoredWarnings are those that say nothing about a comparison.
var ignoredWarnings = []alloc.WarningCode{alloc.WarnSlowBenchmark, alloc.WarnDeepStack,
	alloc.WarnNoFacts}

// warnings returns what the books of a state warn of, and its other side's do
// not.
func (s *state) warnings(other *state) []alloc.Warning {
	var list []alloc.Warning
	if len(s.side.Runs) == 0 {
		return nil
	}
	for _, w := range s.side.Runs[0].Warnings {
		if slices.Contains(ignoredWarnings, w.Code) || other.warns(w) {
			continue
		}
		w.Text = s.target.State.Name + ": " + w.Text
		list = append(list, w)
	}
	return list
}

func (s *state) warns(w alloc.Warning) bool {
	return len(s.side.Runs) > 0 && slices.Contains(s.side.Runs[0].Warnings, w)
}
