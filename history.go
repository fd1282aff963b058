package wring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare"
	"github.com/wring-go/wring/compare/history"
	"github.com/wring-go/wring/internal/git"
	"github.com/wring-go/wring/internal/gocmd"
)

// HistoryOptions say which commits to measure. Of Options, Run, Sampled and
// Callees are not used.
type HistoryOptions struct {
	Options
	Range string // OLD..NEW; the books of OLD are what the first commit is compared with
	// Database is where books are kept: a file, or postgres://...; "" means a
	// file in the cache.
	Database string
}

// historyRuns is how often the books of a commit are kept: how far counts
// scatter must be known before a change can be told from it.
const historyRuns = 3

// chronicle is a series of commits being measured.
type chronicle struct {
	HistoryOptions
	cache    cache
	repo     git.Repository
	store    *history.Store
	settings string
	commits  []git.Revision
	runs     map[string][]*alloc.Record // by commit
}

// History measures what the benchmarks allocate at each commit of a range. What
// was measured before comes from the database. A commit that cannot be measured
// says why.
func History(ctx context.Context, opt HistoryOptions) (alloc.History, error) {
	c, err := openChronicle(ctx, opt)
	if err != nil {
		return alloc.History{}, err
	}
	defer c.store.Close()
	h := alloc.History{Version: alloc.ReportVersion, Verb: "diff", Range: c.Range,
		Commits: []alloc.CommitBook{}, Warnings: append([]alloc.Warning{}, c.cache.warnings...)}
	var last *alloc.CommitBook
	measured := 0
	for i, rev := range c.commits {
		c.Progress("measuring", fmt.Sprintf("commit %d of %d: %.10s", i+1, len(c.commits),
			rev.Commit))
		book, err := c.book(ctx, rev)
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
		return h, fmt.Errorf("no commit of %s can be measured; of the last one: %s", c.Range,
			h.Commits[len(h.Commits)-1].Failure)
	}
	return h, nil
}

// openChronicle finds the commits and opens the database.
func openChronicle(ctx context.Context, opt HistoryOptions) (c *chronicle, err error) {
	c = &chronicle{HistoryOptions: opt, runs: map[string][]*alloc.Record{}}
	if c.Progress == nil {
		c.Progress = func(string, string) {}
	}
	c.N = cmp.Or(c.N, defaultN)
	c.Timeout = cmp.Or(c.Timeout, defaultTimeout)
	if len(c.Patterns) == 0 {
		c.Patterns = []string{"./..."}
	}
	if c.Dir, err = folder(c.Dir); err != nil {
		return nil, err
	}
	if c.cache, err = openCache(c.CacheDir); err != nil {
		return nil, err
	}
	c.CacheDir = c.cache.dir
	if err := c.find(ctx); err != nil {
		return nil, err
	}
	if c.settings, err = c.describe(ctx); err != nil {
		return nil, err
	}
	name := c.Database
	if name == "" {
		name = filepath.Join(c.cache.dir, "history.db")
	}
	c.store, err = history.Open(ctx, name)
	return c, err
}

// find looks up the commits of the range.
func (c *chronicle) find(ctx context.Context) (err error) {
	from, to, ok := strings.Cut(c.Range, "..")
	if !ok || from == "" || strings.HasPrefix(to, ".") {
		return fmt.Errorf("%q is no range of commits: write OLD..NEW, such as v1.0.0..HEAD",
			c.Range)
	}
	if c.repo, err = git.Open(ctx, c.Dir); errors.Is(err, git.ErrNone) {
		return fmt.Errorf("a history needs commits: %w in %s; change to a repository, "+
			"or name one with -C DIR", err, c.Dir)
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
			"are the two the wrong way round?", c.Range, cmp.Or(to, "HEAD"), from)
	}
	c.commits = append([]git.Revision{first}, after...)
	return nil
}

