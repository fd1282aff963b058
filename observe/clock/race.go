package clock

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
)

// Race times a binary and others that are compared with it round by round, for callers
// that decide as they go whether another round is needed. About how many iterations a
// benchmark has is found out first; both sides of a round have the same number. A benchmark
// that fails has fewer times, or none.
//
// Where the sides run one after the other, several rivals share the runs of the old binary: a
// round of k of them takes k+1 runs, not 2k. They are few, so that all runs of a round see
// about the same machine.
//
// Each round runs all benchmarks that are still wanted, so that the times of one of
// them are spread over the whole measurement: a few slow seconds spoil a round, and
// not all that is known of a benchmark. And each round has copies of the binaries of
// its own: where a file lies in memory can make a benchmark faster or slower as long
// as it lies there, which is no difference between old and new.
type Race struct {
	sides []Binary // the old one, and its rivals
	opt   Options
	dir   string // of the copies
	round int
	list  []*timed

	copied []string   // files of the last rounds
	mu     sync.Mutex // guards what the benchmarks of rounds at the same time find out
}

// timed is a benchmark that runs.
type timed struct {
	name       string
	iterations string  // as -benchtime takes them
	most       float64 // iterations that take the time of a repetition
	repeats    int
	by         timepiece
	beside     bool    // old and new run at the same time, on one processor
	shared     cost    // of a process that it may share; zero where it must not
	apart      bool    // it shares none, though it could
	times      []Times // against each of the rivals
}

// Begin finds out how often the benchmarks are to iterate, and leaves out those
// that do not run. The caller must call End.
func Begin(ctx context.Context, old Binary, rivals []Binary, opt Options) (*Race, error) {
	r := &Race{sides: append([]Binary{old}, rivals...), opt: opt.withDefaults()}
	var err error
	if r.dir, err = os.MkdirTemp("", "wring-"); err != nil {
		return nil, err
	}
	if err := r.estimate(ctx); err != nil {
		r.End()
		return nil, err
	}
	return r, nil
}

// End removes what the race left on disk.
func (r *Race) End() { os.RemoveAll(r.dir) }

// Times returns the times of each benchmark by name, against one of the rivals.
func (r *Race) Times(rival int) map[string]*Times {
	times := map[string]*Times{}
	for _, b := range r.list {
		times[b.name] = &b.times[rival]
	}
	return times
}

// Beside reports whether a benchmark shares its processes with others.
func (r *Race) Beside(name string) bool {
	return slices.ContainsFunc(r.list, func(b *timed) bool {
		return b.name == name && b.besideOthers()
	})
}

// Apart has a benchmark that shares its processes run in its own from the next round on, and
// forgets what it took beside others. It is measured for longer, so that this takes about as long
// as the process does to start: fewer rounds decide then.
func (r *Race) Apart(name string) {
	for _, b := range r.list {
		if b.name == name && b.besideOthers() {
			clear(b.times)
			b.apart, b.repeats = true, b.repeats*b.shared.longer()
		}
	}
}

// spread is what the number of iterations is multiplied by, round by round. What comes back
// with a period, as the work of the runtime after a collection does, may hit old and new code
// differently at one number, in each round alike: that would look like a gain or a loss.
var spread = []float64{1, 0.8, 1.3, 0.6, 1.15, 0.7, 0.9}

// iterate sets the number of iterations of a round, the same for both sides.
func (b *timed) iterate(round int) {
	b.iterations = fmt.Sprintf("%dx", divisible(int(b.most*spread[round%len(spread)])))
}

// divisible returns a number of iterations, at least 1 and at most n, that many numbers
// divide: a benchmark that takes inputs in turn, as replays of recorded calls do, then
// has each of them equally often. Of 2 inputs, an odd number would leave out one.
func divisible(n int) int {
	for _, step := range []int{55440, 2520, 120, 12, 2} {
		if n >= step {
			return n / step * step
		}
	}
	return 1
}

// Round runs each benchmark once on the old side and on those of its rivals for which
// wanted reports true; nil stands for all. Who is first changes from round to round. The
// times of a run of which either side failed are not kept.
func (r *Race) Round(ctx context.Context, wanted func(rival int, name string) bool) error {
	_, err := r.Rounds(ctx, 1, wanted)
	return err
}

// perProcessor is how many runs there are for each processor, at least, so that few of these are
// idle while others end theirs.
const perProcessor = 2

// Rounds runs a round, or up to most of them at the same time where few benchmarks are wanted. It
// returns how many.
func (r *Race) Rounds(ctx context.Context, most int, wanted func(rival int, name string) bool) (
	int, error) {
	batches := r.batches(wanted)
	n := 1
	if tasks := perProcessor * crowd(runtime.NumCPU()); !r.anyTurns(wanted) {
		n = max(1, min(most, (tasks+len(batches)-1)/max(1, len(batches))))
	}
	laps, err := r.laps(n, wanted)
	if err != nil {
		return 0, err
	}
	if err := r.atOnce(ctx, laps, batches, wanted); err != nil {
		return 0, err
	}
	for _, l := range laps {
		for _, b := range r.list {
			if b.beside {
				continue
			}
			if err := r.turns(ctx, l, b, wanted); err != nil {
				return 0, err
			}
		}
	}
	r.round += n
	return n, nil
}

// anyTurns reports whether a benchmark that is wanted runs on one side after the other.
func (r *Race) anyTurns(wanted func(rival int, name string) bool) bool {
	return slices.ContainsFunc(r.list, func(b *timed) bool {
		return !b.beside && r.runs(0, b.name, wanted)
	})
}

