package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/replace"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/profile"
	"github.com/wring-go/wring/observe/trace"
)

// Session is a measurement under way: what is to be measured was found.
type Session struct {
	Options Options // with defaults filled in, an absolute Dir, and Progress never nil
	Tools   gocmd.Toolchain
	Listing *load.Listing
	Cache   Cache
	Traced  *trace.Toolchain // nil until something is traced
	// Builds remembers what was built, for as long as the files on disk stay as they are; nil
	// where they may change.
	Builds *trace.Builds
	// Warnings are what there is to say about the cache, and about a write that
	// an earlier process was killed in.
	Warnings []alloc.Warning
}

// Begin finds the toolchain, the packages and the cache.
func Begin(ctx context.Context, opt Options) (*Session, error) {
	s := &Session{Options: opt.withDefaults()}
	s.Options.Progress("loading", "packages")
	var err error
	if s.Options.Dir, err = Folder(opt.Dir); err != nil {
		return nil, err
	}
	if s.Cache, s.Warnings, err = OpenCache(opt.CacheDir); err != nil {
		return nil, err
	}
	recovered, err := recoverWrites(s.Cache.Journals())
	if err != nil {
		return nil, err
	}
	s.Warnings = append(s.Warnings, recovered...)
	if s.Tools, err = gocmd.Env(ctx, s.Options.Dir, opt.Env); err != nil {
		return nil, err
	}
	s.Listing, err = load.List(ctx, s.LoadConfig(opt.Patterns...))
	return s, s.Explain(err)
}

func (opt Options) withDefaults() Options {
	if opt.N == 0 {
		opt.N = DefaultN
	}
	if opt.Timeout == 0 {
		opt.Timeout = DefaultTimeout
	}
	if opt.Progress == nil {
		opt.Progress = func(string, string) {}
	}
	return opt
}

// Folder returns dir as an absolute path: it is part of the names of what the
// cache keeps, and two modules measured from their own folders share nothing.
func Folder(dir string) (string, error) {
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

// recoverWrites finishes what a wring that was killed was about to write.
func recoverWrites(journals string) ([]alloc.Warning, error) {
	list, err := replace.Recover(journals)
	var warnings []alloc.Warning
	for _, r := range list {
		text := "were completed"
		if !r.Completed {
			text = "hold again what they held before, but for those that were changed since"
		}
		warnings = append(warnings, alloc.Warning{Code: alloc.WarnRecovered, Text: fmt.Sprintf(
			"An earlier wring fix was killed while it wrote. Its files %s: %s.", text,
			strings.Join(r.Files, ", "))})
	}
	return warnings, err
}

// Explain adds to a failure that the go command's own cache cannot be written:
// what the go command says then is about something else.
func (s *Session) Explain(err error) error {
	if err == nil || s.Tools.GOCACHE == "" || errors.Is(err, context.Canceled) {
		return err
	}
	if reason := probe(s.Tools.GOCACHE); reason != nil {
		return fmt.Errorf("%w\nthe go command's cache cannot be written: %w; "+
			"set GOCACHE to a folder with more room", err, reason)
	}
	return err
}

// Prepare makes the toolchain ready that traces, once.
func (s *Session) Prepare() (err error) {
	if s.Traced == nil {
		s.Traced, err = trace.Prepare(s.Tools, s.Cache.Path)
	}
	return err
}

// Trace books every allocation.
func (s *Session) Trace(ctx context.Context) (*alloc.Record, error) {
	if err := s.Prepare(); err != nil {
		return nil, err
	}
	return trace.Measure(ctx, s.TraceConfig(s.Traced))
}

// sample estimates with the runtime's own profiler, for toolchains that cannot
// be traced.
func (s *Session) sample(ctx context.Context) (*alloc.Record, error) {
	cfg := s.TraceConfig(trace.Plain(s.Tools))
	return trace.Sample(ctx, cfg, func(file string) (*alloc.Record, error) {
		return profile.Read(ctx, []string{file}, profile.Options{})
	})
}

// LoadConfig says how to load other packages as the session has loaded its own.
func (s *Session) LoadConfig(patterns ...string) load.Config {
	return load.Config{Dir: s.Options.Dir, Tags: s.Options.Tags, Env: s.Options.Env,
		Patterns: patterns}
}

// TraceConfig says how to measure with a toolchain.
func (s *Session) TraceConfig(tools *trace.Toolchain) trace.Config {
	opt := s.Options
	return trace.Config{
		Dir: opt.Dir, Env: opt.Env, Tags: opt.Tags, CacheDir: s.Cache.Path, Toolchain: tools,
		Packages: s.Listing.Packages, Bench: opt.Bench, Run: opt.Run, N: opt.N,
		Timeout: opt.Timeout, Budget: opt.Budget, Progress: opt.Progress, Builds: s.Builds,
	}
}
