package counts

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// slight are the objects per operation from which on a gain needs no second count.
// Pools that the collector empties and maps that grow by chance make small differences
// between two runs of the same code.
const slight = 0.5

// heavier returns which benchmarks became heavier beyond chance. Those that look heavier
// are counted again, and so are those that the step concerns if their counts may vary:
// one run of such a benchmark says little, for or against the step.
func (t tracer) heavier(ctx context.Context, old *alloc.Record, next step) ([]regression, error) {
	open := map[string]bool{}
	for _, r := range regressions(old, next.record) {
		open[r.benchmark] = true
	}
	before, after := perOp(old), perOp(next.record)
	runs := verify.Running(old, next.funcs)
	for name := range runs {
		was, is := before[name], after[name]
		if (fractional(was.objects) || fractional(is.objects)) &&
			is.objects > 0.9*was.objects-slight && !t.known.has(name) {
			open[name] = true
		}
	}
	counted := map[string]*repeated{}
	for name := range open {
		r := &repeated{}
		if is, known := after[name]; !known {
			r.gone = true
		} else if describeGrowth(before[name], is, maxBytes) == "" {
			r.old, r.now = series{before[name]}, series{is}
		} else { // this count is why it is counted again, and no evidence if it varies
			r.first = &[2]figures{before[name], is}
		}
		counted[name] = r
	}
	return t.untilCertain(ctx, old, next, counted)
}

