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
	// Progress, when not nil, is told which benchmark is run.
	Progress func(name string)
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

// Run runs old and new by turns, one benchmark at a time, and returns the times
// of each by name. All runs of a benchmark have the same number of iterations,
// which is found out first. A benchmark that fails has fewer times, or none.
func Run(ctx context.Context, old, new Binary, opt Options) (map[string]*Times, error) {
	opt = opt.withDefaults()
	times := map[string]*Times{}
	for _, name := range opt.Benchmarks {
		opt.Progress(name)
		t, err := turns(ctx, old, new, name, opt)
		if err != nil {
			return nil, err
		}
		if t != nil {
			times[name] = t
		}
	}
	return times, nil
}

// turns times one benchmark; nil when it does not run.
func turns(ctx context.Context, old, new Binary, name string, opt Options) (*Times, error) {
	share := opt.Time / time.Duration(opt.Repeats)
	estimate, ok, err := run(ctx, old, name, share.String(), opt)
	if err != nil || !ok {
		return nil, err
	}
	count := max(1, int(float64(share.Nanoseconds())/max(1, estimate)))
	iterations := fmt.Sprintf("%dx", count)
	t := &Times{}
	for round := range opt.Rounds {
		for turn := range 2 {
			isOld := (round+turn)%2 == 0
			binary, into := new, &t.New
			if isOld {
				binary, into = old, &t.Old
			}
			ns, ok, err := run(ctx, binary, name, iterations, opt)
			if err != nil {
				return nil, err
			}
			if ok {
				*into = append(*into, ns)
			}
		}
	}
	return t, nil
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
