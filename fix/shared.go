package fix

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/verify/build"
	"github.com/wring-go/wring/verify/tests"
)

// shared is what the loops of one run have in common.
type shared struct {
	Options
	source func(*loop) source // what proposes; tests have one of their own
	begun  time.Time
	dir    string // for the clock's binaries; "" for none that are kept
	phases phases
	turns  *turns

	mu        sync.Mutex
	graph     *build.Graph
	baselines map[string]*tests.Baseline // by package
}

func newShared(opt Options) *shared {
	if opt.Risk == "" {
		opt.Risk = technique.Checked
	}
	return &shared{Options: opt, begun: time.Now(), turns: newTurns(runtime.GOMAXPROCS(0)),
		source:    func(l *loop) source { return l.techniques },
		baselines: map[string]*tests.Baseline{}}
}

// run runs a loop for each part and puts together what they come to.
func (s *shared) run(ctx context.Context) (*Result, error) {
	parts, err := s.divide(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.runAll(ctx, parts); err != nil {
		return nil, err
	}
	return s.sum(ctx, parts)
}

// over reports whether the time budget is used up.
func (s *shared) over() bool {
	return s.Time > 0 && time.Since(s.begun) > s.Time
}

func (s *shared) progress(phase, what string) {
	if s.Trace.Progress != nil {
		s.Trace.Progress(phase, what)
	}
}

// change returns a change of the module, with nothing in it yet.
func (s *shared) change() alloc.Change {
	return alloc.Change{Dir: s.Trace.Dir, Module: s.Record.Module,
		ModuleDir: s.Record.ModuleDir, Tags: s.Trace.Tags, Env: s.Trace.Env}
}

// importers returns the packages of the module that need one of the packages.
// Who imports whom stays as it is: rewrites import nothing of the module.
func (s *shared) importers(ctx context.Context, packages []string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.graph == nil {
		var err error
		if s.graph, err = build.Imports(ctx, s.change()); err != nil {
			return nil, err
		}
	}
	return s.graph.Importers(packages), nil
}

// baseline returns what the tests of a change's packages do without it. It is
// found out once for each package: what was kept since has passed them.
func (s *shared) baseline(ctx context.Context, c alloc.Change) (*tests.Baseline, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	packages := slices.Concat(c.Packages, c.Affected)
	c.Packages, c.Affected = slices.DeleteFunc(slices.Clone(packages), func(p string) bool {
		return s.baselines[p] != nil
	}), nil
	if len(c.Packages) > 0 {
		before, err := tests.Before(ctx, c, tests.Options{})
		if err != nil {
			return nil, err
		}
		for _, p := range c.Packages {
			s.baselines[p] = before
		}
	}
	known := map[*tests.Baseline]bool{}
	for _, p := range packages {
		known[s.baselines[p]] = true
	}
	return tests.Union(slices.Collect(maps.Keys(known))...), nil
}

// late is the warning that the time was over.
func (s *shared) late() alloc.Warning {
	return alloc.Warning{Code: "budget", Text: fmt.Sprintf(
		"The time of %v was over before everything had been tried: raise -time.", s.Time)}
}