// untilCertain counts benchmarks again until it is certain of each whether it became
// heavier, or of some that they did.
func (t tracer) untilCertain(ctx context.Context, old *alloc.Record, next step,
	counted map[string]*repeated) ([]regression, error) {
	most := looks[len(looks)-1]
	for round := 1; round <= most && len(counted) > 0; round++ {
		was, is, err := t.recount(ctx, next, pattern(old, func(b alloc.Benchmark) bool {
			return counted[b.FullName()] != nil
		}))
		if err != nil {
			return nil, err
		}
		if is == nil { // it cannot be counted again: what the first count said stands
			return regressions(old, next.record), nil
		}
		before, after := perOp(was), perOp(is)
		var found []regression
		for _, b := range old.Benchmarks {
			name := b.FullName()
			r := counted[name]
			if r == nil {
				continue
			}
			reason, certain := r.add(before, after, name, round == most)
			if r.steady() {
				t.known.add(name)
			}
			if reason != "" {
				found = append(found, regression{name, reason})
			} else if certain {
				delete(counted, name)
			}
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

// lost is how often a benchmark must be missing before it counts as gone.
const lost = 3

// add adds a count on each side and judges the benchmark.
func (r *repeated) add(before, after map[string]figures, name string, last bool) (
	reason string, certain bool) {
	was, knownBefore := before[name]
	is, knownAfter := after[name]
	if knownBefore {
		r.old = append(r.old, was)
	}
	if knownAfter {
		r.now = append(r.now, is)
	}
	if knownBefore && knownAfter && r.repeats(was, is) {
		return describeGrowth(was, is, maxBytes), true
	}
	if r.gone && len(r.now) == 0 {
		if len(r.old) >= lost {
			return "it can be counted no more", true
		}
		return "", last
	}
	return r.heavier(last)
}

// repeats reports whether a first count, in which the benchmark looked heavier, has come out
// a second time to the object and to the byte: then nothing varies.
func (r *repeated) repeats(was, is figures) bool {
	return r.first != nil && len(r.old) == 1 && len(r.now) == 1 &&
		series{r.first[0], was}.exact() && series{r.first[1], is}.exact()
}

// recount measures the benchmarks that match a pattern once more, without and
// with the step. The records are nil where they cannot be measured.
func (t tracer) recount(ctx context.Context, next step, bench string) (
	was, is *alloc.Record, err error) {
	if !t.known.sequential.Load() {
		if was, is = t.beside(ctx, next, bench); was != nil {
			return was, is, nil
		}
		t.known.sequential.Store(ctx.Err() == nil)
	}
	if was, err = t.trace(ctx, next.change.Old, "old", bench); err == nil {
		is, err = t.trace(ctx, next.change.New, "now", bench)
	}
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, nil
	}
	return was, is, nil
}

// beside measures both sides at the same time. The records are nil where one of them fails, or
// lacks benchmarks of the other: what they share (a port, a file) may have come between them.
func (t tracer) beside(ctx context.Context, next step, bench string) (was, is *alloc.Record) {
	var failed [2]error
	var both sync.WaitGroup
	both.Go(func() { was, failed[0] = t.trace(ctx, next.change.Old, "old", bench) })
	both.Go(func() { is, failed[1] = t.trace(ctx, next.change.New, "now", bench) })
	both.Wait()
	if failed[0] != nil || failed[1] != nil || !slices.Equal(names(was), names(is)) {
		return nil, nil
	}
	return was, is
}

// names returns the full names of a record's benchmarks.
func names(rec *alloc.Record) []string { return slices.Sorted(maps.Keys(perOp(rec))) }

// confirm counts slight gains again, and rejects what does not gain each time.
func (t tracer) confirm(ctx context.Context, s state, next step) error {
	var doubtful []int
	for _, i := range next.more {
		if e := s.verdicts[i].Evidence.ObjectsPerOp; e[0]-e[1] < slight {
			doubtful = append(doubtful, i)
		}
	}
	if len(doubtful) == 0 {
		return nil
	}
	runs := verify.Running(s.record, s.funcs(doubtful))
	was, is, err := t.recount(ctx, next, pattern(s.record, func(b alloc.Benchmark) bool {
		return runs[b.FullName()]
	}))
	if err != nil || is == nil {
		return err
	}
	next.record = is
	for _, i := range doubtful {
		for _, old := range []*alloc.Record{s.record, was} {
			if v := s.gain(i, old, next); v.Outcome == alloc.Rejected {
				s.verdicts[i] = v
				break
			}
		}
	}
	return nil
}

// shifts reports whether what a step gains has only shifted to callers. claims are the
// verdicts on its gains, from one record to the step's. Objects of the runtime itself may
// strike a count once, so that it looks shifted: it is counted a second time.
func (t tracer) shifts(ctx context.Context, next step,
	claims func(old *alloc.Record, next step) []alloc.Verdict) (bool, error) {
	if !shifted(next.before, next.record, claims(next.before, next)) {
		return false, nil
	}
	was, is, err := t.recount(ctx, next, next.part)
	if err != nil || is == nil {
		return true, err
	}
	was = knownTo(is, was)
	if next.record, err = dropNoise(was, knownTo(was, is), next); err != nil {
		return true, err
	}
	return shifted(was, next.record, claims(was, next)), nil
}

// Vary counts benchmarks before and after a change again, as often as it takes to tell how
// far their figures vary by chance, and returns those that do, by name. c says what
// differs; its candidates do not matter. The records are the first counts of both sides;
// names are full names of benchmarks of the first.
func Vary(ctx context.Context, opt Options, c verify.Change, rec, now *alloc.Record,
	names map[string]bool) ([]alloc.Varying, error) {
	return tracing(opt.Trace, c, opt.Dir, &steady{}).vary(ctx, c, rec, now, names)
}

func (t tracer) vary(ctx context.Context, c verify.Change, rec, now *alloc.Record,
	names map[string]bool) ([]alloc.Varying, error) {
	next := step{change: c}
	counted := map[string]*repeated{}
	firstBefore, firstAfter := perOp(rec), perOp(now)
	for name := range names {
		was, known := firstBefore[name]
		if is, counts := firstAfter[name]; known && counts {
			counted[name] = &repeated{old: series{was}, now: series{is}}
		}
	}
	for round := 2; round <= looks[1]; round++ {
		wanted := func(b alloc.Benchmark) bool {
			r := counted[b.FullName()]
			return names[b.FullName()] && (r == nil || len(r.old) < 2 ||
				!r.old.steady() || !r.now.steady())
		}
		if !slices.ContainsFunc(rec.Benchmarks, wanted) {
			break
		}
		was, is, err := t.recount(ctx, next, pattern(rec, wanted))
		if err != nil || is == nil {
			return nil, err
		}
		before, after := perOp(was), perOp(is)
		for _, b := range rec.Benchmarks {
			name := b.FullName()
			was, ok1 := before[name]
			is, ok2 := after[name]
			if !names[name] || !ok1 || !ok2 {
				continue
			}
			if counted[name] == nil {
				counted[name] = &repeated{}
			}
			counted[name].old = append(counted[name].old, was)
			counted[name].now = append(counted[name].now, is)
		}
	}
	list := []alloc.Varying{}
	for _, b := range rec.Benchmarks {
		if r := counted[b.FullName()]; r != nil {
			if v, ok := r.varying(b.FullName()); ok {
				list = append(list, v)
			}
		}
	}
	return list, nil
}
