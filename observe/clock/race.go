package clock

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Race times two binaries round by round, for callers that decide as they go
// whether another round is needed. All runs of a benchmark have the same number of
// iterations, which is found out first. A benchmark that fails has fewer times, or
// none.
//
// Each round runs all benchmarks that are still wanted, so that the times of one of
// them are spread over the whole measurement: a few slow seconds spoil a round, and
// not all that is known of a benchmark. And each round has copies of the binaries of
// its own: where a file lies in memory can make a benchmark faster or slower as long
// as it lies there, which is no difference between old and new.
type Race struct {
	sides [2]Binary
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
	times      Times
}

// Begin finds out how often the benchmarks are to iterate, and leaves out those
// that do not run. The caller must call End.
func Begin(ctx context.Context, old, new Binary, opt Options) (*Race, error) {
	r := &Race{sides: [2]Binary{old, new}, opt: opt.withDefaults()}
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

// Times returns the times of each benchmark by name.
func (r *Race) Times() map[string]*Times {
	times := map[string]*Times{}
	for _, b := range r.list {
		times[b.name] = &b.times
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
		b := &timed{name: name, repeats: r.opt.Repeats}
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

// Round runs once on each side the benchmarks that wanted reports true for; nil
// stands for all. Who is first alternates from round to round. The times of a round
// in which one side failed are not kept.
func (r *Race) Round(ctx context.Context, wanted func(name string) bool) error {
	sides := r.sides
	for i := range sides {
		var err error
		sides[i], err = sides[i].copyTo(filepath.Join(r.dir,
			fmt.Sprintf("%d-%d.test", r.round, i)))
		if err != nil {
			return err
		}
		// The last round's goes only now, so that this one lies elsewhere.
		os.Remove(filepath.Join(r.dir, fmt.Sprintf("%d-%d.test", r.round-1, i)))
	}
	for _, b := range r.list {
		if wanted != nil && !wanted(b.name) {
			continue
		}
		var ns [2]float64
		both := true
		for i := range sides {
			side := (r.round + i) % 2
			took, ok, err := run(ctx, sides[side], *b, r.opt)
			if err != nil {
				return err
			}
			ns[side] = took
			both = both && ok
		}
		if both {
			b.times.Old = append(b.times.Old, ns[0])
			b.times.New = append(b.times.New, ns[1])
		}
	}
	r.round++
	return nil
}
