package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/collector"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
)

func gcVerb() verb {
	return verb{
		name: "gc", args: "[flags] [package | -- PROGRAM [arguments]]",
		short: "what the collector costs, and the curve of its settings",
		long:  gcManual,
		setup: func(fs *flag.FlagSet) action {
			g := &gcCommand{}
			g.define(fs)
			return g.run
		},
	}
}

// gcCommand holds the flags of wring gc.
type gcCommand struct {
	source   collector.Source
	gogc     string
	limits   string
	predict  string
	box      string
	rounds   int
	span     time.Duration
	load     string
	delay    time.Duration
	other    bool
	noBooks  bool
	trace    string
	url      string
	heap     string
	svg      string
	json     bool
	settings []collector.Setting
	untried  []int
	boxBytes int64
}

func (g *gcCommand) define(fs *flag.FlagSet) {
	fs.StringVar(&g.source.Dir, "C", "", "change to `DIR` first, as the go command does")
	fs.StringVar(&g.source.Tags, "tags", "", "build with these `TAGS`, separated by commas")
	fs.StringVar(&g.source.Bench, "bench", ".", "run the benchmark that matches `REGEXP`")
	fs.StringVar(&g.source.Run, "run", "", "run the tests that match `REGEXP` instead")
	fs.DurationVar(&g.source.Time, "time", time.Second, "of a benchmark in each run: `TIME`")
	fs.StringVar(&g.gogc, "gogc", "50,100,200,400", "`VALUES` to try, per cent or off")
	fs.StringVar(&g.limits, "limits", "", "also try these values of GOMEMLIMIT, `SIZES` such "+
		"as 64MiB,128MiB, each with GOGC=off")
	fs.StringVar(&g.predict, "predict", "", "say what these values of GOGC would cost: `VALUES`")
	fs.StringVar(&g.box, "box", "", "the memory of the container: `SIZE` such as 512MiB")
	fs.IntVar(&g.rounds, "rounds", collector.DefaultRounds, "`COUNT` of runs under each setting")
	fs.DurationVar(&g.span, "for", 0, "interrupt the program after `TIME`; with -watch, watch "+
		"for as long (default 5s)")
	fs.StringVar(&g.load, "load", "", "run this `COMMAND` beside the program, and interrupt the "+
		"program when it ends")
	fs.DurationVar(&g.delay, "delay", time.Second, "`TIME` from the program's start to -load")
	fs.BoolVar(&g.other, "greentea", false, "try the other collector as well: without Green Tea "+
		"where that is the default, with it elsewhere")
	fs.BoolVar(&g.noBooks, "no-books", false, "do not book which lines allocate, nor what "+
		"of it lives")
	fs.StringVar(&g.trace, "trace", "", "read the lines of gctrace in `FILE` instead; - is "+
		"standard input")
	fs.StringVar(&g.url, "watch", "", "read the metrics of a running process from `URL` instead")
	fs.StringVar(&g.heap, "heap", "", "with -watch or -trace, say what lives in the process's "+
		"heap profile, a file or URL `PROFILE`; the arguments are the packages whose lines count")
	fs.StringVar(&g.svg, "svg", "", "draw the curve in `FILE`")
	fs.BoolVar(&g.json, "json", false, "print one JSON document")
}

func (g *gcCommand) run(ctx context.Context, e env) (int, error) {
	if g.trace != "" || g.url != "" {
		return g.live(ctx, e)
	}
	if g.heap != "" {
		return exitTrouble, errors.New("-heap belongs to a process that runs already: give " +
			"-watch or -trace, too; of a program that wring runs, it shows what lives by itself")
	}
	if err := firstError(g.check(), g.target(ctx, e.args)); err != nil {
		return exitTrouble, err
	}
	show := newProgress(e.stderr)
	r, err := g.measure(ctx, e, show.update)
	show.clear()
	if err != nil {
		return exitTrouble, err
	}
	if g.json {
		err = json.WriteGC(e.stdout, r)
	} else {
		err = text.GC(e.stdout, r, text.Options{Width: 110})
	}
	if err == nil && g.svg != "" {
		err = writeFile(g.svg, func(w io.Writer) error {
			_, err := io.WriteString(w, text.GCChart(r).SVG())
			return err
		})
	}
	return exitOK, err
}

// live reads what a process says, or has said.
func (g *gcCommand) live(ctx context.Context, e env) (int, error) {
	if g.heap == "" {
		if err := atMost(0, e.args); err != nil {
			return exitTrouble, err
		}
	}
	l, err := g.observe(ctx, e)
	if err == nil && g.heap != "" {
		l.Heap, err = g.sampled(ctx, e.args)
	}
	if err != nil {
		return exitTrouble, err
	}
	if g.json {
		return exitOK, json.WriteGCLive(e.stdout, l)
	}
	return exitOK, text.GCLive(e.stdout, l)
}

func (g *gcCommand) observe(ctx context.Context, e env) (collector.Live, error) {
	switch g.trace {
	case "":
		span := g.span
		if span <= 0 {
			span = 5 * time.Second
		}
		return collector.Watch(ctx, g.url, span)
	case "-":
		return collector.ReadTrace(e.stdin, "standard input")
	}
	f, err := os.Open(g.trace)
	if err != nil {
		return collector.Live{}, err
	}
	defer f.Close()
	return collector.ReadTrace(f, g.trace)
}

