package timing

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/verify"
)

const (
	defaultTime = 10 * time.Millisecond
	// repeats is into how many parts a run is divided, of which the fastest counts:
	// other work of the machine spoils some of them, not all.
	repeats = 4
)

// race times the benchmarks of packages before and after a change and judges them as
// one. It stops as soon as one of them is slower.
func (opt Options) race(ctx context.Context, c verify.Change, packages []alloc.Package,
	benchmarks map[string][]string) (alloc.Verdict, error) {
	var all []result
	for _, p := range packages {
		if len(benchmarks[p.Path]) == 0 {
			continue
		}
		if opt.over() {
			return verify.OutOfTime(judge, "timed"), nil
		}
		list, err := opt.racePackage(ctx, c, p, benchmarks[p.Path])
		if err != nil {
			return alloc.Verdict{}, err
		}
		for i := range list {
			list[i].name = p.Path + "." + list[i].name
		}
		all = append(all, list...)
		if decided(list, slower) {
			break
		}
	}
	v := verdict(all)
	if v.Outcome == alloc.Unknown && len(all) > 0 && opt.over() {
		return verify.OutOfTime(judge, "timed"), nil
	}
	return v, nil
}

func (opt Options) over() bool { return opt.Left != nil && opt.Left() <= 0 }

func decided(list []result, d decision) bool {
	return slices.ContainsFunc(list, func(r result) bool { return r.decision == d })
}

// racePackage runs the tests of a package before and after the change round by round.
func (opt Options) racePackage(ctx context.Context, c verify.Change, p alloc.Package,
	benchmarks []string) ([]result, error) {
	old, err := opt.binary(ctx, c, c.Old, p)
	if err != nil {
		return nil, err
	}
	now, err := opt.binary(ctx, c, c.New, p)
	if err != nil {
		return nil, err
	}
	if opt.Alone != nil {
		defer opt.Alone()()
	}
	if opt.Time == 0 {
		opt.Time = defaultTime
	}
	r, err := clock.Begin(ctx, old, now, clock.Options{Time: opt.Time, Repeats: repeats,
		Pin: true, Benchmarks: benchmarks, Env: c.Env})
	if err != nil {
		return nil, err
	}
	defer r.End()
	return opt.rounds(ctx, r)
}

// rounds goes on until all benchmarks are decided, one is slower, or there is no more
// time.
func (opt Options) rounds(ctx context.Context, r *clock.Race) ([]result, error) {
	last := looks[len(looks)-1]
	if opt.Rounds > 0 {
		last = min(opt.Rounds, last)
	}
	open := map[string]bool{}
	for name := range r.Times() {
		open[name] = true
	}
	known := map[string]result{}
	for round := 1; round <= last && len(open) > 0 && !opt.over(); round++ {
		if err := r.Round(ctx, func(name string) bool { return open[name] }); err != nil {
			return nil, err
		}
		if !slices.Contains(looks, round) {
			continue
		}
		for _, b := range results(r.Times(), round == last) {
			if !open[b.name] || b.decision == undecided {
				continue
			}
			known[b.name] = b
			delete(open, b.name)
		}
		if decided(slices.Collect(maps.Values(known)), slower) {
			break
		}
	}
	list := results(r.Times(), true)
	for i, b := range list {
		if k, ok := known[b.name]; ok {
			list[i].decision = k.decision // at the look at which its rounds ended
		} else if decided(slices.Collect(maps.Values(known)), slower) {
			list[i].decision = undecided // another one has ended the race
		}
	}
	return list, nil
}
