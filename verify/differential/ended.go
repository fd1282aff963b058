package differential

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/wring-go/wring/verify/differential/harness"
)

// How often both sides are run again to find out why a process ended, and for how many inputs
// beyond the last one that it did not survive.
const (
	endTimes = 3
	endMore  = 2000
)

// ends returns the inputs on which the process of one side ended and that of the other did not,
// if what an earlier call has started is what ends it, some time later: by chance, if the old
// code does so too, at other inputs each time; and surely different, if the new code does so
// again and the old code never.
func (p pair) ends(ctx context.Context, old, now []harness.Outcome) (
	chance, sure []int, err error) {
	var ended []int
	for i := range min(len(old), len(now)) {
		if lost(old[i]) != lost(now[i]) {
			ended = append(ended, i)
		}
	}
	if len(ended) == 0 {
		return nil, nil, nil
	}
	to := min(p.opt.Inputs, ended[len(ended)-1]+1+endMore)
	always, varies := slices.Clone(ended), false
	oldEnds, newEnds := slices.ContainsFunc(old, lost), 0
	for range endTimes {
		was, is, err := p.afresh(ctx, to)
		if err != nil {
			return nil, nil, err
		}
		for i := range min(len(was), len(old)) {
			varies = varies || lost(was[i]) != lost(old[i])
		}
		oldEnds = oldEnds || slices.ContainsFunc(was, lost)
		if slices.ContainsFunc(is, lost) {
			newEnds++
		}
		always = slices.DeleteFunc(always, func(i int) bool {
			side := is
			if lost(old[i]) {
				side = was
			}
			return i >= len(side) || !lost(side[i])
		})
	}
	switch {
	case !oldEnds && newEnds > endTimes/2:
		return nil, ended, nil
	case varies && len(always) == 0:
		return ended, nil, nil
	}
	return nil, nil, nil
}

// afresh runs both sides once more on the first inputs, those that were lost among them.
func (p pair) afresh(ctx context.Context, to int) (old, now []harness.Outcome, err error) {
	var wait sync.WaitGroup
	var errs [2]error
	limit := 2 * p.opt.Time
	wait.Go(func() { old, _, errs[0] = p.outcomes(ctx, p.builds.Old, to, limit, nil, nil) })
	wait.Go(func() { now, _, errs[1] = p.outcomes(ctx, p.builds.New, to, limit, nil, nil) })
	wait.Wait()
	return old, now, errors.Join(errs[0], errs[1])
}

// losing returns outcomes of which those of some inputs are lost, whatever they were.
func losing(list []harness.Outcome, inputs []int) []harness.Outcome {
	list = slices.Clone(list)
	for _, i := range inputs {
		list[i] = harness.Outcome{Flags: harness.Crashed}
	}
	return list
}
