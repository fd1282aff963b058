package counts

import (
	"context"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// mostOfAll is the part of the benchmarks from which on a step counts all of them.
const mostOfAll = 0.5

// concerned returns the benchmarks that a step with more candidates counts: those that run a
// function that these change. It returns nil for all. What else a step may do to the others is
// counted once, when it is known what is kept.
func (t tracer) concerned(s state, more []int) map[string]bool {
	if t.whole {
		return nil
	}
	var funcs []string
	for _, i := range more {
		funcs = append(funcs, s.changed[i]...)
	}
	runs := verify.Running(s.record, funcs)
	if n := float64(len(runs)); n == 0 || n > mostOfAll*float64(len(s.record.Benchmarks)) {
		return nil
	}
	return runs
}

// unconcerned returns what a step counted, now, with the figures of old for the benchmarks that it
// does not concern and that it did not run.
func unconcerned(old, now *alloc.Record, concerned map[string]bool, c verify.Change) (
	*alloc.Record, error) {
	counted := perOp(now)
	rest, err := moved(verify.Restrict(old, func(b alloc.Benchmark) bool {
		_, known := counted[b.FullName()]
		return !known && !concerned[b.FullName()]
	}), c)
	return verify.Merge(now, rest), err
}

// rest counts all benchmarks with what is kept. It reports false if one became heavier beyond
// chance, or if they cannot be counted.
func (t tracer) rest(ctx context.Context, s state) (_ state, ok bool, err error) {
	t.whole = true
	begun := s
	begun.kept, begun.files, begun.record = nil, s.change.Old, s.before
	next, grown, err := t.measure(ctx, begun, s.kept)
	if err == nil && next.record != nil {
		grown, err = t.heavier(ctx, next.before, next)
	}
	if err != nil || next.record == nil || len(grown) > 0 {
		return s, false, err
	}
	s.record, s.partly = next.record, false
	return s, true, nil
}