// lap is a round, with the sides that run in it.
type lap struct {
	round int
	now   []Binary
}

// in returns a benchmark as a round runs it.
func (r *Race) in(l lap, b *timed) timed {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := *b
	now.iterate(l.round)
	return now
}

// atOnce runs the benchmarks of which both sides share a processor, several at the same time.
func (r *Race) atOnce(ctx context.Context, laps []lap, batches [][]*timed,
	wanted func(rival int, name string) bool) error {
	type task struct {
		lap  lap
		list []*timed
	}
	todo := make(chan task, len(laps)*len(batches))
	for _, l := range laps {
		for _, list := range batches {
			todo <- task{l, list}
		}
	}
	close(todo)
	errs := make([]error, crowd(runtime.NumCPU()))
	var wait sync.WaitGroup
	for i := range errs {
		wait.Go(func() {
			on := place{skip: (i + r.round) % runtime.NumCPU(), n: 1}
			for t := range todo {
				if errs[i] = r.beside(ctx, t.lap, t.list, on, wanted); errs[i] != nil {
					return
				}
			}
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

// crowd returns how many benchmarks run at the same time: one on each of two processors, half as
// many as there are of more, because two of them may be threads of one core.
func crowd(processors int) int { return min(processors, max(2, processors/2)) }

// turns runs a benchmark on one side after the other.
func (r *Race) turns(ctx context.Context, l lap, b *timed,
	wanted func(rival int, name string) bool) error {
	ns := make([]float64, len(r.sides))
	for i := range r.sides {
		side := (l.round + i) % len(r.sides)
		if !r.runs(side, b.name, wanted) {
			continue
		}
		took, err := run(ctx, l.now[side], r.in(l, b), manner{by: b.by, place: everywhere()},
			r.opt)
		if err != nil {
			return err
		}
		ns[side] = took.ns
	}
	for rival := range b.times {
		r.add(b, rival, ns[0], ns[rival+1])
	}
	return nil
}

// beside runs benchmarks on the old side and on that of a rival at the same time, one
// rival after the other. They share one processor, which gives each of them a few
// milliseconds in turn: it is as fast for the one as for the other, whatever its neighbours
// do. Two processors are not, and change that within a tenth of a second. Which processor it
// is changes from round to round.
func (r *Race) beside(ctx context.Context, l lap, list []*timed, on place,
	wanted func(rival int, name string) bool) error {
	how := manner{by: processor, place: on}
	for rival := range r.sides[1:] {
		some := slices.DeleteFunc(slices.Clone(list), func(b *timed) bool {
			return !r.runs(rival+1, b.name, wanted)
		})
		var err error
		if len(some) > 1 || len(some) == 1 && r.in(l, some[0]).shared.shares() {
			if some, err = r.together(ctx, l, some, rival, how); err != nil {
				return err
			}
		}
		for _, b := range some {
			if err := r.alone(ctx, l, b, rival, how); err != nil {
				return err
			}
		}
	}
	return nil
}

// alone runs a benchmark in processes of its own. One that does not run beside the other side, as
// one whose name tells the number of processors, takes turns from then on.
func (r *Race) alone(ctx context.Context, l lap, b *timed, rival int, how manner) error {
	one := r.in(l, b)
	if !one.beside {
		return nil
	}
	var took [2]ran
	err := l.bothSides(rival, func(i, side int) (err error) {
		took[i], err = run(ctx, l.now[side], one, how, r.opt)
		return err
	})
	if err != nil {
		return err
	}
	if took[0].ns == 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
		b.beside = false // its turn comes in this round
		return nil
	}
	r.add(b, rival, took[0].ns, took[1].ns)
	return nil
}

// bothSides calls run for the old side and that of a rival at the same time.
func (l lap) bothSides(rival int, run func(i, side int) error) error {
	var errs [2]error
	var wait sync.WaitGroup
	for i := range 2 {
		i = (i + l.round) % 2 // the first to start varies
		side := []int{0, rival + 1}[i]
		wait.Go(func() { errs[i] = run(i, side) })
	}
	wait.Wait()
	return cmp.Or(errs[0], errs[1])
}

// add keeps the times of a round, unless either side failed.
func (r *Race) add(b *timed, rival int, old, new float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old > 0 && new > 0 {
		b.times[rival].Old = append(b.times[rival].Old, old)
		b.times[rival].New = append(b.times[rival].New, new)
	}
}

// runs reports whether a side runs a benchmark: the old one, 0, does if any rival does.
func (r *Race) runs(side int, name string, wanted func(rival int, name string) bool) bool {
	if wanted == nil {
		return true
	}
	for rival := range r.sides[1:] {
		if (side == 0 || side == rival+1) && wanted(rival, name) {
			return true
		}
	}
	return false
}

// laps returns the next rounds.
func (r *Race) laps(n int, wanted func(rival int, name string) bool) ([]lap, error) {
	var laps []lap
	var copied []string
	for round := r.round; round < r.round+n; round++ {
		l := lap{round, slices.Clone(r.sides)}
		for i := range l.now {
			if !slices.ContainsFunc(r.list, func(b *timed) bool {
				return r.runs(i, b.name, wanted)
			}) {
				continue
			}
			var err error
			name := filepath.Join(r.dir, fmt.Sprintf("%d-%d.test", round, i))
			if l.now[i], err = l.now[i].copyTo(name); err != nil {
				return nil, err
			}
			copied = append(copied, name)
		}
		laps = append(laps, l)
	}
	for _, name := range r.copied {
		os.Remove(name) // only now, so that those of the next rounds lie elsewhere
	}
	r.copied = copied
	return laps, nil
}
