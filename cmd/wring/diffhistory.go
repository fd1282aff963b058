package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/compare/history"
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

// openStore opens the database of -db, or a file in the cache.
func (d *diffCommand) openStore(ctx context.Context, cacheDir string) (wring.HistoryStore, error) {
	return history.Open(ctx, cmp.Or(d.database, filepath.Join(cacheDir, "history.db")))
}

// historyOptions takes the range from -log or from the first argument; the
// others are packages.
func (d *diffCommand) historyOptions(args []string) (wring.HistoryOptions, error) {
	opt := wring.HistoryOptions{Range: d.log, Dir: d.dir, Tags: d.tags, Bench: d.bench, N: d.n,
		Timeout: d.timeout, OpenStore: d.openStore}
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
	opt.Bench = benchPattern(d.bisect)
	if _, err := regexp.Compile(opt.Bench); err != nil {
		return opt, fmt.Errorf("-bisect: %v", err)
	}
	return opt, nil
}

// benchPattern returns the expression that matches one benchmark by its full
// name, and what is no full name as it is.
func benchPattern(name string) string {
	_, bench, ok := strings.Cut(name, ".Benchmark")
	if !ok || strings.ContainsAny(name, "^$*|") {
		return name
	}
	parts := strings.Split("Benchmark"+bench, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}
