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

	"golang.org/x/perf/benchfmt"

	"github.com/wring-go/wring/internal/gocmd"
)

// run returns the nanoseconds per operation of one run of a benchmark.
func run(ctx context.Context, b Binary, t timed, opt Options) (ns float64, ok bool,
	err error) {
	limit, stop := context.WithTimeout(ctx, opt.Timeout)
	defer stop()
	cmd := gocmd.Command(limit, b.Path, "-test.run=^$", "-test.bench="+pattern(t.name),
		"-test.benchtime="+t.iterations, fmt.Sprintf("-test.count=%d", t.repeats))
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
	ns, ok = parse(out.Bytes(), t.name)
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