// describe returns everything besides the sources that counts depend on.
func (c *chronicle) describe(ctx context.Context) (string, error) {
	t, err := gocmd.Env(ctx, c.CacheDir, c.Env) // outside of any module
	if err != nil {
		return "", err
	}
	settings := []string{"go=" + t.GOVERSION, "toolchain=" + t.GOTOOLCHAIN,
		"os=" + t.GOOS, "arch=" + t.GOARCH, "cgo=" + t.CGOEnabled, "flags=" + t.GOFLAGS,
		"tags=" + c.Tags, "bench=" + c.Bench, fmt.Sprint("n=", c.N, " runs=", historyRuns),
		"packages=" + strings.Join(c.Patterns, " ")}
	if t.GOEXPERIMENT != "" { // else what was kept before this was asked stays known
		settings = append(settings, "experiment="+t.GOEXPERIMENT)
	}
	return strings.Join(settings, "\n"), nil
}

// book returns the books of a commit. An error says that nothing can be
// measured any more; that this commit cannot is a Failure.
func (c *chronicle) book(ctx context.Context, rev git.Revision) (alloc.CommitBook, error) {
	book := alloc.CommitBook{Commit: rev.Commit, Tree: rev.Tree, Date: rev.Date,
		Subject: rev.Subject, Benchmarks: []alloc.CountBook{}, Changed: []alloc.RateChange{}}
	key := history.Key{Tree: rev.Tree, Dir: c.repo.Prefix, Settings: c.settings}
	runs, err := c.store.Get(ctx, key)
	if err != nil {
		return book, err
	}
	book.Cached = len(runs) > 0
	if !book.Cached {
		runs, err = c.measure(ctx, rev)
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
	book.Benchmarks = countBooks(runs)
	return book, nil
}

// measure keeps the books of a commit several times.
func (c *chronicle) measure(ctx context.Context, rev git.Revision) ([]*alloc.Record, error) {
	t, err := compare.Checkout(ctx, c.repo, rev, c.cache.dir)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	s := &state{target: t, side: compare.Side{State: t.State}}
	opt := c.Options
	progress := c.Progress
	opt.Progress = func(phase, what string) { progress(fmt.Sprintf("%.10s", rev.Commit), phase) }
	if err := s.count(ctx, opt); err != nil {
		return nil, err
	}
	var all []compare.Bench
	for _, b := range s.side.Runs[0].Benchmarks {
		all = append(all, compare.Bench{Name: b.Name, Packages: [2]string{b.Package, b.Package}})
	}
	for range historyRuns - 1 {
		if err := s.countAgain(ctx, all, 0); err != nil {
			return nil, err
		}
	}
	return s.side.Runs, nil
}

// countBooks returns the counts of the benchmarks in the first run, in its
// order.
func countBooks(runs []*alloc.Record) []alloc.CountBook {
	objects, bytes := map[string][]float64{}, map[string][]float64{}
	for _, rec := range runs {
		for _, b := range rec.Benchmarks {
			o, z := b.PerOp()
			objects[b.FullName()] = append(objects[b.FullName()], o)
			bytes[b.FullName()] = append(bytes[b.FullName()], z)
		}
	}
	list := []alloc.CountBook{}
	for _, b := range runs[0].Benchmarks {
		name := b.FullName()
		o := slices.Sorted(slices.Values(objects[name]))
		z := slices.Sorted(slices.Values(bytes[name]))
		list = append(list, alloc.CountBook{Benchmark: name, Objects: o[(len(o)-1)/2],
			Bytes: z[(len(z)-1)/2], Low: o[0], High: o[len(o)-1], Runs: len(o)})
	}
	return list
}

// changed returns the benchmarks whose objects differ by more than the runs of
// either commit scatter.
func changed(before, after alloc.CommitBook) []alloc.RateChange {
	list := []alloc.RateChange{}
	old := map[string]alloc.CountBook{}
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
func beyondScatter(a, b alloc.CountBook) bool {
	gap := max(a.Low-b.High, b.Low-a.High)
	return gap > max(a.High-a.Low, b.High-b.Low)
}
