package clock

import (
	"cmp"
	"context"
	"sync"
	"time"
)

// enough is how often a benchmark is repeated to find out about how long it takes.
const enough = 4

// Known is how benchmarks are to be run, by the path of their binary. The zero value knows none.
type Known struct{ of sync.Map }

// benchmarkOf is a benchmark of a binary.
type benchmarkOf struct{ path, name string }

func (b Binary) benchmark(name string) benchmarkOf {
	return benchmarkOf{cmp.Or(b.Like, b.Path), name}
}

// find returns what is known of a benchmark, for a race with so many rivals; nil for nothing.
func (k *Known) find(of Binary, name string, rivals int) *timed {
	found, ok := k.of.Load(of.benchmark(name))
	if !ok {
		return nil
	}
	b := found.(timed)
	b.times = make([]Times, rivals)
	return &b
}

// estimate finds out how each benchmark is to be run, unless it is known.
func (r *Race) estimate(ctx context.Context) error {
	old, rivals := r.sides[0], len(r.sides)-1
	found, err := r.estimateShared(ctx)
	if err != nil {
		return err
	}
	for _, name := range r.opt.Benchmarks {
		if b := r.opt.Known.find(old, name, rivals); b != nil {
			r.list = append(r.list, b)
			continue
		}
		b := found[name]
		if b == nil {
			if b, err = r.estimateAlone(ctx, name); err != nil {
				return err
			}
		}
		if b == nil {
			continue
		}
		b.times = make([]Times, rivals)
		r.opt.Known.of.Store(old.benchmark(name), *b)
		r.list = append(r.list, b)
	}
	return nil
}

// estimateAlone runs a benchmark of the old side once, and more where that does not tell enough.
// It returns nil for one that does not run.
func (r *Race) estimateAlone(ctx context.Context, name string) (*timed, error) {
	took, err := run(ctx, r.sides[0], r.trial(name),
		manner{by: day, place: everywhere()}, r.opt)
	if err != nil || took.ns == 0 {
		return nil, err
	}
	b := r.fit(name, took.ns)
	if err := r.bound(ctx, b, took.lasted); err != nil {
		return nil, err
	}
	b.iterate(0)
	if r.opt.Processor {
		if err := r.choose(ctx, b, took.ns); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// share is the time of a repetition.
func (r *Race) share() time.Duration { return r.opt.Time / time.Duration(r.opt.Repeats) }

// few returns how often a benchmark repeats that is tried.
func (r *Race) few() int { return min(enough, r.opt.Repeats) }

// trial is how a benchmark runs of which nothing is known.
func (r *Race) trial(name string) timed {
	return timed{name: name, iterations: r.share().String(), repeats: r.few()}
}

// fit returns how a benchmark is run that took so many nanoseconds per operation. One that takes
// longer than a repetition should is repeated less often.
func (r *Race) fit(name string, ns float64) *timed {
	share := float64(r.share().Nanoseconds())
	b := &timed{name: name, repeats: r.opt.Repeats, most: share / max(1, ns)}
	if ns > share {
		b.repeats = max(1, min(b.repeats, int(float64(r.opt.Time.Nanoseconds())/ns)))
	}
	return b
}

// muchLonger is how much longer than the processors work for it a benchmark takes that
// waits. several is how much longer they work than it takes if it keeps several at work: more
// than one and the collector.
const (
	muchLonger = 1.5
	several    = 1.8
)

// leastWait is how long, of what the processors work, a benchmark is idle that waits. Where
// several threads work at once less of its idle time is seen.
const leastWait = 0.1

// mostKept is how much memory a benchmark may have of which nothing is collected.
const mostKept = 512 << 20

// mostResident is how much memory each of two processes may have that run at the same time.
const mostResident = 256 << 20

// choose finds out how a benchmark is timed that took so many nanoseconds per operation.
func (r *Race) choose(ctx context.Context, b *timed, took float64) error {
	few := *b
	few.repeats = min(enough, b.repeats)
	worked, err := run(ctx, r.sides[0], few,
		manner{by: processor, place: everywhere(), weigh: true}, r.opt)
	if err != nil || worked.ns == 0 {
		return err
	}
	if mayWait(took, worked.ns) {
		waited, err := run(ctx, r.sides[0], few, manner{by: idle, place: everywhere()}, r.opt)
		if err != nil || waits(waited.ns, worked.ns) {
			return err
		}
	}
	b.by = processor
	if b.beside = worked.resident < mostResident; b.beside && worked.ns >= several*took {
		b.beside, err = r.collects(ctx, few)
	}
	return err
}

// collects reports whether it is only the collector that keeps a second processor at work. Beside a
// benchmark that allocates much it takes all that is idle.
func (r *Race) collects(ctx context.Context, b timed) (bool, error) {
	took, err := run(ctx, r.sides[0], b, manner{by: day, place: everywhere(), keeps: true}, r.opt)
	if err != nil || took.ns == 0 {
		return false, err
	}
	worked, err := run(ctx, r.sides[0], b,
		manner{by: processor, place: everywhere(), keeps: true}, r.opt)
	return worked.ns > 0 && worked.ns < several*took.ns, err
}

// mayWait reports whether a benchmark takes much longer than the processors work for it: it either
// waits or has to share them with other programs, which is no reason for the day's clock.
func mayWait(took, worked float64) bool { return took > muchLonger*worked }

// waits reports whether it was idle for so long that it does wait.
func waits(idle, worked float64) bool { return idle > leastWait*worked }

// mostAround is how many times as long as its benchmark is timed a run may take.
const mostAround = 5

// rampUp is how often package testing calls a benchmark, at least, until it has run for the
// time that it was given; called is how often it does for a number of iterations.
const (
	rampUp = 3
	called = 2
)

// bound makes runs shorter in which most of the time is spent around what is timed: where it
// precedes the loop of a benchmark there are fewer repetitions, where the loop does it with the
// timer stopped, as replays of recorded calls do, fewer iterations. took is that of the run that
// estimated the benchmark.
func (r *Race) bound(ctx context.Context, b *timed, took time.Duration) error {
	limit := mostAround * r.opt.Time.Seconds()
	repeats := r.few()
	if repeats == 1 || took.Seconds()/float64(repeats)*float64(b.repeats) <= limit {
		return nil
	}
	var once [2]ran // of one repetition, and of all
	for i, n := range []int{1, repeats} {
		var err error
		once[i], err = run(ctx, r.sides[0], timed{name: b.name, iterations: "1x", repeats: n},
			manner{by: day, place: everywhere()}, r.opt)
		if err != nil || once[i].ns == 0 {
			return err
		}
	}
	around{took, once[0].lasted, once[1].lasted, repeats}.bound(b, limit)
	return nil
}

// around tells what a benchmark does around what it times: how long its process lasted for so
// many repetitions of a share of the time, for one repetition of one iteration, and for so many.
type around struct {
	share, once, all time.Duration
	repeats          int
}

// bound takes repetitions and iterations from a benchmark until what it does around them lasts
// no longer than limit, in seconds; half of it is for what precedes the loops.
func (a around) bound(b *timed, limit float64) {
	before := max(0, (a.all-a.once).Seconds()/float64(a.repeats-1))
	start := a.once.Seconds() - before
	loop := max(0, (a.share.Seconds()-start)/float64(a.repeats)-rampUp*before)
	if all := called * before * float64(b.repeats); all > limit/2 {
		b.repeats = max(a.repeats, int(float64(b.repeats)*limit/2/all))
	}
	if all := loop * float64(b.repeats); all > limit/2 {
		b.most *= limit / 2 / all
	}
}
