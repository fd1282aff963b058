package fix

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
)

// part is what one loop works on: packages that share measured benchmarks.
type part struct {
	packages []string
	measured []string // packages whose benchmarks run them
	weight   float64  // objects per operation of those
	end      state    // of the loop
	again    bool     // the loop begins anew, with what end says was tried
}

// divide splits the packages into parts, the heaviest first. It leaves out
// packages that no benchmark runs, because nothing was measured in them.
func (j *job) divide(ctx context.Context) ([]*part, error) {
	weights := map[string]float64{}
	for _, b := range j.opt.Record.Benchmarks {
		objects, _ := b.PerOp()
		weights[b.Package] += objects
	}
	var parts []*part
	for _, pkg := range j.opt.Trace.Packages {
		if j.opt.Only != nil && !slices.Contains(j.opt.Only, pkg.Path) {
			continue
		}
		users, err := j.importers(ctx, []string{pkg.Path})
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

// join adds a part to the list, merged with those that share a benchmark's
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

// runAll runs a loop for each part. If one fails, it stops the others.
func (j *job) runAll(ctx context.Context, parts []*part) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	for range parts {
		j.scheduler.join()
	}
	var wait sync.WaitGroup
	for _, p := range parts {
		wait.Go(func() {
			defer j.scheduler.leave()
			begin := j.begin(p.packages)
			if p.again {
				begin = j.resume(p)
			}
			var err error
			if p.end, err = j.loop(ctx, begin); err != nil {
				stop(err)
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// sum merges the results of the parts. If the whole is rejected although each
// part was accepted, one loop does all of it again.
func (j *job) sum(ctx context.Context, parts []*part) (*Result, error) {
	r, parts, err := j.merged(ctx, parts)
	for range attempts {
		if err != nil {
			return nil, err
		}
		fine, err := j.recountVarying(ctx, parts, r)
		if err != nil || fine {
			return r, err
		}
		var again []*part
		for _, p := range parts {
			if p.again {
				again = append(again, p)
			}
		}
		if err := j.runAll(ctx, again); err != nil {
			return nil, err
		}
		for _, p := range again {
			p.again = false
		}
		if r, parts, err = j.merged(ctx, parts); err != nil {
			return nil, err
		}
	}
	return r, err
}

// attempts is how often the loops begin again without rewrites that make a benchmark
// worse together.
const attempts = 3

// merged proves the results of the parts together, if need be in one loop, and returns
// the parts that the result is made of.
func (j *job) merged(ctx context.Context, parts []*part) (*Result, []*part, error) {
	timed, stop, expired := j.within(ctx)
	whole, err := j.allStand(timed, parts)
	stop()
	if expired(err) {
		return j.report(heaviest(parts)), parts, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if !whole {
		all := &part{}
		for _, p := range parts {
			all.packages = append(all.packages, p.packages...)
			all.measured = append(all.measured, p.measured...)
		}
		parts = []*part{all}
		if err := j.runAll(ctx, parts); err != nil {
			return nil, nil, err
		}
	}
	return j.report(parts), parts, nil
}

// heaviest leaves the rewrites of the first part that has any: there is no time left to
// prove that those of several parts stand together. Those of the others are dropped.
func heaviest(parts []*part) []*part {
	kept := false
	for _, p := range parts {
		if len(p.end.kept) == 0 {
			continue
		}
		if !kept {
			kept = true
			continue
		}
		late := outcome{dropped: p.end.dropped}.outOfTime(p.end.kept)
		p.end = state{dropped: late.dropped, warnings: p.end.warnings, late: true}
	}
	return parts
}

// allStand reports whether the changes of all parts stand together: packages
// that use several of them build, and their tests pass.
func (j *job) allStand(ctx context.Context, parts []*part) (bool, error) {
	c := j.unchanged()
	c.New = map[string][]byte{}
	users := map[string]int{}
	for _, p := range parts {
		maps.Copy(c.New, p.end.code.files)
		changed := p.end.changed()
		c.Packages = append(c.Packages, changed...)
		list, err := j.importers(ctx, changed)
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
	return j.stands(ctx, c)
}

// stands asks the judges that can reject a change of several packages.
func (j *job) stands(ctx context.Context, c verify.Change) (bool, error) {
	j.progress("proving", "all together")
	for _, judge := range []verify.Judge{j.judges.build, j.judges.variants, j.judges.tests} {
		said, err := judge(ctx, c, verify.Measurements{Before: j.opt.Record})
		if err != nil || said.Verdicts[0].Outcome == alloc.Rejected {
			return false, err
		}
	}
	return true, nil
}

// changed returns the packages that a loop has rewritten.
func (s state) changed() []string {
	var list []string
	for _, t := range s.accepted {
		list = append(list, t.Package)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// report makes one result of the results of the loops.
func (j *job) report(parts []*part) *Result {
	r := &Result{After: j.opt.Record, Files: rewrite.Files{}, Phases: j.phases.sorted()}
	late := false
	var dropped []alloc.Trial
	for _, p := range parts {
		maps.Copy(r.Files, p.end.code.files)
		if len(p.end.accepted) > 0 {
			r.After = verify.Merge(r.After, verify.Restrict(p.end.code.record,
				func(b alloc.Benchmark) bool { return slices.Contains(p.measured, b.Package) }))
		}
		late = late || p.end.late
		r.Trials = append(r.Trials, p.end.accepted...)
		r.Claims = append(r.Claims, p.end.claims...)
		for _, d := range p.end.dropped {
			dropped = append(dropped, d.trial())
		}
		for _, w := range p.end.warnings {
			if !slices.Contains(r.Warnings, w) {
				r.Warnings = append(r.Warnings, w)
			}
		}
	}
	r.Original = j.disk.of(r.Files)
	r.Trials = append(r.Trials, dropped...)
	if late {
		r.Warnings = append(r.Warnings, j.late())
	}
	return r
}
