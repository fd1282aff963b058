// Package clock times benchmarks. It is the only place in wring that does.
//
// The runs of two binaries are interleaved, in an order that alternates: what else happens
// on the machine then happens to both. Run one after the other, two copies of
// one binary can differ by a factor. Where the time of interest is the processor's,
// they run at the same time, on one.
package clock

import (
	"context"
	"fmt"
	"time"
)

// Binary is a test binary.
type Binary struct {
	Path string
	Dir  string // where it runs: the package's folder
	// Like, unless "", is the path of another binary of the same code: what [Known] says of the
	// one holds for the other.
	Like string
}

// Options say how to run. The zero value gives ten rounds of 10 ms.
type Options struct {
	Rounds     int           // runs of each binary; 0 means 10
	Time       time.Duration // of each benchmark in each run, about; 0 means 10 ms
	Benchmarks []string      // names, "BenchmarkJoin/small"
	Env        []string      // KEY=VALUE, added to the environment
	Timeout    time.Duration // of one run; 0 means a minute

	// Repeats is how often each run measures; its time is the mean of the fastest
	// quarter of them. What else happens on the machine only adds time, and mostly for
	// a moment: it spoils some of them, not the run. 0 means once.
	Repeats int
	// Pin keeps each process on as many processors as it uses, the same ones
	// for both binaries, where the system allows.
	Pin bool
	// Processor times by the processor's clock, of binaries that were built with the
	// files of [Processor]: time is then what the process has worked, in all its threads,
	// and no other program's work counts. Benchmarks that wait are timed by the day's
	// clock all the same. Old and new run at the same time and share a processor, with
	// GOMAXPROCS=1: it is as fast for the one as for the other. Sub-benchmarks whose process
	// takes long to start share it, until [Race.Apart] has one run alone.
	Processor bool
	// Known, when not nil, keeps how a benchmark of a binary is to be run for later races of
	// the same binary against others.
	Known *Known
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
	if o.Known == nil {
		o.Known = &Known{}
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	return o
}

// Times are nanoseconds per operation, one for each round.
type Times struct{ Old, New []float64 }

// Run interleaves old and new and returns the times of each benchmark by name:
// a [Race] of opt.Rounds rounds with all benchmarks.
func Run(ctx context.Context, old, new Binary, opt Options) (map[string]*Times, error) {
	opt = opt.withDefaults()
	r, err := Begin(ctx, old, []Binary{new}, opt)
	if err != nil {
		return nil, err
	}
	defer r.End()
	for round := range opt.Rounds {
		opt.Progress(fmt.Sprintf("round %d of %d", round+1, opt.Rounds))
		if err := r.Round(ctx, nil); err != nil {
			return nil, err
		}
	}
	return r.Times(0), nil
}
