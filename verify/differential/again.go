package differential

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/wring-go/wring/verify/differential/harness"
)

// differences returns the inputs on which the new code does something that the
// old code never does.
func (p pair) differences(ctx context.Context, old, now []harness.Outcome) (
	t tally, bad []int, err error) {
	byChance, bad, err := p.ends(ctx, old, now)
	if err != nil {
		return t, nil, err
	}
	if len(bad) > 0 {
		for i := range old {
			t.add(old[i], old[i])
		}
		return t, bad, nil
	}
	old, now = losing(old, byChance), losing(now, byChance)
	var chance []int
	if bad, chance, err = p.near(ctx, old, now); err != nil || len(bad)+len(chance) > 0 {
		for i, o := range old {
			if slices.Contains(chance, i) {
				o.Hash++ // it is not what the old code always does
			}
			t.add(old[i], o)
		}
		return t, bad, err
	}
	again := now // where both agree, the old code surely agrees with itself
	if i := lastDifference(old, now); i >= 0 {
		p.patience *= longer
		if again, _, err = p.outcomes(ctx, p.builds.Old, i+1, 2*p.opt.Time, old, nil); err != nil {
			return t, nil, err
		}
		again = append(again, now[min(len(now), len(again)):]...)
	}
	for i := range old {
		if t.add(old[i], again[i]) && now[i] != old[i] {
			bad = append(bad, i)
		}
	}
	bad, err = p.steady(ctx, old, bad, t.total > t.compared+t.lost)
	return t, bad, err
}

// steady returns the mismatches that stay when the new code is run once more and
// the old code several times: what is done by chance may be the same twice. Where
// the old code has been seen to leave things to chance, as the order of a map,
// both are run so often that two keys do not keep their order by luck.
func (p pair) steady(ctx context.Context, old []harness.Outcome, bad []int, chance bool) (
	[]int, error) {
	times := 4
	if chance {
		times = noneByLuck
	}
	for round := range times {
		if len(bad) == 0 {
			break
		}
		before := len(bad)
		again, now, err := p.again(ctx, old[:bad[before-1]+1], round == 0 || chance)
		if err != nil {
			return nil, err
		}
		bad = slices.DeleteFunc(bad, func(i int) bool {
			return i < len(again) && again[i] != old[i] || i < len(now) && now[i] == old[i]
		})
		if len(bad) == before && before > 20 {
			break // there is nothing of chance in it
		}
	}
	return bad, nil
}

// again runs the old code once more on the inputs that came to known, and if newToo the new
// code at the same time.
func (p pair) again(ctx context.Context, known []harness.Outcome, newToo bool) (
	old, now []harness.Outcome, err error) {
	var wait sync.WaitGroup
	var errs [2]error
	n, limit := len(known), 2*p.opt.Time
	wait.Go(func() { old, _, errs[0] = p.outcomes(ctx, p.builds.Old, n, limit, known, nil) })
	if newToo {
		wait.Go(func() { now, _, errs[1] = p.outcomes(ctx, p.builds.New, n, limit, known, nil) })
	}
	wait.Wait()
	return old, now, errors.Join(errs[0], errs[1])
}

// lastDifference returns the last index at which the lists differ; -1 if they
// do not.
func lastDifference(a, b []harness.Outcome) int {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// How many inputs are looked at nearby, and how often: a few times where the old code does the
// same each time, and where it varies on some of them, so often that two keys of a map do not
// keep their order by luck.
const (
	fewInputs  = 20
	fewTimes   = 8
	noneByLuck = 24
)

// near runs inputs on which the sides differ once more, in new processes that run little else.
// It returns those that differ surely: on one of them at least the old code always does the same
// and the new code never does that. Or it returns all of them as chance, since the old code
// varies on each; or nothing where it takes more to find out: what earlier inputs have left
// behind may matter, and so may how a process ended.
func (p pair) near(ctx context.Context, old, now []harness.Outcome) (bad, chance []int, err error) {
	for i := range old {
		if old[i] != now[i] {
			bad = append(bad, i)
		}
		if old[i] != now[i] && (lost(old[i]) || lost(now[i])) {
			return nil, nil, nil
		}
	}
	few := bad[:min(fewInputs, len(bad))]
	varies, same := map[int]bool{}, map[int]bool{}
	first := map[int]harness.Outcome{}
	for round := 0; round < noneByLuck && len(few) > 0; round++ {
		if len(varies) == len(few) || round == fewTimes && len(varies) == 0 {
			break
		}
		was, is, err := p.bothExplain(ctx, few)
		if err != nil {
			return nil, nil, err
		}
		for _, i := range few {
			a, b := was[i], is[i]
			if a.Outcome == "" || b.Outcome == "" {
				return nil, nil, nil // a process ended
			}
			outcome := p.comparable([]harness.Outcome{a.Whole, b.Whole})
			if round == 0 {
				first[i] = outcome[0]
			}
			if outcome[0] != first[i] {
				varies[i] = true
			}
			if outcome[1] == outcome[0] || outcome[1] == first[i] {
				same[i] = true
			}
		}
	}
	sure := slices.ContainsFunc(few, func(i int) bool { return !varies[i] && !same[i] })
	switch {
	case sure:
		return slices.DeleteFunc(bad, func(i int) bool { return varies[i] }), nil, nil
	case len(varies) == len(bad):
		return nil, bad, nil
	}
	return nil, nil, nil
}

// bothExplain has both sides explain inputs at the same time.
func (p pair) bothExplain(ctx context.Context, list []int) (
	old, now map[int]harness.Explanation, err error) {
	var wait sync.WaitGroup
	var errs [2]error
	wait.Go(func() { old, errs[0] = p.explain(ctx, p.builds.Old, list) })
	wait.Go(func() { now, errs[1] = p.explain(ctx, p.builds.New, list) })
	wait.Wait()
	return old, now, errors.Join(errs[0], errs[1])
}
