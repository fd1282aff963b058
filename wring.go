// Package wring measures every heap allocation of Go code exactly and says why
// it happens. It is the front door of the library; the stages behind it are
//
//  1. observe: what the program does ([Measure], [MeasureProgram], [ReadProfiles])
//     and what the compiler says about it, as an [alloc.Record]
//  2. explain: the record's sites, heaviest first, each with a named cause,
//     as an [alloc.Report] ([Explain])
//
// A record can be written to a file and read back, and so can a report; what
// prints them, the folder report and the wring command, measures nothing.
package wring

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/profile"
	"github.com/wring-go/wring/observe/trace"
)

// Options say what to measure. The zero value books the benchmarks of the
// package in the current folder.
type Options struct {
	Dir      string   // where patterns are read; "" for the current folder
	Patterns []string // as for the go command
	Tags     string   // build tags, separated by commas
	Env      []string // KEY=VALUE, added to the environment of everything that is run

	Bench   string        // which benchmarks, as for go test -bench; "" for all
	Run     string        // book tests instead, as for go test -run
	N       int           // iterations of each benchmark; 0 means 100
	Timeout time.Duration // for one benchmark or test; 0 means a minute
	Sampled bool          // use the runtime's own profiler, at the highest rate it has

	// Callees asks for the compiler's words about the dependencies on hot
	// stacks too, the standard library included.
	Callees bool

	// CacheDir is where overlays, test binaries and compiler facts are kept;
	// "" means a folder of wring below os.UserCacheDir.
	CacheDir string
	// Progress, when not nil, is told what is going on.
	Progress func(phase, what string)
}

const (
	defaultN       = 100
	defaultTimeout = time.Minute
)

// session is one measurement under way.
type session struct {
	Options
	tools   gocmd.Toolchain
	listing *load.Listing
	cache   cache
	traced  *trace.Toolchain // nil when nothing is traced
	unasked bool             // nobody wants to know what the techniques propose
}

// Measure runs the benchmarks or tests of the packages and returns the books,
// with what the compiler says about the packages. An error of type
// [*trace.UnsupportedError] says that the toolchain cannot be traced.
func Measure(ctx context.Context, opt Options) (*alloc.Record, error) {
	s, err := begin(ctx, opt)
	if err != nil {
		return nil, err
	}
	var rec *alloc.Record
	if opt.Sampled {
		rec, err = s.sample(ctx)
	} else {
		rec, err = s.trace(ctx)
	}
	if err != nil {
		return nil, s.explain(err)
	}
	return rec, s.complete(ctx, rec)
}

// begin finds the toolchain, the packages and the cache.
func begin(ctx context.Context, opt Options) (*session, error) {
	s := &session{Options: opt}
	if s.N == 0 {
		s.N = defaultN
	}
	if s.Timeout == 0 {
		s.Timeout = defaultTimeout
	}
	if s.Progress == nil {
		s.Progress = func(string, string) {}
	}
	s.Progress("loading", "packages")
	var err error
	if s.Dir, err = folder(opt.Dir); err != nil {
		return nil, err
	}
	if s.cache, err = openCache(opt.CacheDir); err != nil {
		return nil, err
	}
	if err = s.cache.recover(); err != nil {
		return nil, err
	}
	if s.tools, err = gocmd.Env(ctx, s.Dir, s.Env); err != nil {
		return nil, err
	}
	s.listing, err = load.List(ctx, load.Config{
		Dir: s.Dir, Patterns: s.Patterns, Tags: s.Tags, Env: s.Env})
	return s, s.explain(err)
}

// folder returns dir as an absolute path: it is part of the names of what the
// cache keeps, and two modules measured from their own folders share nothing.
func folder(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(abs)
	if err == nil && !info.IsDir() {
		err = syscall.ENOTDIR
	}
	if err != nil {
		var failed *os.PathError
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return "", fmt.Errorf("cannot work in %s: %w", abs, err)
	}
	return abs, nil
}

// trace books every allocation.
func (s *session) trace(ctx context.Context) (*alloc.Record, error) {
	var err error
	if s.traced, err = trace.Prepare(s.tools, s.cache.dir); err != nil {
		return nil, err
	}
	return trace.Measure(ctx, s.traceConfig(s.traced))
}

func (s *session) traceConfig(tools *trace.Toolchain) trace.Config {
	return trace.Config{
		Dir: s.Dir, Env: s.Env, Tags: s.Tags, CacheDir: s.cache.dir, Toolchain: tools,
		Packages: s.listing.Packages, Bench: s.Bench, Run: s.Run, N: s.N,
		Timeout: s.Timeout, Progress: s.Progress,
	}
}

// ReadProfiles reads pprof heap profiles, files or URLs, as a sampled record.
// The packages of opt are those that lines are booked to.
func ReadProfiles(ctx context.Context, sources []string, opt Options) (*alloc.Record, error) {
	s, err := begin(ctx, opt)
	if err != nil {
		return nil, err
	}
	rec, err := untilDone(ctx, func() (*alloc.Record, error) {
		return profile.Read(ctx, sources, profile.Options{})
	})
	if err != nil {
		return nil, err
	}
	return rec, s.complete(ctx, rec)
}

// Explain turns a record into a report: its sites with causes, heaviest first.
// With leaf, sites are the frames that called the allocator, wherever they are.
func Explain(rec *alloc.Record, verb string, leaf bool) (alloc.Report, explain.Coverage) {
	findings := explain.Findings(rec, explain.Options{Leaf: leaf})
	if verb != "why" {
		for i := range findings {
			findings[i].Proposals = nil // their names are enough
		}
	}
	return alloc.Report{
		Version: alloc.ReportVersion, Verb: verb, Exact: rec.Exact,
		Go: rec.Go, GOOS: rec.GOOS, GOARCH: rec.GOARCH, Module: rec.Module,
		Benchmarks: rec.Benchmarks, Sites: findings, Warnings: rec.Warnings,
	}, explain.Cover(rec, findings)
}

// Causes returns the causes that a site can have, in order of precedence.
func Causes() []explain.Cause { return explain.Causes() }

// Cause returns the cause of that name.
func Cause(name string) (explain.Cause, error) {
	if c, ok := explain.Lookup(name); ok {
		return c, nil
	}
	return explain.Cause{}, fmt.Errorf("no cause is named %q: wring help causes lists them", name)
}
