package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/csv"
	"github.com/wring-go/wring/report/html"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/markdown"
	"github.com/wring-go/wring/report/text"
)

// diffFormats are the values of -format.
var diffFormats = []string{"text", "json", "markdown", "csv", "html"}

func diffVerb() verb {
	return verb{
		name: "diff", args: "[flags] OLD [NEW] [packages]",
		short: "compare two states: time, bytes, allocations, and lines that came and went",
		long:  diffManual,
		setup: func(fs *flag.FlagSet) action {
			d := &diffCommand{}
			d.define(fs)
			return d.run
		},
	}
}

type diffCommand struct {
	measuring
	showing
	format    string
	count     int
	benchtime time.Duration
	counts    bool
	toolchain string
	project   wring.Projection
	log       string
	bisect    string
	database  string
	profiles  profileDiff
}

func (d *diffCommand) define(fs *flag.FlagSet) {
	d.flags = fs
	fs.StringVar(&d.dir, "C", "", "change to `DIR` first, as the go command does")
	fs.StringVar(&d.bench, "bench", ".", "compare the benchmarks that match `REGEXP`")
	fs.StringVar(&d.tags, "tags", "", "build with these `TAGS`, separated by commas")
	fs.IntVar(&d.n, "n", 100, "booked iterations of each benchmark: `COUNT`")
	fs.DurationVar(&d.timeout, "timeout", time.Minute,
		"leave out a benchmark that takes longer than `DURATION`")
	fs.IntVar(&d.count, "count", 10, "timed runs of each side, interleaved: `COUNT`")
	fs.DurationVar(&d.benchtime, "benchtime", 50*time.Millisecond,
		"how long each timed run takes, about: `DURATION`")
	fs.BoolVar(&d.counts, "counts", false, "compare counts and bytes only, and time nothing")
	fs.StringVar(&d.toolchain, "go", "", "build with two toolchains, `OLD,NEW`, such as "+
		"go1.26.8,go1.27.4: one tree under both, or two trees under each")
	fs.StringVar(&d.format, "format", "text", "print `FORMAT`: "+strings.Join(diffFormats, ", "))
	fs.BoolVar(&d.json, "json", false, "print one JSON document, as -format json does")
	fs.StringVar(&d.color, "color", "auto", "use colour: `WHEN` is auto, always or never")
	fs.StringVar(&d.project.Filter, "filter", "*", "use the results that match `QUERY`, "+
		"in the language of benchstat, as all of the following")
	fs.StringVar(&d.project.Table, "table", "pkg", "tables are split by the `KEYS`")
	fs.StringVar(&d.project.Row, "row", ".fullname", "rows are split by the `KEYS`")
	fs.StringVar(&d.project.Col, "col", ".file", "columns are split by the `KEYS`")
	fs.StringVar(&d.project.Ignore, "ignore", "", "`KEYS` that may differ within a cell")
	fs.StringVar(&d.log, "log", "", "count what each commit of a `RANGE`, OLD..NEW, allocates")
	fs.StringVar(&d.bisect, "bisect", "", "find the commit of a range that changed what "+
		"benchmarks allocate: `BENCH`, a name or a regular expression")
	fs.StringVar(&d.database, "db", "", "keep the counts of -log and -bisect in `DSN`: a file, or "+
		"postgres://...; without it a file in the cache")
	d.profiles.define(fs)
	fs.Float64Var(&d.project.Alpha, "alpha", 0.05, "a difference is shown when p is below `ALPHA`")
}

func (d *diffCommand) check() error {
	switch {
	case d.count < 1:
		return fmt.Errorf("-count %d: it takes a run of each side, or -counts", d.count)
	case d.benchtime <= 0:
		return fmt.Errorf("-benchtime %v: a run takes some time, such as 50ms", d.benchtime)
	case d.project.Alpha <= 0 || d.project.Alpha >= 1:
		return fmt.Errorf("-alpha %v: it is a probability, such as 0.05", d.project.Alpha)
	case d.json && d.given("format") != nil && d.format != "json":
		return errors.New("-json and -format ask for different things: leave one away")
	}
	if d.json {
		d.format = "json"
	}
	if d.database != "" && d.log == "" && d.bisect == "" {
		return errors.New("-db keeps what -log and -bisect measure: give one of them, too")
	}
	return firstError(d.showing.check(), oneOf("format", d.format, diffFormats...),
		d.checkMeasuring(nil))
}

func (d *diffCommand) run(ctx context.Context, e env) (int, error) {
	if err := d.check(); err != nil {
		return exitTrouble, err
	}
	if d.log != "" || d.bisect != "" {
		return d.history(ctx, e)
	}
	if areProfiles(e.args) {
		return d.compareProfiles(ctx, e)
	}
	if err := d.profiles.unused(); err != nil {
		return exitTrouble, err
	}
	opt, err := d.options(e.args)
	if err != nil {
		return exitTrouble, err
	}
	diff, err := d.compare(ctx, e, opt)
	if err != nil {
		return exitTrouble, err
	}
	if err := d.print(e, diff); err != nil {
		return exitTrouble, err
	}
	if diff.Worse() {
		return exitNo, nil
	}
	return exitOK, nil
}

func (d *diffCommand) compare(ctx context.Context, e env, opt wring.CompareOptions) (alloc.Diff,
	error) {
	show := newProgress(e.stderr)
	defer show.clear()
	opt.Progress = show.update
	return wring.Compare(ctx, opt)
}

// options sorts the arguments: two states, and packages, which hold "..." or
// follow the states.
func (d *diffCommand) options(args []string) (wring.CompareOptions, error) {
	var states, packages []string
	for _, arg := range args {
		if len(states) == 2 || strings.Contains(arg, "...") && !strings.Contains(arg, "....") {
			packages = append(packages, arg)
		} else {
			states = append(states, arg)
		}
	}
	if len(states) == 0 && d.toolchain == "" {
		return wring.CompareOptions{}, errors.New("diff needs two states, such as HEAD~1 and . : " +
			"revisions, folders, .wring records or texts of go test -bench")
	}
	opt := wring.CompareOptions{
		Dir: d.dir, Patterns: packages, Tags: d.tags, Bench: d.bench, N: d.n, Timeout: d.timeout,
		Go: names(d.toolchain), Count: d.count, BenchTime: d.benchtime, CountsOnly: d.counts,
		Projection: d.project,
	}
	states = append(states, "", "")
	opt.Old, opt.New = filepath.ToSlash(states[0]), filepath.ToSlash(states[1])
	return opt, nil
}

func (d *diffCommand) print(e env, diff alloc.Diff) error {
	write := map[string]func(io.Writer, alloc.Diff) error{
		"json": json.WriteDiff, "markdown": markdown.Diff, "csv": csv.Diff, "html": html.Diff,
		"text": func(w io.Writer, diff alloc.Diff) error {
			return text.Diff(w, diff, d.showing.options(e))
		},
	}
	return write[d.format](e.stdout, diff)
}
