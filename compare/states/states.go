// Package states finds two states of a program, measures both, and compares them:
// revisions are copied out, folders are taken as they are, records and texts are
// read.
package states

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare"
	"github.com/wring-go/wring/internal/git"
	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/observe/clock"
)

// Options say what to compare.
type Options struct {
	Dir      string   // where states and patterns are read; "" for the current folder
	Patterns []string // as for the go command; none means ./...
	Tags     string   // build tags, separated by commas
	Env      []string // KEY=VALUE, added to the environment of everything that is run

	// Old and New are revisions, folders, records or benchmark texts. New may be
	// "" for the folder Dir.
	Old, New string
	// Go holds two toolchains, as GOTOOLCHAIN takes them. With one tree, Old, it
	// is compared under both; with two, they are compared under each.
	Go []string

	Bench   string        // which benchmarks, as for go test -bench; "" for all
	N       int           // counted iterations of each; 0 means measure.DefaultN
	Timeout time.Duration // for one benchmark; 0 means measure.DefaultTimeout

	Count      int           // timed runs of each side; 0 means 10
	BenchTime  time.Duration // of each timed run, about; 0 means 50 ms
	CountsOnly bool          // time nothing

	Projection compare.Options // which results are put side by side, and how

	CacheDir string                   // as for measure.Options
	Progress func(phase, what string) // may be nil
}

const (
	defaultCount     = 10
	defaultBenchTime = 50 * time.Millisecond
)

// Compare measures two states and says what changed: counts and bytes by exact
// books, time by interleaved runs, and the places that allocate. States
// that are files are read instead of measured.
func Compare(ctx context.Context, opt Options) (alloc.Diff, error) {
	c := &comparison{opt: opt.withDefaults()}
	defer c.close()
	if err := c.open(ctx); err != nil {
		return alloc.Diff{}, err
	}
	pairs, err := c.pairs()
	if err != nil {
		return alloc.Diff{}, err
	}
	var diffs []alloc.Diff
	for _, p := range pairs {
		d, err := c.compare(ctx, p)
		if err != nil {
			return alloc.Diff{}, err
		}
		diffs = append(diffs, d)
	}
	d := diffs[0]
	d.Under = diffs[1:]
	d.Warnings = append(c.warnings(), d.Warnings...)
	return d, nil
}

func (opt Options) withDefaults() Options {
	opt.Count = cmp.Or(opt.Count, defaultCount)
	opt.BenchTime = cmp.Or(opt.BenchTime, defaultBenchTime)
	opt.Timeout = cmp.Or(opt.Timeout, measure.DefaultTimeout)
	if opt.Progress == nil {
		opt.Progress = func(string, string) {}
	}
	return opt
}

// measuring says how to measure one of the states.
func (opt Options) measuring() measure.Options {
	return measure.Options{Patterns: opt.Patterns, Tags: opt.Tags, Env: opt.Env, Bench: opt.Bench,
		N: opt.N, Timeout: opt.Timeout, CacheDir: opt.CacheDir, Progress: opt.Progress}
}

// comparison is one under way.
type comparison struct {
	opt      Options
	cache    measure.Cache
	fallback []alloc.Warning // of the cache
	old, new *target         // new is nil when one tree is compared with itself
}

func (c *comparison) close() {
	c.old.Close()
	c.new.Close()
}

// open finds the states.
func (c *comparison) open(ctx context.Context) (err error) {
	if c.opt.Dir, err = measure.Folder(c.opt.Dir); err != nil {
		return err
	}
	if c.cache, c.fallback, err = measure.OpenCache(c.opt.CacheDir); err != nil {
		return err
	}
	c.opt.CacheDir = c.cache.Path
	if c.opt.New == "" && len(c.opt.Go) == 0 {
		c.opt.New = "."
	}
	c.opt.Progress("looking for", c.opt.Old)
	if c.old, err = openState(ctx, cmp.Or(c.opt.Old, "."), c.opt.Dir, c.cache.Path); err != nil {
		return err
	}
	if c.opt.New == "" {
		return nil
	}
	c.opt.Progress("looking for", c.opt.New)
	c.new, err = openState(ctx, c.opt.New, c.opt.Dir, c.cache.Path)
	return err
}

