// Package series measures the commits of a range: all of them, for a history of
// what benchmarks allocate, or as many as it takes to find the one that changed
// something.
package series

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare/states"
	"github.com/wring-go/wring/internal/git"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/measure"
)

// Options say which commits to measure.
type Options struct {
	Dir      string   // a folder of the repository; "" for the current one
	Patterns []string // as for the go command; none means ./...
	Tags     string   // build tags, separated by commas
	Env      []string // KEY=VALUE, added to the environment of everything that is run

	Range string // OLD..NEW; the first commit is compared with OLD

	Bench   string        // which benchmarks, as for go test -bench; "" for all
	N       int           // iterations of each benchmark; 0 means measure.DefaultN
	Timeout time.Duration // for one benchmark; 0 means measure.DefaultTimeout

	// OpenStore opens the store of earlier measurements, given the cache
	// folder. Without it everything is measured again.
	OpenStore func(ctx context.Context, cacheDir string) (Store, error)

	CacheDir string                   // as for measure.Options
	Progress func(phase, what string) // may be nil
}

// historyRuns is how often a commit is measured: the scatter between runs must
// be known to tell it from a change.
const historyRuns = 3

// series is a series of commits being measured.
type series struct {
	opt      Options
	warnings []alloc.Warning // of the cache
	repo     git.Repository
	store    Store
	settings string
	commits  []git.Revision
	runs     map[string][]*alloc.Record // by commit
}

// History measures what the benchmarks allocate at each commit of a range. What
// was measured before comes from the database. A commit that cannot be measured
// says why.
func History(ctx context.Context, opt Options) (alloc.History, error) {
	c, err := openSeries(ctx, opt)
	if err != nil {
		return alloc.History{}, err
	}
	defer c.store.Close()
	h := alloc.History{Version: alloc.ReportVersion, Verb: "diff", Range: c.opt.Range,
		Commits: []alloc.CommitCounts{}, Warnings: append([]alloc.Warning{}, c.warnings...)}
	var last *alloc.CommitCounts
	measured := 0
	for i, rev := range c.commits {
		c.opt.Progress("measuring", fmt.Sprintf("commit %d of %d: %.10s", i+1, len(c.commits),
			rev.Commit))
		book, err := c.counts(ctx, rev)
		if err != nil {
			return h, err
		}
		if last != nil {
			book.Changed = changed(*last, book)
		}
		h.Commits = append(h.Commits, book)
		if book.Failure == "" {
			last = &book
			measured++
		}
	}
	if measured == 0 {
		return h, fmt.Errorf("no commit of %s can be measured; of the last one: %s", c.opt.Range,
			h.Commits[len(h.Commits)-1].Failure)
	}
	return h, nil
}

// openSeries finds the commits and opens the database.
func openSeries(ctx context.Context, opt Options) (c *series, err error) {
	c = &series{opt: opt, runs: map[string][]*alloc.Record{}}
	if c.opt.Progress == nil {
		c.opt.Progress = func(string, string) {}
	}
	c.opt.N = cmp.Or(c.opt.N, measure.DefaultN)
	c.opt.Timeout = cmp.Or(c.opt.Timeout, measure.DefaultTimeout)
	if len(c.opt.Patterns) == 0 {
		c.opt.Patterns = []string{"./..."}
	}
	if c.opt.Dir, err = measure.Folder(c.opt.Dir); err != nil {
		return nil, err
	}
	cache, warnings, err := measure.OpenCache(c.opt.CacheDir)
	if err != nil {
		return nil, err
	}
	c.opt.CacheDir, c.warnings = cache.Path, warnings
	if err := c.find(ctx); err != nil {
		return nil, err
	}
	if c.settings, err = c.describe(ctx); err != nil {
		return nil, err
	}
	if c.opt.OpenStore == nil {
		c.store = noStore{}
		return c, nil
	}
	c.store, err = c.opt.OpenStore(ctx, c.opt.CacheDir)
	return c, err
}

// find looks up the commits of the range.
func (c *series) find(ctx context.Context) (err error) {
	from, to, ok := strings.Cut(c.opt.Range, "..")
	if !ok || from == "" || strings.HasPrefix(to, ".") {
		return fmt.Errorf("%q is no range of commits: write OLD..NEW, such as v1.0.0..HEAD",
			c.opt.Range)
	}
	if c.repo, err = git.Open(ctx, c.opt.Dir); errors.Is(err, git.ErrNone) {
		return fmt.Errorf("a history needs commits: %w in %s; change to a repository, "+
			"or name one with -C DIR", err, c.opt.Dir)
	} else if err != nil {
		return err
	}
	first, err := c.repo.Revision(ctx, from)
	if err != nil {
		return err
	}
	last, err := c.repo.Revision(ctx, cmp.Or(to, "HEAD"))
	if err != nil {
		return err
	}
	after, err := c.repo.Between(ctx, first.Commit, last.Commit)
	if err != nil {
		return err
	}
	if len(after) == 0 {
		return fmt.Errorf("the range %s is empty: no commit of %s comes after %s; "+
			"are the two the wrong way round?", c.opt.Range, cmp.Or(to, "HEAD"), from)
	}
	c.commits = append([]git.Revision{first}, after...)
	return nil
}