// check understands the flags.
func (g *gcCommand) check() error {
	values, err := collector.ParseGOGC(g.gogc)
	if err != nil {
		return fmt.Errorf("-gogc: %w", err)
	}
	for _, v := range values {
		g.settings = append(g.settings, collector.Setting{GOGC: v})
	}
	if g.limits != "" {
		for _, text := range strings.Split(g.limits, ",") {
			limit, err := collector.ParseBytes(strings.TrimSpace(text))
			if err != nil {
				return fmt.Errorf("-limits: %w", err)
			}
			g.settings = append(g.settings, collector.Setting{GOGC: collector.Off, Limit: limit})
		}
	}
	if g.predict != "" {
		if g.untried, err = collector.ParseGOGC(g.predict); err != nil {
			return fmt.Errorf("-predict: %w", err)
		}
		if len(values) < 2 || slices.Contains(g.untried, collector.Off) {
			return errors.New("-predict: two values of -gogc are needed, and off is not foreseen")
		}
	}
	if g.box != "" {
		if g.boxBytes, err = collector.ParseBytes(g.box); err != nil {
			return fmt.Errorf("-box: %w", err)
		}
	}
	if g.rounds < 1 || g.source.Time <= 0 || g.span < 0 {
		return errors.New("-rounds, -time and -for: more than 0")
	}
	return placeFor(g.svg)
}

// target tells a program from a package with benchmarks or tests.
func (g *gcCommand) target(ctx context.Context, args []string) error {
	chosen := g.source.Bench != "." || g.source.Run != ""
	if len(args) > 0 && !chosen && collector.IsProgram(ctx, g.source.Dir, args[0]) {
		g.source.Main, g.source.Args = args[0], args[1:]
		return nil
	}
	if g.load != "" || g.span > 0 {
		return errors.New("-load and -for are for a program, an executable file or a main " +
			"package: wring gc -load '...' -- ./server")
	}
	if g.source.Package = "."; len(args) > 0 {
		g.source.Package = args[0]
	}
	return atMost(1, args)
}

// measure builds the program, books it, and runs it under each setting.
func (g *gcCommand) measure(ctx context.Context, e env, show func(phase, what string)) (
	collector.Report, error) {
	r := collector.Report{Box: g.boxBytes}
	folder, err := os.MkdirTemp("", "wring-gc-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(folder)
	tools, err := gocmd.Env(ctx, g.source.Dir, nil)
	if err != nil {
		return r, err
	}
	r.Go = tools.GOVERSION
	if g.other {
		g.source.Experiments = []string{otherCollector(tools.GOVERSION)}
	}
	show("building", "the program")
	p, target, err := collector.Build(ctx, g.source, folder, nil)
	if err != nil {
		return r, err
	}
	r.Target, p.For, p.Load, p.Delay = target, g.span, g.load, g.delay
	settings := slices.Clone(g.settings)
	if g.other && len(p.Variants) > 1 {
		for _, s := range g.settings {
			s.Experiment = g.source.Experiments[0]
			settings = append(settings, s)
		}
	}
	points, err := collector.Measure(ctx, p, collector.Plan{Settings: settings, Rounds: g.rounds,
		Progress: show})
	if err != nil {
		return r, err
	}
	r.Points, r.Others = points[:len(g.settings)], points[len(g.settings):]
	for _, gogc := range g.untried {
		p, err := collector.Predict(r.Points, gogc)
		if err != nil {
			return r, err
		}
		r.Asked = append(r.Asked, p)
	}
	g.books(ctx, &r, p, folder, show)
	r.Advise()
	return r, ctx.Err()
}

// otherCollector returns the GOEXPERIMENT for the collector that the toolchain
// does not choose by itself.
func otherCollector(version string) string {
	if minor, ok := gocmd.Minor(version); ok && minor < 26 {
		return "greenteagc"
	}
	return "nogreenteagc"
}

const gcManual = `
It runs a benchmark, tests or a program under several values of GOGC, one after the
other and again, and says for each what part of the CPU the collector took, and how
much memory the process held at most; where the curve has its knee; and which lines
allocate, with what wring fix would try on them, so that one sees whether to turn a
knob or to change code.

    wring gc -bench Encode ./codec
    wring gc -run TestImport ./store
    wring gc -- ./cmd/report input.json
    wring gc -load 'hey -n 20000 http://127.0.0.1:8080/' -box 512MiB -- ./server
    wring gc -trace server.log
    wring gc -watch http://127.0.0.1:6060/debug/vitals
    wring gc -watch http://127.0.0.1:6060/debug/vars \
        -heap 'http://127.0.0.1:6060/debug/pprof/heap?gc=1' ./...

A benchmark does the same number of iterations each time, found with GOGC=100; a
regular expression must match one benchmark. A program is an executable file or a
main package. It runs to its end, or until -for or -load interrupt it.

The collector's share is what gctrace reports, by the clock, of what the process
was at work, by the clock as well: on a busy machine neither is CPU time, and the
share is the same. It includes what was marked on processors that had nothing else
to do. Peak memory is the most that the process held, not only its heap.

-predict says what other values of GOGC would cost; evaluation/gc compares such
predictions with runs. -trace and -watch look at one setting, so they advise nothing
but to measure. -watch reads kit/vitals, or the memstats of expvar.

What outlives a cycle comes from one more run, in which each cycle stops the program
and a profile of every object is written: the objects and bytes alive by line and type,
and what part of all that the line had allocated by then they are. Of the cycles looked
at it is the one that left the most; the median is over all of them.
`
