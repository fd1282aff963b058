package wring

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare"
)

// CompareOptions say what to compare. Of Options, Run, Sampled and Callees are
// not used: what is compared is benchmarks.
type CompareOptions struct {
	Options
	// Old and New are revisions, folders, records or benchmark texts. New may be
	// "" for the folder Dir.
	Old, New string
	// Go holds two toolchains, as GOTOOLCHAIN takes them. With one tree, Old, it
	// is compared under both; with two, they are compared under each.
	Go []string

	Count      int           // timed runs of each side; 0 means 10
	BenchTime  time.Duration // of each timed run, about; 0 means 50 ms
	CountsOnly bool          // time nothing

	Projection Projection // which results are put side by side, and how
}

// Projection says which results are put side by side, in benchstat's language.
type Projection = compare.Options

const (
	defaultCount     = 10
	defaultBenchTime = 50 * time.Millisecond
)

// Compare measures two states and says what changed: counts and bytes by exact
// books, time by runs that take turns, and the places that allocate. States
// that are files are read instead of measured.
func Compare(ctx context.Context, opt CompareOptions) (alloc.Diff, error) {
	c := &comparison{CompareOptions: opt.withDefaults()}
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

func (opt CompareOptions) withDefaults() CompareOptions {
	opt.Count = cmp.Or(opt.Count, defaultCount)
	opt.BenchTime = cmp.Or(opt.BenchTime, defaultBenchTime)
	opt.Timeout = cmp.Or(opt.Timeout, defaultTimeout)
	if opt.Progress == nil {
		opt.Progress = func(string, string) {}
	}
	return opt
}

// comparison is one under way.
type comparison struct {
	CompareOptions
	cache    cache
	old, new *compare.Target // new is nil when one tree is compared with itself
}

func (c *comparison) close() {
	c.old.Close()
	c.new.Close()
}

// open finds the states.
func (c *comparison) open(ctx context.Context) (err error) {
	if c.Dir, err = folder(c.Dir); err != nil {
		return err
	}
	if c.cache, err = openCache(c.CacheDir); err != nil {
		return err
	}
	c.CacheDir = c.cache.dir
	if c.New == "" && len(c.Go) == 0 {
		c.New = "."
	}
	c.Progress("looking for", c.Old)
	if c.old, err = compare.Open(ctx, cmp.Or(c.Old, "."), c.Dir, c.cache.dir); err != nil {
		return err
	}
	if c.New == "" {
		return nil
	}
	c.Progress("looking for", c.New)
	c.new, err = compare.Open(ctx, c.New, c.Dir, c.cache.dir)
	return err
}

// warnings tells what is not compared although one might think so: with a
// folder on neither side, changes that are not committed.
func (c *comparison) warnings() []alloc.Warning {
	list := slices.Clone(c.cache.warnings)
	var dirty []string
	for _, t := range []*compare.Target{c.old, c.new} {
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
	where := dirty[0]
	if more := len(dirty) - 1; more > 0 {
		where += fmt.Sprintf(" and %d more", more)
	}
	command := "wring diff"
	if len(c.Go) > 0 {
		command += " -go " + strings.Join(c.Go, ",")
	}
	if c.new != nil {
		command += " " + c.Old
	}
	return append(list, alloc.Warning{Code: "uncommitted", Text: fmt.Sprintf(
		"The changes that are not committed, in %s, are on neither side; to compare them: %s .",
		where, command)})
}

// pairs returns what is compared with what.
func (c *comparison) pairs() ([][2]*state, error) {
	if len(c.Go) == 0 {
		return [][2]*state{{c.state(c.old, ""), c.state(c.new, "")}}, nil
	}
	if len(c.Go) != 2 {
		return nil, fmt.Errorf("-go takes two toolchains, as in -go go1.26.8,go1.27.4, not %d",
			len(c.Go))
	}
	for _, t := range []*compare.Target{c.old, c.new} {
		if t != nil && t.Dir == "" {
			return nil, fmt.Errorf("-go measures, and %s is a %s that was measured before: "+
				"name revisions or folders", t.State.Name, t.State.Kind)
		}
	}
	if c.new == nil {
		return [][2]*state{{c.state(c.old, c.Go[0]), c.state(c.old, c.Go[1])}}, nil
	}
	return [][2]*state{
		{c.state(c.old, c.Go[0]), c.state(c.new, c.Go[0])},
		{c.state(c.old, c.Go[1]), c.state(c.new, c.Go[1])},
	}, nil
}

func (c *comparison) state(t *compare.Target, toolchain string) *state {
	if toolchain != "" && toolchain[0] >= '0' && toolchain[0] <= '9' {
		toolchain = "go" + toolchain
	}
	return &state{target: t, toolchain: toolchain, side: compare.Side{State: t.State}}
}

// compare measures both states and compares them.
func (c *comparison) compare(ctx context.Context, p [2]*state) (alloc.Diff, error) {
	var warnings []alloc.Warning
	for i, s := range p {
		c.Progress("counting", s.target.State.Name)
		if err := s.count(ctx, c.Options); err != nil {
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
	d, err := compare.Compare(p[0].side, p[1].side, c.Projection)
	d.Warnings = append(d.Warnings, warnings...)
	if p[0].side.State.Kind == "record" && p[1].side.State.Kind == "record" && d.Worse() {
		d.Warnings = append(d.Warnings, alloc.Warning{Code: "one-run", Text: "Each record holds " +
			"one run: whether counts that differ are always so, it cannot tell."})
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
	list, err := compare.Common(p[0].side, p[1].side, c.Projection)
	if err != nil {
		return err
	}
	list = compare.Doubtful(p[0].side, p[1].side, list)
	if len(list) == 0 {
		return nil
	}
	for round := range recounts {
		for turn := range 2 {
			i := (round + turn) % 2
			c.Progress("counting again", fmt.Sprintf("%d benchmarks that differ (%d of %d)",
				len(list), round+1, recounts))
			if err := p[i].countAgain(ctx, list, i); err != nil {
				return p[i].named(err)
			}
		}
	}
	return nil
}

// time runs the benchmarks of both states by turns, where both can be run, or
// one can and the other has times. The warnings are of those that did not run.
func (c *comparison) time(ctx context.Context, p [2]*state) ([]alloc.Warning, error) {
	if c.CountsOnly || !p[0].timed() || !p[1].timed() ||
		p[0].side.Text != nil && p[1].side.Text != nil {
		return nil, nil
	}
	list, err := compare.Common(p[0].side, p[1].side, c.Projection)
	if err != nil || len(list) == 0 {
		return nil, err // Compare tells what is wrong
	}
	opt := compare.Timing{Rounds: c.Count, Time: c.BenchTime, Timeout: c.Timeout,
		Progress: c.Progress}
	trees := [2]compare.Tree{p[0].tree(c.Tags), p[1].tree(c.Tags)}
	for i := range p {
		if p[1-i].side.Text == nil {
			continue
		}
		// Only one side can be run: it takes all turns.
		trees[1-i], opt.Rounds = trees[i], (c.Count+1)/2
		for k := range list {
			list[k].Packages[1-i] = list[k].Packages[i]
		}
	}
	times, err := compare.Time(ctx, trees, list, opt)
	if err != nil {
		return nil, err
	}
	for i := range p {
		p[i].keep(times[i])
		if p[1-i].side.Text != nil {
			p[i].keep(times[1-i])
		}
	}
	return untimed(times, list), nil
}

// untimed warns of benchmarks that were counted and could not be timed.
func untimed(times [2]map[string][]float64, list []compare.Bench) []alloc.Warning {
	var warnings []alloc.Warning
	for _, b := range list {
		for side, path := range b.Packages {
			if len(times[side][path+"."+b.Name]) > 0 {
				continue
			}
			warnings = append(warnings, alloc.Warning{Code: "not-timed", Text: fmt.Sprintf(
				"%s.%s could not be timed: it fails, or takes longer than -timeout.",
				path, b.Name)})
			break
		}
	}
	return warnings
}
