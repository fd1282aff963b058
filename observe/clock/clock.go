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

// Options say how to run. The zero value gives ten rounds of 20 ms.
type Options struct {
	Rounds     int           // runs of each binary; 0 means 10
	Time       time.Duration // of each benchmark in each run; 0 means 20 ms
	Benchmarks []string      // names, "BenchmarkJoin/small"; none means all
	Env        []string      // KEY=VALUE, added to the environment
	Timeout    time.Duration // of one run; 0 means a minute
}

const (
	defaultRounds  = 10
	defaultTime    = 20 * time.Millisecond
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

// Run runs old and new by turns and returns the times of each benchmark by
// name. A benchmark that fails in one of them has fewer times there.
func Run(ctx context.Context, old, new Binary, opt Options) (map[string]*Times, error) {
	opt = opt.withDefaults()
	times := map[string]*Times{}
	for round := range opt.Rounds {
		for turn := range 2 {
			binary, isNew := old, false
			if (round+turn)%2 == 1 {
				binary, isNew = new, true
			}
			out, err := run(ctx, binary, opt)
			if err != nil {
				return nil, err
			}
			add(times, out, isNew)
		}
	}
	return times, nil
}

func run(ctx context.Context, b Binary, opt Options) ([]byte, error) {
	limit, stop := context.WithTimeout(ctx, opt.Timeout)
	defer stop()
	cmd := gocmd.Command(limit, b.Path, "-test.run=^$", "-test.bench="+pattern(opt.Benchmarks),
		"-test.benchtime="+opt.Time.String(), "-test.count=1")
	cmd.Dir = b.Dir
	cmd.Env = append(append(os.Environ(), opt.Env...), "PWD="+b.Dir)
	out, err := cmd.Output()
	gocmd.EndGroup(limit, cmd)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) && limit.Err() == nil {
		return nil, fmt.Errorf("%s cannot be run: %w", b.Path, err)
	}
	return out, nil
}

// pattern matches the top-level names of benchmarks: their subtests all run,
// since one pattern cannot choose among those of several.
func pattern(names []string) string {
	if len(names) == 0 {
		return "."
	}
	var tops []string
	seen := map[string]bool{}
	for _, name := range names {
		top, _, _ := strings.Cut(name, "/")
		if !seen[top] {
			seen[top] = true
			tops = append(tops, regexp.QuoteMeta(top))
		}
	}
	return "^(" + strings.Join(tops, "|") + ")$"
}

// add reads what package testing printed.
func add(times map[string]*Times, out []byte, isNew bool) {
	r := benchfmt.NewReader(bytes.NewReader(out), "")
	for r.Scan() {
		res, ok := r.Result().(*benchfmt.Result)
		if !ok {
			continue // a line of something else
		}
		seconds, ok := res.Value("sec/op")
		if !ok {
			continue
		}
		name := "Benchmark" + procs.ReplaceAllString(string(res.Name), "")
		t := times[name]
		if t == nil {
			t = &Times{}
			times[name] = t
		}
		if isNew {
			t.New = append(t.New, seconds*1e9)
		} else {
			t.Old = append(t.Old, seconds*1e9)
		}
	}
}

// procs is what package testing appends to names: GOMAXPROCS.
var procs = regexp.MustCompile(`-\d+$`)