// describe returns everything besides the sources that counts depend on.
func (c *series) describe(ctx context.Context) (string, error) {
	t, err := gocmd.Env(ctx, c.opt.CacheDir, c.opt.Env) // outside of any module
	if err != nil {
		return "", err
	}
	settings := []string{"go=" + t.GOVERSION, "toolchain=" + t.GOTOOLCHAIN,
		"os=" + t.GOOS, "arch=" + t.GOARCH, "cgo=" + t.CGOEnabled, "flags=" + t.GOFLAGS,
		"tags=" + c.opt.Tags, "bench=" + c.opt.Bench,
		fmt.Sprint("n=", c.opt.N, " runs=", historyRuns),
		"packages=" + strings.Join(c.opt.Patterns, " ")}
	if t.GOEXPERIMENT != "" { // without it, keys are those of older versions
		settings = append(settings, "experiment="+t.GOEXPERIMENT)
	}
	return strings.Join(settings, "\n"), nil
}

// counts returns the counts of a commit. A commit that cannot be measured has a
// Failure; an error means that no commit can be measured any more.
func (c *series) counts(ctx context.Context, rev git.Revision) (alloc.CommitCounts, error) {
	book := alloc.CommitCounts{Commit: rev.Commit, Tree: rev.Tree, Date: rev.Date,
		Subject: rev.Subject, Benchmarks: []alloc.BenchCounts{}, Changed: []alloc.RateChange{}}
	key := Key{Tree: rev.Tree, Dir: c.repo.Prefix, Settings: c.settings}
	runs, err := c.store.Get(ctx, key)
	if err != nil {
		return book, err
	}
	book.Cached = len(runs) > 0
	if !book.Cached {
		runs, err = states.Books(ctx, c.repo, rev, historyRuns, c.measuring(rev))
		if ctx.Err() != nil {
			return book, ctx.Err()
		}
		if err != nil {
			book.Failure = err.Error()
			return book, nil
		}
		if err := c.store.Put(ctx, key, runs); err != nil {
			return book, err
		}
	}
	c.runs[rev.Commit] = runs
	book.Go = runs[0].Go
	book.Benchmarks = medianCounts(runs)
	return book, nil
}

// measuring says how to measure a commit.
func (c *series) measuring(rev git.Revision) measure.Options {
	opt := c.opt
	progress := func(phase, what string) { opt.Progress(fmt.Sprintf("%.10s", rev.Commit), phase) }
	return measure.Options{Patterns: opt.Patterns, Tags: opt.Tags, Env: opt.Env, Bench: opt.Bench,
		N: opt.N, Timeout: opt.Timeout, CacheDir: opt.CacheDir, Progress: progress}
}

// medianCounts returns the counts of the benchmarks in the first run, in its
// order.
func medianCounts(runs []*alloc.Record) []alloc.BenchCounts {
	objects, bytes := map[string][]float64{}, map[string][]float64{}
	for _, rec := range runs {
		for _, b := range rec.Benchmarks {
			o, z := b.PerOp()
			objects[b.FullName()] = append(objects[b.FullName()], o)
			bytes[b.FullName()] = append(bytes[b.FullName()], z)
		}
	}
	list := []alloc.BenchCounts{}
	for _, b := range runs[0].Benchmarks {
		name := b.FullName()
		o := slices.Sorted(slices.Values(objects[name]))
		z := slices.Sorted(slices.Values(bytes[name]))
		list = append(list, alloc.BenchCounts{Benchmark: name, Objects: o[(len(o)-1)/2],
			Bytes: z[(len(z)-1)/2], Low: o[0], High: o[len(o)-1], Runs: len(o)})
	}
	return list
}

// changed returns the benchmarks whose objects differ by more than the runs of
// either commit scatter.
func changed(before, after alloc.CommitCounts) []alloc.RateChange {
	list := []alloc.RateChange{}
	old := map[string]alloc.BenchCounts{}
	for _, b := range before.Benchmarks {
		old[b.Benchmark] = b
	}
	for _, b := range after.Benchmarks {
		was, ok := old[b.Benchmark]
		if !ok || !beyondScatter(was, b) {
			continue
		}
		list = append(list, alloc.RateChange{Benchmark: b.Benchmark,
			Old: alloc.Rate{Objects: was.Objects, Bytes: was.Bytes},
			New: alloc.Rate{Objects: b.Objects, Bytes: b.Bytes}})
	}
	return list
}

// beyondScatter reports whether two counts lie further apart than the runs of
// either do among themselves.
func beyondScatter(a, b alloc.BenchCounts) bool {
	gap := max(a.Low-b.High, b.Low-a.High)
	return gap > max(a.High-a.Low, b.High-b.Low)
}
