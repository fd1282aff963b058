// Package measure makes one measurement, from patterns of packages to a record
// that says everything the later stages need: what was allocated, what the
// compiler says about the packages, and the lines of source.
//
// [Run] books benchmarks or tests, [Program] a whole program, and [Profiles] takes
// what was measured elsewhere. Those that measure several times, or something
// of their own, use the steps of a [Session].
package measure

import (
	"context"
	"io"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/profile"
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
	N       int           // iterations of each benchmark; 0 means DefaultN
	Timeout time.Duration // for one benchmark or test; 0 means DefaultTimeout
	Budget  time.Duration // as for trace.Config
	Sampled bool          // use the runtime's own profiler, at the highest rate it has

	// Callees also collects the compiler's diagnostics for the dependencies on
	// hot stacks, the standard library included.
	Callees bool

	// CacheDir is where overlays, test binaries and compiler facts are kept;
	// "" means a folder of wring below os.UserCacheDir.
	CacheDir string
	// Progress, when not nil, receives each phase and what it works on.
	Progress func(phase, what string)
}

// What options mean that are 0.
const (
	DefaultN       = 100
	DefaultTimeout = time.Minute
)

// Run runs the benchmarks or tests of the packages and returns the books, with
// what the compiler says about the packages. An error of type
// [*trace.UnsupportedError] says that the toolchain cannot be traced.
func Run(ctx context.Context, opt Options) (*alloc.Record, error) {
	s, err := Begin(ctx, opt)
	if err != nil {
		return nil, err
	}
	book := s.Trace
	if opt.Sampled {
		book = s.sample
	}
	rec, err := book(ctx)
	if err != nil {
		return nil, s.Explain(err)
	}
	return rec, s.Complete(ctx, rec)
}

// ProfileOptions say which packages lines of a profile are booked to.
type ProfileOptions struct {
	Dir      string   // where patterns are read; "" for the current folder
	Patterns []string // as for the go command
	Tags     string   // build tags, separated by commas
	Env      []string // KEY=VALUE, added to the environment of the go command
	Callees  bool     // see [Options]
	// LinesOnly asks for what the profiles hold, and nothing of the compiler.
	LinesOnly bool

	// Fetch asks for a URL, such as the one of observe/profile/web, which links
	// net/http; without it only files are read. It returns also with an error what
	// to call the URL, without a password.
	Fetch func(ctx context.Context, url string) (name string, body io.ReadCloser, err error)
	// Revision is the commit that the profiled program was built from; "" means
	// that of its binary, where that can be had.
	Revision string
	// Whole refuses all sources when one cannot be read. Else it is left out with a warning,
	// as long as another is left.
	Whole bool

	CacheDir string                   // see [Options]
	Progress func(phase, what string) // may be nil
}

// Profiles reads pprof profiles, files or URLs, of heap, allocations and CPU, as a
// sampled record. Their lines are those of the sources as they are now.
func Profiles(ctx context.Context, sources []string, opt ProfileOptions) (*alloc.Record, error) {
	s, err := Begin(ctx, Options{Dir: opt.Dir, Patterns: opt.Patterns, Tags: opt.Tags,
		Env: opt.Env, Callees: opt.Callees, CacheDir: opt.CacheDir, Progress: opt.Progress})
	if err != nil {
		return nil, err
	}
	set, err := UntilDone(ctx, func() (*profile.Set, error) {
		return profile.ReadSet(ctx, sources, profile.Options{Fetch: opt.Fetch, CPU: true,
			Some: !opt.Whole})
	})
	if err != nil {
		return nil, err
	}
	if err := s.relocate(ctx, set, opt.Revision); err != nil {
		return nil, err
	}
	if opt.LinesOnly {
		s.Describe(set.Record)
		AddLines(set.Record)
		return set.Record, nil
	}
	return set.Record, s.Complete(ctx, set.Record)
}
