package fix

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify/build"
	"github.com/wring-go/wring/verify/tests"
)

// part is what one loop works on: packages that measured benchmarks have in
// common.
type part struct {
	*loop
	packages []string
	measured []string // packages whose benchmarks run them
	weight   float64  // objects per operation of those
}

// divide returns the parts of what was asked for, the heaviest first. Packages
// that no benchmark runs are left out: nothing was measured in them.
func (s *shared) divide(ctx context.Context) ([]*part, error) {
	weights := map[string]float64{}
	for _, b := range s.Record.Benchmarks {
		objects, _ := b.PerOp()
		weights[b.Package] += objects
	}
	var parts []*part
	for _, pkg := range s.Trace.Packages {
		users, err := s.importers(ctx, []string{pkg.Path})
		if err != nil {
			return nil, err
		}
		p := &part{packages: []string{pkg.Path}}
		for _, user := range append(users, pkg.Path) {
			if _, ok := weights[user]; ok {
				p.measured = append(p.measured, user)
			}
		}
		if len(p.measured) > 0 {
			parts = join(parts, p)
		}
	}
	for _, p := range parts {
		for _, path := range p.measured {
			p.weight += weights[path]
		}
	}
	slices.SortStableFunc(parts, func(a, b *part) int { return cmp.Compare(b.weight, a.weight) })
	return parts, nil
}

// join adds a part to the list, together with those that share a benchmark's
// package with it.
func join(parts []*part, p *part) []*part {
	parts = slices.DeleteFunc(parts, func(q *part) bool {
		shares := slices.ContainsFunc(q.measured, func(path string) bool {
			return slices.Contains(p.measured, path)
		})
		if shares {
			p.packages = append(q.packages, p.packages...)
			p.measured = append(q.measured, p.measured...)
		}
		return shares
	})
	slices.Sort(p.measured)
	p.measured = slices.Compact(p.measured)
	return append(parts, p)
}

// runAll runs a loop for each part. When one fails the others are stopped.
func (s *shared) runAll(ctx context.Context, parts []*part) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	for _, p := range parts {
		p.loop = s.newLoop(p.packages)
		s.turns.join()
	}
	var wait sync.WaitGroup
	for _, p := range parts {
		wait.Go(func() {
			defer s.turns.leave()
			if err := p.run(ctx); err != nil {
				stop(err)
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// sum puts together what the loops of the parts came to. Should the whole not
// stand, though each of them does, one loop does all of it again.
func (s *shared) sum(ctx context.Context, parts []*part) (*Result, error) {
	whole, err := s.whole(ctx, parts)
	if err != nil {
		return nil, err
	}
	if !whole {
		all := &part{}
		for _, p := range parts {
			all.packages = append(all.packages, p.packages...)
			all.measured = append(all.measured, p.measured...)
		}
		parts = []*part{all}
		if err := s.runAll(ctx, parts); err != nil {
			return nil, err
		}
	}
	return s.result(parts), nil
}

// whole reports whether the changes of all parts stand together: packages that
// use several of them build, and their tests pass.
func (s *shared) whole(ctx context.Context, parts []*part) (bool, error) {
	c := s.change()
	c.New = map[string][]byte{}
	users := map[string]int{}
	for _, p := range parts {
		maps.Copy(c.New, p.kept)
		changed := p.changed()
		c.Packages = append(c.Packages, changed...)
		list, err := s.importers(ctx, changed)
		if err != nil {
			return false, err
		}
		for _, path := range list {
			users[path]++
		}
	}
	for _, path := range slices.Sorted(maps.Keys(users)) {
		if users[path] > 1 {
			c.Affected = append(c.Affected, path)
		}
	}
	if len(c.Affected) == 0 {
		return true, nil
	}
	return s.stands(ctx, c)
}

// stands asks the judges that can say no of a change of several packages.
func (s *shared) stands(ctx context.Context, c alloc.Change) (bool, error) {
	s.progress("proving", "all together")
	built, err := build.Judge(ctx, c)
	if err != nil || built.Outcome == alloc.Rejected {
		return false, err
	}
	before, err := s.baseline(ctx, c)
	if err != nil {
		return false, err
	}
	tested, err := tests.Judge(ctx, c, before, tests.Options{})
	return tested.Outcome != alloc.Rejected, err
}

// changed returns the packages that a loop has rewritten something in.
func (l *loop) changed() []string {
	var list []string
	for _, t := range l.accepted {
		list = append(list, t.Package)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// result makes one result of what the loops came to.
func (s *shared) result(parts []*part) *Result {
	r := &Result{After: s.Record, Files: rewrite.Files{}, Original: rewrite.Files{},
		Phases: s.phases.sorted()}
	late := false
	var dropped []alloc.Trial
	for _, p := range parts {
		for name, text := range p.kept {
			r.Files[name], r.Original[name] = text, p.original[name]
		}
		if len(p.accepted) > 0 {
			r.After = merge(r.After, restrict(p.record, func(b alloc.Benchmark) bool {
				return slices.Contains(p.measured, b.Package)
			}))
		}
		late = late || p.late
		r.Trials = append(r.Trials, p.accepted...)
		dropped = append(dropped, p.dropped...)
		for _, w := range p.warnings {
			if !slices.Contains(r.Warnings, w) {
				r.Warnings = append(r.Warnings, w)
			}
		}
	}
	r.Trials = append(r.Trials, dropped...)
	if late {
		r.Warnings = append(r.Warnings, s.late())
	}
	return r
}
