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

// manner is how a run is timed.
type manner struct {
	by    timepiece
	place place
	weigh bool // how much memory it has, too
	keeps bool // nothing is collected while that takes little memory
	gate  *way // of several benchmarks, each waits for that of the other side; nil for none
}

// timepiece is a clock that package testing can ask, by the name that the overlay knows.
type timepiece string

const (
	day       timepiece = ""
	processor timepiece = "processor" // what the process worked
	idle      timepiece = "idle"      // what it neither worked nor waited for a processor
)

// place names processors by their number from the end: n of them after the last skip.
type place struct{ skip, n int }

// everywhere are as many processors as a benchmark would have by itself.
func everywhere() place { return place{n: runtime.GOMAXPROCS(0)} }

// ran is what a run of a benchmark took.
type ran struct {
	ns       float64       // per operation; 0 if the benchmark failed
	resident int64         // bytes of the whole process, at most, if it was weighed
	lasted   time.Duration // of the whole process, without what it waited for others
}

// run runs a benchmark once.
func run(ctx context.Context, b Binary, t timed, how manner, opt Options) (ran, error) {
	p, err := execute(ctx, b, []string{"-test.bench=" + pattern(t.name),
		"-test.benchtime=" + t.iterations, fmt.Sprintf("-test.count=%d", t.repeats)}, nil, how, opt)
	if err != nil {
		return ran{}, err
	}
	return ran{how.of(parsed(p.out, t.name)), p.resident, p.lasted}, nil
}

// of returns what a benchmark took by the times of its repetitions, the least one first; 0 for
// none.
func (how manner) of(times []float64) float64 {
	if len(times) > 0 && how.by == idle {
		return times[len(times)/2] // threads that begin or end spoil single ones
	}
	return mean(times[:min(len(times), max(1, len(times)/bestOf))])
}

// process is what came of one.
type process struct {
	out      []byte
	resident int64
	lasted   time.Duration
}

// execute runs a test binary to its end, however it ends.
func execute(ctx context.Context, b Binary, args, env []string, how manner, opt Options) (process,
	error) {
	limit, stop := context.WithTimeout(ctx, opt.Timeout)
	defer stop()
	cmd := gocmd.Command(limit, b.Path, append([]string{"-test.run=^$"}, args...)...)
	cmd.Dir = b.Dir
	cmd.Env = slices.Concat(os.Environ(), opt.Env, []string{"PWD=" + b.Dir}, env)
	if how.by != day {
		cmd.Env = append(cmd.Env, "WRING_CLOCK="+string(how.by))
	}
	if how.keeps {
		cmd.Env = append(cmd.Env, "GOGC=off", fmt.Sprint("GOMEMLIMIT=", mostKept))
	}
	how.gate.join(cmd)
	var out bytes.Buffer
	cmd.Stdout = &out
	begun := time.Now()
	p := process{}
	err := start(cmd, how.place, opt)
	how.gate.joined()
	if err == nil {
		weighed := func() int64 { return 0 }
		if how.weigh {
			weighed = resident(cmd.Process.Pid)
		}
		err = cmd.Wait()
		p.resident = weighed()
	}
	gocmd.EndGroup(limit, cmd)
	if ctx.Err() != nil {
		return p, ctx.Err()
	}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) && limit.Err() == nil {
		return p, fmt.Errorf("%s cannot be run: %w", b.Path, err)
	}
	p.out = out.Bytes()
	if cmd.ProcessState != nil {
		worked := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		p.lasted = min(time.Since(begun), worked)
	}
	return p, nil
}

// bestOf is of how many repetitions one counts, the fastest ones: other work of the machine
// spoils some of them, not all. Their mean varies less than the fastest alone.
const bestOf = 4

func mean(list []float64) (m float64) {
	for _, v := range list {
		m += v / float64(len(list))
	}
	return m
}

// start starts cmd, pinned if that is asked for. It runs as many goroutines at a time as it
// has processors: with more than one on a single processor, the threads of the collector spin
// until the other ones had their turn, for longer than the work itself takes.
func start(cmd *exec.Cmd, p place, opt Options) error {
	if !opt.Pin {
		return cmd.Start()
	}
	procs := fmt.Sprintf("GOMAXPROCS=%d", p.n)
	if p.n < everywhere().n {
		cmd.Env = append(cmd.Env, procs)
	} else {
		cmd.Env = append([]string{procs}, cmd.Env...)
	}
	return pinned(p, cmd.Start)
}

// pattern matches one benchmark: -test.bench takes a pattern for each level.
func pattern(name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// parsed finds the times of a benchmark in what package testing printed, the least one first.
func parsed(out []byte, name string) []float64 {
	var times []float64
	for _, seconds := range values(out, name, "sec/op") {
		times = append(times, seconds*1e9)
	}
	slices.Sort(times)
	return times
}

// values finds those of a unit in the lines of a benchmark.
func values(out []byte, name, unit string) []float64 {
	var list []float64
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
		if v, found := res.Value(unit); found {
			list = append(list, v)
		}
	}
	return list
}

// procs is what package testing appends to names: GOMAXPROCS.
var procs = regexp.MustCompile(`-\d+$`)
