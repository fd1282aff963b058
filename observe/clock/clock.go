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
	estimate, ok, err := run(ctx, old, name, opt.Time.String(), opt)
	if err != nil || !ok {
		return nil, err
	}
	count := max(1, int(float64(opt.Time.Nanoseconds())/max(1, estimate)))
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
		"-test.benchtime="+benchtime, "-test.count=1")
	cmd.Dir = b.Dir
	cmd.Env = append(append(os.Environ(), opt.Env...), "PWD="+b.Dir)
	out, err := cmd.Output()
	gocmd.EndGroup(limit, cmd)
	if ctx.Err() != nil {
		return 0, false, ctx.Err()
	}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) && limit.Err() == nil {
		return 0, false, fmt.Errorf("%s cannot be run: %w", b.Path, err)
	}
	ns, ok = parse(out, name)
	return ns, ok, nil
}

// pattern matches one benchmark: -test.bench takes a pattern for each level.
func pattern(name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// parse finds the time of a benchmark in what package testing printed.
func parse(out []byte, name string) (ns float64, ok bool) {
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
			return seconds * 1e9, true
		}
	}
	return 0, false
}

// procs is what package testing appends to names: GOMAXPROCS.
var procs = regexp.MustCompile(`-\d+$`)
