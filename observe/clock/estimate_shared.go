package clock

import (
	"context"
	"maps"
	"slices"
	"time"
)

// estimateShared finds out how those of several sub-benchmarks of one benchmark are to be run of
// which nothing is known, in processes that they share. It does not say it of those that fail
// beside others.
func (r *Race) estimateShared(ctx context.Context) (map[string]*timed, error) {
	found := map[string]*timed{}
	if !r.opt.Processor {
		return found, nil
	}
	siblings := map[string][]*trial{}
	for _, name := range r.opt.Benchmarks {
		if r.opt.Known.find(r.sides[0], name, 0) == nil {
			siblings[top(name)] = append(siblings[top(name)], &trial{timed: r.trial(name)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(siblings)) {
		for list := range slices.Chunk(siblings[name], mostShare) {
			if list[0].name == name {
				continue // it is no sub-benchmark
			}
			ran, err := r.try(ctx, list)
			if err != nil {
				return nil, err
			}
			for _, t := range ran {
				found[t.name] = &t.timed
			}
		}
	}
	return found, nil
}

// trial is a benchmark that is tried beside others.
type trial struct {
	timed
	took, worked float64       // by the day's clock and the processor's
	lasted       time.Duration // of all repetitions, in the run that told what it took
}

// try does for benchmarks in a process what estimateAlone does for each, and returns those that
// ran. It returns none if two such processes have too much memory to run at the same time.
func (r *Race) try(ctx context.Context, list []*trial) ([]*trial, error) {
	byDay, byProcessor := manner{by: day, place: everywhere()},
		manner{by: processor, place: everywhere(), weigh: true}
	list, _, err := r.runTrials(ctx, list, byDay, func(t *trial, took ran) {
		t.timed, t.took, t.lasted = *r.fit(t.name, took.ns), took.ns, took.lasted
	})
	if err != nil {
		return nil, err
	}
	if list, err = r.boundTrials(ctx, list); err != nil {
		return nil, err
	}
	repeats := map[string]int{}
	for _, t := range list {
		t.iterate(0)
		repeats[t.name], t.repeats = t.repeats, min(enough, t.repeats)
	}
	list, all, err := r.runTrials(ctx, list, byProcessor, func(t *trial, took ran) {
		few := t.repeats
		t.worked, t.repeats = took.ns, repeats[t.name]
		t.shared.own = took.lasted / time.Duration(few) * time.Duration(t.repeats)
	})
	if err != nil || all.resident >= mostResident {
		return nil, err
	}
	for _, t := range list {
		t.shared.start = all.start
	}
	return list, r.chooseTrials(ctx, list)
}

// runTrials runs benchmarks in a process, tells what each took, and returns those that ran.
func (r *Race) runTrials(ctx context.Context, list []*trial, how manner,
	tell func(t *trial, took ran)) ([]*trial, sharing, error) {
	if len(list) == 0 {
		return nil, sharing{}, nil
	}
	var timeds []*timed
	for _, t := range list {
		timeds = append(timeds, &t.timed)
	}
	s, err := runShared(ctx, r.sides[0], timeds, how, r.opt)
	if err != nil {
		return nil, s, err
	}
	var ran []*trial
	for i, took := range s.each {
		if took.ns > 0 || how.by == idle {
			tell(list[i], took)
			ran = append(ran, list[i])
		}
	}
	return ran, s, nil
}

// boundTrials bounds those whose runs would last too long. How long the process takes to start is
// known to be none of it.
func (r *Race) boundTrials(ctx context.Context, list []*trial) ([]*trial, error) {
	limit, repeats := mostAround*r.opt.Time.Seconds(), r.few()
	long := slices.DeleteFunc(slices.Clone(list), func(t *trial) bool {
		return repeats == 1 || t.lasted.Seconds()/float64(repeats)*float64(t.repeats) <= limit
	})
	once := map[string]*trial{}
	var runs []*trial
	for _, t := range long {
		once[t.name] = t
		runs = append(runs, &trial{timed: timed{name: t.name, iterations: "1x", repeats: repeats}})
	}
	_, _, err := r.runTrials(ctx, runs, manner{by: day, place: everywhere()},
		func(run *trial, took ran) {
			t, one := once[run.name], took.lasted/time.Duration(repeats)
			around{t.lasted, one, took.lasted, repeats}.bound(&t.timed, limit)
			delete(once, run.name)
		})
	return slices.DeleteFunc(list, func(t *trial) bool { return once[t.name] != nil }), err
}

// chooseTrials finds out how benchmarks are timed.
func (r *Race) chooseTrials(ctx context.Context, list []*trial) error {
	waiting := map[string]bool{}
	may := slices.DeleteFunc(slices.Clone(list), func(t *trial) bool {
		return !mayWait(t.took, t.worked)
	})
	if _, _, err := r.runTrials(ctx, may, manner{by: idle, place: everywhere()},
		func(t *trial, took ran) { waiting[t.name] = waits(took.ns, t.worked) }); err != nil {
		return err
	}
	var busy []*trial
	for _, t := range list {
		if waiting[t.name] {
			continue
		}
		t.by, t.beside = processor, t.worked < several*t.took
		if !t.beside {
			busy = append(busy, t)
		}
	}
	return r.collectTrials(ctx, busy)
}

// collectTrials has those run beside the other side that keep several processors at work by the
// collector alone.
func (r *Race) collectTrials(ctx context.Context, list []*trial) error {
	took := map[string]float64{}
	list, _, err := r.runTrials(ctx, list, manner{by: day, place: everywhere(), keeps: true},
		func(t *trial, ran ran) { took[t.name] = ran.ns })
	if err != nil {
		return err
	}
	_, _, err = r.runTrials(ctx, list, manner{by: processor, place: everywhere(), keeps: true},
		func(t *trial, ran ran) { t.beside = ran.ns < several*took[t.name] })
	return err
}
