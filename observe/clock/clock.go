// Package clock times benchmarks. It is the only place in wring that does.
//
// Two binaries are run by turns, in an order that alternates: what else happens
// on the machine then happens to both. Run one after the other, two copies of
// one binary can differ by a factor.
package clock

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/wring-go/wring/internal/gocmd"
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
	// Progress, when not nil, is told which round is run.
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

// Run runs old and new by turns and returns the times of each benchmark by name.
// All runs of a benchmark have the same number of iterations, which is found out
// first. A benchmark that fails has fewer times, or none.
//
// Each round runs all benchmarks, so that the times of one of them are spread
// over the whole measurement: a few slow seconds spoil a round, and not all that
// is known of a benchmark. And each round has copies of the binaries of its own:
// where a file lies in memory can make a benchmark faster or slower by 4 % as
// long as it lies there, which is no difference between old and new.
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
		if err := turn(ctx, old, new, dir, round, list, opt); err != nil {
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

// turn is one round: every benchmark once on each side. Who is first alternates
// from round to round.
func turn(ctx context.Context, old, new Binary, dir string, round int, list []*timed,
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

// run returns the nanoseconds per operation of one run of a benchmark.
func run(ctx context.Context, b Binary, name, benchtime string, opt Options) (ns float64, ok bool,
	err error) {
	limit, stop := context.WithTimeout(ctx, opt.Timeout)
	defer stop()
	cmd := gocmd.Command(limit, b.Path, "-test.run=^$", "-test.bench="+pattern(name),
		"-test.benchtime="+benchtime, fmt.Sprintf("-test.count=%d", opt.Repeats))
	cmd.Dir = b.Dir
	cmd.Env = append(append(os.Environ(), opt.Env...), "PWD="+b.Dir)
	var out bytes.Buffer
	cmd.Stdout = &out
	err = start(cmd, opt)
	if err == nil {
		err = cmd.Wait()
	}
	gocmd.EndGroup(limit, cmd)
	if ctx.Err() != nil {
		return 0, false, ctx.Err()
	}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) && limit.Err() == nil {
		return 0, false, fmt.Errorf("%s cannot be run: %w", b.Path, err)
	}
	ns, ok = parse(out.Bytes(), name)
	return ns, ok, nil
}

// start starts cmd, pinned if that is asked for.
func start(cmd *exec.Cmd, opt Options) error {
	if !opt.Pin {
		return cmd.Start()
	}
	procs := runtime.GOMAXPROCS(0) // what the benchmark would have by itself
	cmd.Env = append([]string{fmt.Sprintf("GOMAXPROCS=%d", procs)}, cmd.Env...)
	return pinned(procs, cmd.Start)
}

// pattern matches one benchmark: -test.bench takes a pattern for each level.
func pattern(name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// parse finds the time of a benchmark in what package testing printed: the
// least, when it was measured several times.
func parse(out []byte, name string) (ns float64, ok bool) {
	var times []float64
	r := benchfmt.NewReader(bytes.NewReader(out), "")
	for r.Scan() {
		res, isResult := r.Result().(*benchfmt.Result)
		if !isResult {
			continue // a line of something else
		}
		got := "Benchmark" + string(res.Name)
		if got != name && procs.ReplaceAllString(got, "") != name {
			continue // a subtest
		}
		if seconds, found := res.Value("sec/op"); found {
			times = append(times, seconds*1e9)
		}
	}
	if len(times) == 0 {
		return 0, false
	}
	return slices.Min(times), true
}

// procs is what package testing appends to names: GOMAXPROCS.
var procs = regexp.MustCompile(`-\d+$`)
