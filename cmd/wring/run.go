package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
)

func runVerb() verb {
	return verb{
		name: "run", args: "[flags] -- PACKAGE [arguments]", forwards: true,
		short: "record every allocation of a program run",
		long:  runManual,
		setup: func(fs *flag.FlagSet) action {
			r := &runCommand{}
			r.showing.define(fs)
			fs.StringVar(&r.dir, "C", "", "change to `DIR` first, as the go command does")
			fs.StringVar(&r.tags, "tags", "", "build with these `TAGS`, separated by commas")
			fs.BoolVar(&r.fromStart, "from-start", true,
				"book from the start; false: SIGUSR1 starts and stops booking")
			fs.StringVar(&r.by, "by", "line", "one row per `WHAT`: "+strings.Join(groupings, ", "))
			fs.StringVar(&r.sort, "sort", "objects", "heaviest first by `WHAT`: objects or bytes")
			fs.IntVar(&r.top, "top", 20, "show `COUNT` rows; 0 for all")
			fs.StringVar(&r.labels, "labels", "", "tell objects apart by the profiler labels "+
				"`KEY,...` of their goroutines, such as route")
			fs.StringVar(&r.access, "access", "", "with -labels KEY, divide by the requests that "+
				"the program adds to the log in `FILE`")
			fs.StringVar(&r.out, "o", "", "keep the record in `FILE.wring`")
			fs.StringVar(&r.pprof, "pprof", "", "write the profile to `FILE`, for go tool pprof")
			return r.run
		},
	}
}

type runCommand struct {
	topCommand
	fromStart bool
	labels    string
	access    string

	keys     []string // of labels
	requests *requestCount
}

func (r *runCommand) run(ctx context.Context, e env) (int, error) {
	if err := firstError(r.topCommand.check(), placeFor(r.out), placeFor(r.pprof),
		r.prepareLabels()); err != nil {
		return exitTrouble, err
	}
	if len(e.args) == 0 {
		return exitTrouble, errors.New("run needs a main package: wring run -- ./cmd/name")
	}
	rec, code, err := r.measureProgram(ctx, e)
	if err != nil {
		return exitTrouble, err
	}
	if r.requests != nil {
		r.requests.add(context.WithoutCancel(ctx), rec)
	}
	rep, cover := wring.Explain(rec, "run", r.byLeaf())
	opt := r.tableOptions(env{stdout: e.stderr})
	opt.Coverage = text.Coverage(cover)
	opt.Command = r.followUp
	if r.json {
		err = json.Write(e.stdout, r.sorted(rep))
	} else {
		err = text.Top(e.stderr, rep, opt)
		if r.out == "" {
			fmt.Fprintln(e.stderr, "  (FILE.wring is what wring run -o FILE.wring keeps)")
		}
	}
	return code, firstError(err, r.keep(rec))
}

// followUp returns the command that asks about the program's books, which only
// a record can answer: the program is not run again for it.
func (r *runCommand) followUp(verb string, args ...string) []string {
	file := r.out
	if file == "" {
		file = "FILE.wring" // what run -o FILE.wring would have kept
	}
	return append([]string{"wring", verb, "-from", file}, args...)
}

func (r *runCommand) measureProgram(ctx context.Context, e env) (*alloc.Record, int, error) {
	show := newProgress(e.stderr)
	defer show.clear()
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1,
		syscall.SIGUSR2)
	defer signal.Stop(signals)
	opt := wring.ProgramOptions{
		Dir: r.dir, Tags: r.tags, Progress: show.update,
		Main: e.args[0], Args: e.args[1:], FromStart: r.fromStart,
		Labels: r.keys,
		Stdin:  e.stdin, Stdout: e.stdout, Stderr: e.stderr,
		Signals: signals, Shared: isTerminal(e.stdin),
	}
	if r.json {
		opt.Stdout = e.stderr
	}
	if !r.fromStart {
		opt.Started = func(pid int) {
			fmt.Fprintf(e.stderr, "wring: booking starts and stops with: kill -USR1 %d\n", pid)
		}
	}
	return wring.MeasureProgram(ctx, opt)
}

// isTerminal reports whether what is typed reaches the program by itself.
func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
