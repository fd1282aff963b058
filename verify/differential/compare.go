package differential

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/plant"
	"github.com/wring-go/wring/verify/differential/reach"
)

// pair is one function, or one instance of a generic one, in both builds.
type pair struct {
	builds plant.Builds
	dir    string // for the files of processes
	opt    Options
	target reach.Target
	pkg    string // its import path
	name   string // of the instance
	care   care
	// patience is how long one call may take.
	patience time.Duration
	reuses   bool // the old code writes to what it has handed out, so that the new code may
	breeds   bool // go on where a block was not reached
	short    bool // a block was not reached, of one instance at least
	// begin is the first input that is tried: outcomes count from it. Beyond zero, inputs are bred.
	begin int
	bred  []harness.Bred
	// reached are the blocks that ran in comparisons of the package, by which nothing differed.
	reached map[uint64]bool
}

// compare compares all instances of a function.
func (p *pair) compare(ctx context.Context) (alloc.Verdict, error) {
	var results []Result
	for i := range p.target.Exprs {
		p.name = p.target.Instance(i)
		v, err := p.instance(ctx)
		var unable *unableError
		if errors.As(err, &unable) {
			v, err = unknown("%s", unable.reason), nil
		}
		if err != nil {
			return v, err
		}
		results = append(results, Result{Func: p.name, Verdict: v})
	}
	if len(results) == 1 {
		return results[0].Verdict, nil
	}
	return sum(results), nil
}

// How long a call may take. With inputs that can make it take forever, soon is enough: there
// are others. What seems to differ is looked at again, and gets longer, because one side may
// have come back just in time.
const (
	hasty   = 250 * time.Millisecond
	patient = 500 * time.Millisecond
	longer  = 4
)

// instance tries a function with what comes, and where that takes too much time or memory,
// because it does something as often as a number says or a node can be reached, with little;
// and where calls do not come back even so, because only some values of a type are meant to
// be, with those. What one of these has shown holds. Where a block was not reached, p is short
// of inputs, and goes on with some that are bred if it breeds.
func (p *pair) instance(ctx context.Context) (v alloc.Verdict, err error) {
	first, inputs, missing := map[uint64]int{}, 0, ""
	end := p.breedUntil(time.Now())
	p.bred, p.begin = nil, 0
	for p.care = p.opt.cares.needed(p.pkg, p.name); ; {
		p.patience = hasty
		if p.care > careless {
			p.patience = patient
		}
		var old, now []harness.Outcome
		var run map[uint64]int
		for _, whole := range []bool{false, true} {
			var stopped bool
			if old, now, run, stopped, err = p.both(ctx, whole); err != nil {
				return v, err
			}
			v, err = p.examine(ctx, old, now)
			if !stopped || err != nil || v.Outcome == alloc.Rejected {
				break
			}
		}
		maps.Copy(run, first)
		first = run
		inputs += v.Evidence.Inputs
		switch {
		case err != nil || v.Outcome == alloc.Rejected:
			return v, err
		case p.begin > 0 && v.Outcome == alloc.Unknown:
			if v.Evidence.Inputs < leastInputs {
				v.Reason = missing
				return v, nil
			}
			v.Outcome, v.Reason = alloc.Accepted, "" // what is bred of inputs may well panic
		case p.begin > 0:
		case p.care < sound && p.care.tooLittle(old, p.opt.Inputs):
			p.opt.cares.note(p.pkg, p.name, p.care, old)
			p.care++
			inputs = 0
			continue
		case v.Outcome == alloc.Unknown:
			return v, nil
		}
		v.Evidence.Inputs = inputs
		ran := map[uint64]bool{}
		for block := range first {
			ran[block] = true
		}
		maps.Copy(p.reached, ran)
		if missing = missed(p.builds.Blocks, p.target, ran, false); missing == "" {
			p.bred, p.begin = nil, 0
			return p.atOnce(ctx, v)
		}
		p.short = true
		if !p.breeds || time.Now().After(end) || !p.breed(min(len(old), len(now)), first) {
			v.Outcome, v.Reason = alloc.Unknown, missing
			return v, nil
		}
	}
}

// Where inputs have not reached a block, as many more are bred of those that ran blocks first,
// so many generations at most, and none after a function has had so much of its time.
const (
	generations = 4
	breeding    = 3

	shareOfBreeding = 4 // of what is left, the part in which a function may begin a generation
)

// breedUntil returns when nothing more is bred for a function that is compared from begun on. Where
// time is short that is sooner, so that others have theirs.
func (p pair) breedUntil(begun time.Time) time.Time {
	end := begun.Add(breeding * p.opt.Time)
	if !p.opt.end.IsZero() {
		if sooner := begun.Add(p.opt.end.Sub(begun) / shareOfBreeding); sooner.Before(end) {
			return sooner
		}
	}
	return end
}