// warnings tells what is not compared although one might think so: with a
// folder on neither side, changes that are not committed.
func (c *comparison) warnings() []alloc.Warning {
	list := slices.Clone(c.fallback)
	var dirty []string
	for _, t := range []*target{c.old, c.new} {
		if t != nil && t.State.Kind == "folder" {
			return list
		}
		if t != nil && len(t.Dirty) > 0 {
			dirty = t.Dirty
		}
	}
	if len(dirty) == 0 {
		return list
	}
	where := andMore(dirty[0], len(dirty))
	command := "wring diff"
	if len(c.opt.Go) > 0 {
		command += " -go " + strings.Join(c.opt.Go, ",")
	}
	if c.new != nil {
		command += " " + c.opt.Old
	}
	return append(list, alloc.Warning{Code: alloc.WarnUncommitted, Text: fmt.Sprintf(
		"The changes that are not committed, in %s, are on neither side; to compare them: %s .",
		where, command)})
}

// pairs returns what is compared with what.
func (c *comparison) pairs() ([][2]*state, error) {
	if len(c.opt.Go) == 0 {
		return [][2]*state{{c.state(c.old, ""), c.state(c.new, "")}}, nil
	}
	if len(c.opt.Go) != 2 {
		return nil, fmt.Errorf("-go takes two toolchains, as in -go go1.26.8,go1.27.4, not %d",
			len(c.opt.Go))
	}
	for _, t := range []*target{c.old, c.new} {
		if t != nil && t.Dir == "" {
			return nil, fmt.Errorf("-go measures, and %s is a %s that was measured before: "+
				"name revisions or folders", t.State.Name, t.State.Kind)
		}
	}
	if c.new == nil {
		return [][2]*state{{c.state(c.old, c.opt.Go[0]), c.state(c.old, c.opt.Go[1])}}, nil
	}
	return [][2]*state{
		{c.state(c.old, c.opt.Go[0]), c.state(c.new, c.opt.Go[0])},
		{c.state(c.old, c.opt.Go[1]), c.state(c.new, c.opt.Go[1])},
	}, nil
}

func (c *comparison) state(t *target, toolchain string) *state {
	if toolchain != "" && toolchain[0] >= '0' && toolchain[0] <= '9' {
		toolchain = "go" + toolchain
	}
	return &state{target: t, toolchain: toolchain, side: compare.Side{State: t.State}}
}

// compare measures both states and compares them.
func (c *comparison) compare(ctx context.Context, p [2]*state) (alloc.Diff, error) {
	var warnings []alloc.Warning
	for i, s := range p {
		c.opt.Progress("counting", s.target.State.Name)
		if err := s.count(ctx, c.opt.measuring()); err != nil {
			return alloc.Diff{}, s.named(err)
		}
		warnings = append(warnings, s.warnings(p[1-i])...)
	}
	if err := c.recount(ctx, p); err != nil {
		return alloc.Diff{}, err
	}
	untimed, err := c.time(ctx, p)
	if err != nil {
		return alloc.Diff{}, err
	}
	warnings = append(warnings, untimed...)
	d, err := compare.Compare(p[0].side, p[1].side, c.opt.Projection)
	d.Warnings = append(d.Warnings, warnings...)
	if p[0].side.State.Kind == "record" && p[1].side.State.Kind == "record" && d.Worse() {
		d.Warnings = append(d.Warnings, alloc.Warning{Code: alloc.WarnOneRun,
			Text: "Each record holds one run: whether counts that differ are always so, " +
				"it cannot tell."})
	}
	return d, err
}

// recounts is how often the books of doubtful benchmarks are kept again. Eight
// runs of each side lie apart by chance once in 6,435 times.
const recounts = 7

