package counts

import (
	"context"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// gained reports whether each candidate of a change was found to gain before, beside others that
// are gone now.
func gained(c verify.Change) bool {
	return len(c.Candidates) > 0 && !slices.ContainsFunc(c.Candidates,
		func(one verify.Candidate) bool {
			return !slices.ContainsFunc(one.Known, func(v alloc.Verdict) bool {
				return v.Judge == judge && v.Outcome == alloc.Accepted
			})
		})
}

// again counts once what was found to gain beside others. It reports false where one count does not
// show that it still does, or several candidates are for one function, whose gains it does not tell
// apart: then it is counted as if nothing were known.
func (t tracer) again(ctx context.Context, s state) (_ state, ok bool, err error) {
	var all []int
	for i := range s.change.Candidates {
		all = append(all, i)
	}
	if len(levels(s.change.Candidates)) > 1 {
		return s, false, nil
	}
	t.whole = true
	next, _, err := t.measure(ctx, s, all)
	if err != nil || next.record == nil || len(regressions(next.before, next.record)) > 0 {
		return s, false, err
	}
	verdicts := make([]alloc.Verdict, len(all))
	for _, i := range all {
		verdicts[i] = s.gain(i, next.before, next)
		if verdicts[i].Outcome != alloc.Accepted {
			return s, false, nil
		}
	}
	if shifted(next.before, next.record, verdicts) {
		return s, false, nil
	}
	s.verdicts, s.kept, s.files, s.record = verdicts, all, next.change.New, next.record
	return s, true, nil
}
