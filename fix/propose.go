package fix

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/technique"
)

// proposed is what a technique proposes, with the lines of the function that it
// is for.
type proposed struct {
	alloc.Candidate
	around lines
}

// propose returns the candidates for the code as it is now, those left out that
// were tried before. Techniques are asked only about packages that changed.
func (l *loop) propose(ctx context.Context) ([]candidate, error) {
	l.progress("proposing", fmt.Sprintf("%d accepted", len(l.accepted)))
	defer l.turns.step()()
	defer l.phases.begin("propose")()
	if err := l.ask(ctx); err != nil {
		return nil, err
	}
	sites := explain.Findings(l.record, explain.Options{})
	var found []candidate
	for _, path := range slices.Sorted(maps.Keys(l.proposals)) {
		for _, p := range l.proposals[path] {
			c, ok, err := l.candidate(p, sites)
			if err != nil {
				return nil, err
			}
			if ok {
				found = append(found, c)
			}
		}
	}
	return found, nil
}

// ask asks the techniques about the packages that are stale.
func (l *loop) ask(ctx context.Context) error {
	if len(l.stale) == 0 {
		return nil
	}
	list, warnings, err := l.source(ctx, l.stale)
	if err != nil {
		return err
	}
	for _, path := range l.stale {
		delete(l.proposals, path)
	}
	l.stale = nil
	for _, w := range warnings {
		if !slices.Contains(l.warnings, w) {
			l.warnings = append(l.warnings, w)
		}
	}
	for _, p := range list {
		if len(p.Edits) > 0 {
			l.proposals[p.Package] = append(l.proposals[p.Package], p)
		}
	}
	return nil
}

// source says what is proposed for packages, with what has been accepted.
type source func(ctx context.Context, packages []string) ([]proposed, []alloc.Warning, error)

// techniques is the source of a loop that is no test.
func (l *loop) techniques(ctx context.Context, packages []string) ([]proposed, []alloc.Warning,
	error) {
	pkgs, _, err := load.Typed(ctx, load.Config{Dir: l.Trace.Dir, Tags: l.Trace.Tags,
		Env: l.Trace.Env, Patterns: packages, Overlay: l.kept})
	if err != nil {
		return nil, nil, err
	}
	var funcs []lines
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			funcs = append(funcs, functions(p.Fset, f)...)
		}
	}
	var list []proposed
	found, warnings := technique.Propose(pkgs, technique.WithOverlay(l.Techniques, l.kept))
	for _, c := range found {
		if len(c.Edits) > 0 {
			list = append(list, proposed{c, around(c, funcs)})
		}
	}
	return list, warnings, nil
}
