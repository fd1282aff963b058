package clock

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Race times a binary and others that are compared with it round by round, for callers
// that decide as they go whether another round is needed. All runs of a benchmark have the
// same number of iterations, which is found out first. A benchmark that fails has fewer
// times, or none.
//
// Several rivals share the runs of the old binary: a round of k of them takes k+1 runs, not
// 2k. They are few, so that all runs of a round see about the same machine.
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
}

// timed is a benchmark that runs.
type timed struct {
	name       string
	iterations string // as -benchtime takes them
	repeats    int
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

// estimate runs each benchmark of the old side once. One that takes longer than a
// repetition should is repeated less often.
func (r *Race) estimate(ctx context.Context) error {
	share := r.opt.Time / time.Duration(r.opt.Repeats)
	for _, name := range r.opt.Benchmarks {
		ns, ok, err := run(ctx, r.sides[0], timed{name: name, iterations: share.String(),
			repeats: r.opt.Repeats}, r.opt)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		b := &timed{name: name, repeats: r.opt.Repeats, times: make([]Times, len(r.sides)-1)}
		if ns > float64(share.Nanoseconds()) {
			b.repeats = max(1, min(b.repeats, int(float64(r.opt.Time.Nanoseconds())/ns)))
		}
		b.iterations = fmt.Sprintf("%dx", divisible(int(float64(share.Nanoseconds())/max(1, ns))))
		r.list = append(r.list, b)
	}
	return nil
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
	now, err := r.copies(wanted)
	if err != nil {
		return err
	}
	for _, b := range r.list {
		ns := make([]float64, len(r.sides))
		for i := range r.sides {
			side := (r.round + i) % len(r.sides)
			if !r.runs(side, b.name, wanted) {
				continue
			}
			took, ok, err := run(ctx, now[side], *b, r.opt)
			if err != nil {
				return err
			}
			if ok {
				ns[side] = took
			}
		}
		for i := range b.times {
			if ns[0] > 0 && ns[i+1] > 0 {
				b.times[i].Old = append(b.times[i].Old, ns[0])
				b.times[i].New = append(b.times[i].New, ns[i+1])
			}
		}
	}
	r.round++
	return nil
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

// copies returns the sides that run in a round, each in a new file.
func (r *Race) copies(wanted func(rival int, name string) bool) ([]Binary, error) {
	now := slices.Clone(r.sides)
	for i := range now {
		name := func(round int) string {
			return filepath.Join(r.dir, fmt.Sprintf("%d-%d.test", round, i))
		}
		if slices.ContainsFunc(r.list, func(b *timed) bool { return r.runs(i, b.name, wanted) }) {
			var err error
			if now[i], err = now[i].copyTo(name(r.round)); err != nil {
				return nil, err
			}
		}
		// The last round's goes only now, so that this one lies elsewhere.
		os.Remove(name(r.round - 1))
	}
	return now, nil
}