// recount keeps the books of those benchmarks again that seem to differ: pools
// and goroutines make some counts scatter.
func (c *comparison) recount(ctx context.Context, p [2]*state) error {
	if p[0].side.Text != nil || p[1].side.Text != nil {
		return nil
	}
	list, err := compare.Common(p[0].side, p[1].side, c.opt.Projection)
	if err != nil {
		return err
	}
	list = compare.Differing(p[0].side, p[1].side, list)
	if len(list) == 0 {
		return nil
	}
	for round := range recounts {
		for turn := range 2 {
			i := (round + turn) % 2
			c.opt.Progress("counting again", fmt.Sprintf("%d benchmarks that differ (%d of %d)",
				len(list), round+1, recounts))
			if err := p[i].countAgain(ctx, list, i); err != nil {
				return p[i].named(err)
			}
		}
	}
	return nil
}

// time interleaves the benchmarks of both states, where both can be run, or
// one can and the other has times. The warnings are of those that did not run.
func (c *comparison) time(ctx context.Context, p [2]*state) ([]alloc.Warning, error) {
	if c.opt.CountsOnly || !p[0].timed() || !p[1].timed() ||
		p[0].side.Text != nil && p[1].side.Text != nil {
		return nil, nil
	}
	list, err := compare.Common(p[0].side, p[1].side, c.opt.Projection)
	if err != nil || len(list) == 0 {
		return nil, err // Compare tells what is wrong
	}
	opt := timing{Rounds: c.opt.Count, Time: c.opt.BenchTime, Timeout: c.opt.Timeout,
		Progress: c.opt.Progress}
	trees := [2]tree{p[0].tree(c.opt.Tags), p[1].tree(c.opt.Tags)}
	for i := range p {
		if p[1-i].side.Text == nil {
			continue
		}
		// Only one side can be run: it takes all turns.
		trees[1-i], opt.Rounds = trees[i], (c.opt.Count+1)/2
		for k := range list {
			list[k].Packages[1-i] = list[k].Packages[i]
		}
	}
	times, err := runTimes(ctx, trees, list, opt)
	if err != nil {
		return nil, err
	}
	for i := range p {
		p[i].keep(times[i])
		if p[1-i].side.Text != nil {
			p[i].keep(times[1-i])
		}
	}
	warnings := untimed(times, list)
	if p[0].session == nil || p[1].session == nil {
		return warnings, nil
	}
	again, err := reorder(ctx, p, trees, compare.Doubtful(p[0].side, p[1].side, list,
		clock.Doubtful, c.opt.Projection), opt)
	return append(warnings, again...), err
}

// untimed warns of benchmarks that were counted and could not be timed.
func untimed(times sideTimes, list []compare.Bench) []alloc.Warning {
	var warnings []alloc.Warning
	for _, b := range list {
		for side, path := range b.Packages {
			if len(times[side][path+"."+b.Name]) > 0 {
				continue
			}
			name := path + "." + b.Name
			warnings = append(warnings, alloc.Warning{Code: alloc.WarnNotTimed,
				Package: path, Benchmark: name, Text: name +
					" could not be timed: it fails, or takes longer than -timeout."})
			break
		}
	}
	return warnings
}

// Books measures a revision of a repository: what its benchmarks allocate, kept
// as often as runs says. The first of the records has the compiler's facts; the
// folder of opt is not used, but the one that repo was opened in.
func Books(ctx context.Context, repo git.Repository, rev git.Revision, runs int,
	opt measure.Options) ([]*alloc.Record, error) {
	t, err := checkout(ctx, repo, rev, opt.CacheDir)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	s := &state{target: t, side: compare.Side{State: t.State}}
	if err := s.count(ctx, opt); err != nil {
		return nil, err
	}
	var all []compare.Bench
	for _, b := range s.side.Runs[0].Benchmarks {
		all = append(all, compare.Bench{Name: b.Name, Packages: [2]string{b.Package, b.Package}})
	}
	for range runs - 1 {
		if err := s.countAgain(ctx, all, 0); err != nil {
			return nil, err
		}
	}
	return s.side.Runs, nil
}
