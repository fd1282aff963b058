package clock

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Sub-benchmarks of one benchmark share a process, on each side, where it takes longer to start
// than one of them is measured: what their benchmark does before it calls them, it then does once
// for all. What the former ones leave, as a heap, the later ones have on both sides alike, but for
// what a change makes of it: a caller for whom that may be a loss of a percent or two must have the
// benchmark timed by itself, by [Race.Apart].

// cost is that of a process that benchmarks share, as the processors work for it.
type cost struct {
	start time.Duration // before the first benchmark, and after the last
	own   time.Duration // for one of them in a round
}

// shares reports whether a benchmark has a process with others.
func (c cost) shares() bool { return c.start > c.own }

// mostLonger is how many times as long a benchmark is measured, at most, that goes on alone.
const mostLonger = 4

// longer returns how many times as long a benchmark is measured in a process of its own.
func (c cost) longer() int {
	return int(min(mostLonger, c.start/max(1, c.own)))
}

// besideOthers reports whether a benchmark shares its processes.
func (b *timed) besideOthers() bool { return b.shared.shares() && !b.apart }

// mostStarts is how many times as long as it takes to start a process is to last, at most: with
// more benchmarks in it little is won, and several run at the same time.
const mostStarts = 4

// mostShare is how many benchmarks share a process, at most: their names are in one argument.
const mostShare = 100

// top returns the name of the benchmark that a sub-benchmark is of.
func top(name string) string {
	name, _, _ = strings.Cut(name, "/")
	return name
}

// batches returns the benchmarks that run beside the other side and are wanted, each with those
// that share its process.
func (r *Race) batches(wanted func(rival int, name string) bool) [][]*timed {
	var list [][]*timed
	sharing := map[string][]*timed{}
	for _, b := range r.list {
		switch {
		case !b.beside || !r.runs(0, b.name, wanted):
		case b.besideOthers():
			sharing[top(b.name)] = append(sharing[top(b.name)], b)
		default:
			list = append(list, []*timed{b})
		}
	}
	for _, b := range r.list {
		list = append(list, divided(sharing[top(b.name)])...)
		delete(sharing, top(b.name))
	}
	return list
}

// divided returns the benchmarks of a process in as many about equal parts as keep each from
// lasting longer than it should.
func divided(list []*timed) [][]*timed {
	if len(list) == 0 {
		return nil
	}
	var all, start time.Duration
	for _, b := range list {
		all += b.shared.own
		start = max(start, b.shared.start)
	}
	n := max(1+int(all/(mostStarts*start)), (len(list)+mostShare-1)/mostShare)
	return slices.Collect(slices.Chunk(list, (len(list)+n-1)/n))
}

// together runs benchmarks that share a process, and returns those that did not run so on either
// side: they have processes of their own from then on. Those that did are not concerned.
func (r *Race) together(ctx context.Context, l lap, list []*timed, rival int, how manner) (
	rest []*timed, err error) {
	var now []*timed
	for _, b := range list {
		one := r.in(l, b)
		now = append(now, &one)
	}
	g, err := newGate()
	if err != nil {
		return nil, err
	}
	var took [2]sharing
	err = l.bothSides(rival, func(i, side int) (err error) {
		how := how
		how.gate = &g.sides[i]
		took[i], err = runShared(ctx, l.now[side], now, how, r.opt)
		return err
	})
	g.end()
	if err != nil {
		return nil, err
	}
	for i, b := range list {
		if old, new := took[0].each[i].ns, took[1].each[i].ns; old > 0 && new > 0 {
			r.add(b, rival, old, new)
			continue
		}
		r.mu.Lock()
		b.shared = cost{}
		r.mu.Unlock()
		rest = append(rest, b)
	}
	return rest, nil
}

// sharing is what a process took that benchmarks shared.
type sharing struct {
	each     []ran // what lasted is the benchmark's alone
	start    time.Duration
	resident int64
}

// runShared runs benchmarks once, in one process of a binary that has the files of [Processor].
// One that does not end all of its repetitions has failed.
func runShared(ctx context.Context, b Binary, list []*timed, how manner, opt Options) (sharing,
	error) {
	var patterns []string
	var lines strings.Builder
	for _, t := range list {
		patterns = append(patterns, pattern(t.name))
		fmt.Fprintf(&lines, "%s %d %s\n", t.iterations, t.repeats, t.name)
	}
	opt.Timeout *= time.Duration(len(list)) // it is for one
	p, err := execute(ctx, b, []string{"-test.bench=" + strings.Join(patterns, "|"),
		"-test.benchtime=1x"}, []string{"WRING_BENCHMARKS=" + lines.String()}, how, opt)
	if err != nil {
		return sharing{}, err
	}
	s := sharing{start: p.lasted, resident: p.resident}
	for _, t := range list {
		var own ran
		for _, ns := range values(p.out, t.name, "wring-lasted") {
			own.lasted += time.Duration(ns)
		}
		s.start -= own.lasted
		if times := parsed(p.out, t.name); len(times) == t.repeats {
			own.ns = how.of(times)
		}
		s.each = append(s.each, own)
	}
	return s, nil
}
