package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/report/csv"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
)

// history measures commits: all of a range, or as many as it takes to find the
// one that changed something.
func (d *diffCommand) history(ctx context.Context, e env) (int, error) {
	formats := []string{"text", "json", "csv"}
	if d.bisect != "" {
		formats = formats[:2]
	}
	err := firstError(oneOf("format", d.format, formats...),
		d.refuse("-log and -bisect count, and time nothing", "count", "benchtime", "counts", "go",
			"filter", "table", "row", "col", "ignore", "alpha"))
	if err != nil {
		return exitTrouble, err
	}
	opt, err := d.historyOptions(e.args)
	if err != nil {
		return exitTrouble, err
	}
	show := newProgress(e.stderr)
	opt.Progress = show.update
	if d.bisect != "" {
		return d.printBisection(ctx, e, opt, show)
	}
	h, err := wring.History(ctx, opt)
	show.clear()
	if err != nil {
		return exitTrouble, err
	}
	switch d.format {
	case "json":
		return exitOK, json.WriteHistory(e.stdout, h)
	case "csv":
		return exitOK, csv.History(e.stdout, h)
	}
	return exitOK, text.History(e.stdout, h, d.showing.options(e))
}

// printBisection finds the commit. That there is none is the answer no.
func (d *diffCommand) printBisection(ctx context.Context, e env, opt wring.HistoryOptions,
	show *progress) (int, error) {
	b, err := wring.Bisect(ctx, opt)
	show.clear()
	if err != nil {
		return exitTrouble, err
	}
	code := exitOK
	if !b.Found {
		code = exitNo
	}
	if d.format == "json" {
		return code, json.WriteBisection(e.stdout, b)
	}
	return code, text.Bisection(e.stdout, b, d.showing.options(e))
}

// historyOptions takes the range from -log or from the first argument; the
// others are packages.
func (d *diffCommand) historyOptions(args []string) (wring.HistoryOptions, error) {
	opt := wring.HistoryOptions{Range: d.log, Database: d.database,
		Options: wring.Options{Dir: d.dir, Tags: d.tags, Bench: d.bench, N: d.n,
			Timeout: d.timeout}}
	if opt.Range == "" && len(args) > 0 && strings.Contains(args[0], "..") {
		opt.Range, args = args[0], args[1:]
	}
	opt.Patterns = args
	if opt.Range == "" {
		return opt, errors.New("-bisect needs a range of commits: " +
			"wring diff -bisect BENCH OLD..NEW")
	}
	if d.bisect == "" {
		return opt, nil
	}
	if err := d.refuse("-bisect names the benchmarks", "bench"); err != nil {
		return opt, err
	}
	opt.Bench = wring.BenchPattern(d.bisect)
	if _, err := regexp.Compile(opt.Bench); err != nil {
		return opt, fmt.Errorf("-bisect: %v", err)
	}
	return opt, nil
}
