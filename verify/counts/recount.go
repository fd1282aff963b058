package counts

import (
	"context"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// recounts is how often a rejection is counted again, and slight the objects
// per operation from which on a gain needs no second count. Pools that the
// collector empties and maps that grow by chance make small differences between
// two runs of the same code.
const (
	recounts = 3
	slight   = 0.5
)

// heavier returns which benchmark became heavier each time that it was counted.
func (t tracer) heavier(ctx context.Context, old *alloc.Record, next step) (string, error) {
	grown := regressions(old, next.record)
	for range recounts {
		if len(grown) == 0 {
			return "", nil
		}
		was, is, err := t.recount(ctx, next, pattern(old, func(b alloc.Benchmark) bool {
			return slices.ContainsFunc(grown, func(r regression) bool {
				return r.benchmark == b.FullName()
			})
		}))
		if err != nil {
			return "", err
		}
		if is == nil {
			break
		}
		grown = inBoth(regressions(old, is), grown)
		grown = inBoth(regressions(was, is), grown)
	}
	if len(grown) == 0 {
		return "", nil
	}
	return grown[0].String(), nil
}

// recount measures the benchmarks that match a pattern once more, without and
// with the step. The records are nil where they cannot be measured.
func (t tracer) recount(ctx context.Context, next step, bench string) (
	was, is *alloc.Record, err error) {
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