// breed goes on behind the n inputs that were tried last with others, which are made of those
// that ran blocks first. It reports false where there are enough, or too few to begin with.
func (p *pair) breed(n int, first map[uint64]int) bool {
	if len(p.bred) == generations || n < leastInputs || len(first) == 0 {
		return false
	}
	p.begin += n
	p.bred = append(p.bred, harness.Bred{From: p.begin,
		Parents: slices.Compact(slices.Sorted(maps.Values(first)))})
	return true
}

// examine compares outcomes.
func (p pair) examine(ctx context.Context, old, now []harness.Outcome) (
	v alloc.Verdict, err error) {
	n := min(len(old), len(now))
	p.reuses = slices.ContainsFunc(old, func(o harness.Outcome) bool {
		return o.Flags&harness.Reused != 0
	})
	old, now = p.comparable(old), p.comparable(now)
	v = alloc.Verdict{Judge: judge, Outcome: alloc.Accepted}
	var tally tally
	for _, end := range []int{soon(old[:n], now[:n]), n} {
		var bad []int
		if tally, bad, err = p.differences(ctx, old[:end], now[:end]); err != nil {
			return v, err
		}
		v.Evidence.Inputs, v.Evidence.Mismatches = tally.compared, len(bad)
		if len(bad) > 0 {
			v.Outcome = alloc.Rejected
			v.Reason, err = p.evidence(ctx, bad)
			return v, err
		}
	}
	if tally.doubt() != "" {
		v.Outcome, v.Reason = alloc.Unknown, tally.doubt()
	}
	return v, nil
}

// comparable returns outcomes without what whoever was passed memory could not rely on with
// the old code either.
func (p pair) comparable(list []harness.Outcome) []harness.Outcome {
	if !p.reuses {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i].Flags &^= harness.Reused
	}
	return list
}

// soon returns after which outcome a no is sure enough: once many differ, the
// rest need not be looked at.
func soon(old, now []harness.Outcome) int {
	const many = 30
	differ := 0
	for i := range old {
		if old[i] != now[i] {
			differ++
		}
		if differ == many {
			return i + 1
		}
	}
	return 0 // all of them matter
}

// firstLeg is after how many inputs both sides are compared, which need not go on where so many of
// them differ already.
const firstLeg = 1000

// both runs the old code and the new at the same time. The new code gets a little more time, to
// come as far as the old. Unless they are to do the whole, they stop after the first leg where a no
// is sure enough.
func (p pair) both(ctx context.Context, whole bool) (old, now []harness.Outcome,
	first map[uint64]int, stopped bool, err error) {
	var wait sync.WaitGroup
	var errs [2]error
	n, limit, meet := p.opt.Inputs, p.opt.Time, newMeeting()
	ask := func(side int) func([]harness.Outcome) bool {
		if whole {
			return nil
		}
		return func(mine []harness.Outcome) bool { return meet.enough(side, mine) }
	}
	wait.Go(func() {
		defer meet.leave(0)
		old, _, errs[0] = p.outcomes(ctx, p.builds.Old, n, limit, nil, ask(0))
	})
	wait.Go(func() {
		defer meet.leave(1)
		now, first, errs[1] = p.outcomes(ctx, p.builds.New, n, limit*5/4, nil, ask(1))
	})
	wait.Wait()
	return old, now, first, meet.stopped.Load(), errors.Join(errs[0], errs[1])
}

// missed returns which new blocks of a function, and of the functions that the change adds for
// it, no input has reached; "" for none. Inner asks about those of its function literals, which
// may run in others.
func missed(blocks []plant.Block, t reach.Target, run map[uint64]bool, inner bool) string {
	var lines []string
	for i, block := range blocks {
		mine := block.Func == t.Name || slices.Contains(t.Added, block.Func)
		if mine && !block.Known && block.Inner == inner && !run[uint64(i)] {
			lines = append(lines, strconv.Itoa(block.Line))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "no input reached the new code at line " + strings.Join(lines, ", ")
}

// atOnce looks for state that calls share, where the old code has none.
func (p pair) atOnce(ctx context.Context, v alloc.Verdict) (
	alloc.Verdict, error) {
	const times = 3 // what happens by chance does not happen so often
	for range times {
		now, err := p.differing(ctx, p.builds.New)
		if err != nil || now == 0 {
			return v, err
		}
		old, err := p.differing(ctx, p.builds.Old)
		if err != nil || old > 0 {
			return v, err
		}
		v.Evidence.Mismatches = now
	}
	v.Outcome = alloc.Rejected
	v.Reason = "called by several goroutines at once, the new code gives other results " +
		"than called by one"
	return v, nil
}
