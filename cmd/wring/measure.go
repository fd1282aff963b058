package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/profile/web"
	"github.com/wring-go/wring/report/pprof"
)

// measuring holds the flags of the verbs that measure.
type measuring struct {
	flags   *flag.FlagSet
	dir     string
	bench   string
	run     string
	tags    string
	n       int
	timeout time.Duration
	live    inProduction
	from    string
	out     string
	pprof   string
	sampled bool
}

// list is a flag that may be given several times.
type list []string

func (l *list) String() string { return fmt.Sprint(*l) }

func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

func (m *measuring) define(fs *flag.FlagSet) {
	m.flags = fs
	fs.StringVar(&m.dir, "C", "", "change to `DIR` first, as the go command does")
	fs.StringVar(&m.bench, "bench", ".", "book the benchmarks that match `REGEXP`")
	fs.StringVar(&m.run, "run", "", "book the tests that match `REGEXP` instead of benchmarks")
	fs.StringVar(&m.tags, "tags", "", "build with these `TAGS`, separated by commas")
	fs.IntVar(&m.n, "n", 100, "iterations of each benchmark: `COUNT`")
	fs.DurationVar(&m.timeout, "timeout", time.Minute,
		"stop a benchmark or test that takes longer than `DURATION`, and go on")
	m.live.define(fs, "read a pprof profile of heap, allocations or CPU, `FILE|URL`, instead of "+
		"running; may be repeated; sampled")
	fs.StringVar(&m.from, "from", "", "start from the record in `FILE.wring`")
	fs.StringVar(&m.out, "o", "", "keep the record in `FILE.wring`")
	fs.StringVar(&m.pprof, "pprof", "", "write the profile to `FILE`, for go tool pprof")
	fs.BoolVar(&m.sampled, "sampled", false,
		"estimate with the runtime's own profiler: any toolchain, no tiny objects, no types")
}

// record measures, or reads what was measured before. patterns are the packages.
func (m *measuring) record(ctx context.Context, e env, patterns []string,
	callees bool) (*alloc.Record, error) {
	if err := m.checkMeasuring(patterns); err != nil {
		return nil, err
	}
	return m.observe(ctx, e, patterns, callees || m.out != "")
}

// keep writes the files that -o and -pprof name. It comes after the answer has
// been printed: a full disk must not lose that.
func (m *measuring) keep(rec *alloc.Record) error {
	if m.out != "" {
		err := writeFile(m.out, func(w io.Writer) error { return alloc.WriteRecord(w, rec) })
		if err != nil {
			return err
		}
	}
	if m.pprof == "" {
		return nil
	}
	return writeFile(m.pprof, func(w io.Writer) error { return pprof.Write(w, rec) })
}

// checkMeasuring finds flags that make no sense, before anything is built.
func (m *measuring) checkMeasuring(patterns []string) error {
	if _, err := regexp.Compile(m.bench); err != nil {
		return fmt.Errorf("-bench: %v", err)
	}
	if _, err := regexp.Compile(m.run); err != nil {
		return fmt.Errorf("-run: %v", err)
	}
	if err := firstError(placeFor(m.out), placeFor(m.pprof)); err != nil {
		return err
	}
	switch {
	case m.n < 1:
		return fmt.Errorf("-n %d: the number of iterations must be 1 or more", m.n)
	case m.timeout <= 0:
		return fmt.Errorf("-timeout %v: a benchmark needs some time, such as 1m", m.timeout)
	case m.from != "" && len(patterns) > 0:
		return errors.New("-from starts from a record, which knows its packages: " +
			"leave the package patterns away")
	case m.from != "":
		return m.refuse("-from starts from a record, and measures nothing",
			"bench", "run", "tags", "n", "timeout", "profile", "sampled")
	case m.live.revision != "" && len(m.live.profiles) == 0:
		return errNoProfile
	case len(m.live.profiles) > 0:
		return m.refuse("-profile reads what was measured elsewhere",
			"bench", "run", "n", "timeout", "sampled")
	}
	return nil
}

func (m *measuring) observe(ctx context.Context, e env, patterns []string,
	callees bool) (*alloc.Record, error) {
	if m.from != "" {
		return wring.ReadRecord(ctx, m.from)
	}
	show := newProgress(e.stderr)
	defer show.clear()
	if len(m.live.profiles) > 0 {
		return wring.ReadProfiles(ctx, m.live.profiles, wring.ProfileOptions{Dir: m.dir,
			Patterns: orAll(patterns), Tags: m.tags, Callees: callees, Fetch: web.Fetch,
			Revision: m.live.revision, Progress: show.update})
	}
	return wring.Measure(ctx, wring.Options{
		Dir: m.dir, Patterns: patterns, Tags: m.tags, Bench: m.bench, Run: m.run, N: m.n,
		Timeout: m.timeout, Sampled: m.sampled, Callees: callees, Progress: show.update,
	})
}
