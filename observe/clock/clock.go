// Package clock times benchmarks. It is the only place in wring that does.
//
// The runs of two binaries are interleaved, in an order that alternates: what else happens
// on the machine then happens to both. Run one after the other, two copies of
// one binary can differ by a factor.
package clock

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Binary is a test binary.
type Binary struct {
	Path string
	Dir  string // where it runs: the package's folder
}

// Options say how to run. The zero value gives ten rounds of 10 ms.
type Options struct {
	Rounds     int           // runs of each binary; 0 means 10
	Time       time.Duration // of each benchmark in each run, about; 0 means 10 ms
	Benchmarks []string      // names, "BenchmarkJoin/small"
	Env        []string      // KEY=VALUE, added to the environment
	Timeout    time.Duration // of one run; 0 means a minute

	// Repeats is how often each run measures; its time is the least of them. What
	// else happens on the machine only adds time, and mostly for a moment: it
	// spoils some of them, not the run. 0 means once.
	Repeats int
	// Pin keeps each process on as many processors as it uses, the same ones
	// for both binaries, where the system allows.
	Pin bool
	// Progress, when not nil, receives the number of the round.
	Progress func(round string)
}

const (
	defaultRounds  = 10
	defaultTime    = 10 * time.Millisecond
	defaultTimeout = time.Minute
)

func (o Options) withDefaults() Options {
	if o.Rounds == 0 {
		o.Rounds = defaultRounds
	}
	if o.Time == 0 {
		o.Time = defaultTime
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	o.Repeats = max(1, o.Repeats)
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	return o
}

// Times are nanoseconds per operation, one for each round.
type Times struct{ Old, New []float64 }

// Run interleaves old and new and returns the times of each benchmark by name.
// All runs of a benchmark have the same number of iterations, which is found out
// first. A benchmark that fails has fewer times, or none.
//
// Each round runs all benchmarks, so that the times of one of them are spread
// over the whole measurement: a few slow seconds spoil a round, and not all that
// is known of a benchmark. And each round has copies of the binaries of its own:
// where a file lies in memory can make a benchmark faster or slower as long as
// it lies there, which is no difference between old and new.
func Run(ctx context.Context, old, new Binary, opt Options) (map[string]*Times, error) {
	opt = opt.withDefaults()
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	list, err := estimate(ctx, old, opt)
	if err != nil {
		return nil, err
	}
	for round := range opt.Rounds {
		opt.Progress(fmt.Sprintf("round %d of %d", round+1, opt.Rounds))
		if err := runRound(ctx, old, new, dir, round, list, opt); err != nil {
			return nil, err
		}
	}
	times := map[string]*Times{}
	for _, b := range list {
		times[b.name] = &b.times
	}
	return times, nil
}

// timed is a benchmark that runs.
type timed struct {
	name       string
	iterations string // as -benchtime takes them
	times      Times
}

// estimate finds out how often the benchmarks are to iterate, and leaves out
// those that do not run.
func estimate(ctx context.Context, b Binary, opt Options) ([]*timed, error) {
	share := opt.Time / time.Duration(opt.Repeats)
	var list []*timed
	for _, name := range opt.Benchmarks {
		ns, ok, err := run(ctx, b, name, share.String(), opt)
		if err != nil {
			return nil, err
		}
		if ok {
			count := max(1, int(float64(share.Nanoseconds())/max(1, ns)))
			list = append(list, &timed{name: name, iterations: fmt.Sprintf("%dx", count)})
		}
	}
	return list, nil
}

// runRound runs every benchmark once on each side. Who is first alternates from
// round to round.
func runRound(ctx context.Context, old, new Binary, dir string, round int, list []*timed,
	opt Options) error {
	sides := [2]Binary{old, new}
	for i := range sides {
		var err error
		sides[i], err = sides[i].copyTo(filepath.Join(dir, fmt.Sprintf("%d-%d.test", round, i)))
		if err != nil {
			return err
		}
		// The last round's goes only now, so that this one lies elsewhere.
		os.Remove(filepath.Join(dir, fmt.Sprintf("%d-%d.test", round-1, i)))
	}
	for _, b := range list {
		for i := range sides {
			side := (round + i) % 2
			ns, ok, err := run(ctx, sides[side], b.name, b.iterations, opt)
			if err != nil {
				return err
			}
			switch {
			case ok && side == 0:
				b.times.Old = append(b.times.Old, ns)
			case ok:
				b.times.New = append(b.times.New, ns)
			}
		}
	}
	return nil
}
