package measure

import (
	"context"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/trace"
)

// ProgramOptions say which program to book.
type ProgramOptions struct {
	Dir  string   // where Main is looked up, and the program runs; "" for the current folder
	Tags string   // build tags, separated by commas
	Env  []string // KEY=VALUE, added to the environment of everything that is run

	Main      string   // the main package, as for go run
	Args      []string // the program's own
	FromStart bool     // false: SIGUSR1 starts and stops booking
	// Labels are keys of profiler labels by which objects are told apart; at most
	// [MaxLabels].
	Labels []string

	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Signals are forwarded to the program; after its end, a signal to stop
	// stops the rest. Shared says that the terminal interrupts the program by
	// itself: a second interrupt would end it before its books are closed.
	Signals <-chan os.Signal
	Shared  bool
	Started func(pid int) // may be nil

	CacheDir string                   // see [Options]
	Progress func(phase, what string) // may be nil
}

// MaxLabels is how many keys of profiler labels can be asked for.
const MaxLabels = trace.MaxLabelKeys

// Program builds a program, runs it to its end, and returns its books, to which
// then has added something, and its exit code. An error with a code other than 0
// says that the program ran, but left no books.
func Program(ctx context.Context, opt ProgramOptions,
	then func(context.Context, *alloc.Record) error) (*alloc.Record, int, error) {
	s, err := Begin(ctx, Options{Dir: opt.Dir, Patterns: []string{opt.Main}, Tags: opt.Tags,
		Env: opt.Env, CacheDir: opt.CacheDir, Progress: opt.Progress})
	if err != nil {
		return nil, 0, err
	}
	main, err := mainPackage(s.Listing, opt.Main)
	if err != nil {
		return nil, 0, err
	}
	if err := s.Prepare(); err != nil {
		return nil, 0, err
	}
	rec, exit, err := trace.Program(ctx, trace.ProgramConfig{
		Config: s.TraceConfig(s.Traced), Main: main, Args: opt.Args, FromStart: opt.FromStart,
		Labels: opt.Labels,
		Stdin:  opt.Stdin, Stdout: opt.Stdout, Stderr: opt.Stderr,
		Signals: opt.Signals, Shared: opt.Shared, Started: opt.Started,
	})
	if err != nil {
		return nil, exit.Code, s.Explain(err)
	}
	ctx, stop := untilNext(ctx, opt.Signals)
	defer stop()
	if err := s.wholeModule(ctx); err != nil {
		return nil, exit.Code, err
	}
	if err := s.Complete(ctx, rec); err != nil {
		return nil, exit.Code, err
	}
	return rec, exit.Code, then(ctx, rec)
}

// twice is for how long after the program's end a signal counts as the one that
// ended it, come again: from the terminal, say, and from whoever forwards it.
const twice = 200 * time.Millisecond

// untilNext returns a context for what is done after the program's end. The
// signal that ended the program, and with it ctx, is not for the rest, even if
// it comes twice; the next one is.
func untilNext(ctx context.Context, signals <-chan os.Signal) (context.Context, func()) {
	rest, stop := context.WithCancel(context.WithoutCancel(ctx))
	interrupted, ended := ctx.Err() != nil, time.Now()
	go func() {
		for {
			select {
			case sig := <-signals:
				if interrupted && time.Since(ended) < twice {
					continue
				}
				if sig == os.Interrupt || sig == syscall.SIGTERM {
					stop()
				}
			case <-rest.Done():
				return
			}
		}
	}()
	return rest, stop
}

func mainPackage(l *load.Listing, pattern string) (load.Package, error) {
	if len(l.Packages) != 1 {
		return load.Package{}, fmt.Errorf("%s names %d packages: wring run takes one main package",
			pattern, len(l.Packages))
	}
	p := l.Packages[0]
	if p.Name != "main" {
		return load.Package{}, fmt.Errorf("%s is package %s, not a main package: "+
			"name a command, or book benchmarks with wring top", p.Path, p.Name)
	}
	return p, nil
}

// wholeModule asks for all packages of the program's module: lines of a program
// are booked to its module, not to package main alone.
func (s *Session) wholeModule(ctx context.Context) error {
	if s.Listing.Module == "" || s.Listing.Module == "std" {
		return nil
	}
	all, err := load.List(ctx, s.LoadConfig(s.Listing.Module+"/..."))
	if err == nil {
		s.Listing.Packages = all.Packages
	}
	return err
}
