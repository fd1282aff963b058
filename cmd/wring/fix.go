package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/profile/web"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
)

const fixManual = `
Fix measures the benchmarks of the packages, asks the techniques about the lines
that allocate, heaviest first, and keeps a rewrite only when it is proven.
Functions that no benchmark runs are measured by their tests: the arguments
with which tests, examples and the seeds of fuzz tests call them are kept and
replayed, on old code and new. -run chooses the tests; where -bench names benchmarks,
tests stand in only with -run. Arguments are kept in a temporary folder until the end,
in bounds, and without struct fields whose tag is wring:"-" and what -redact names.

  build         the package and what imports it in the module build, also for
                other systems and tags where the change concerns them
  tests         the tests pass that passed before
  differential  old and new code do the same on 10,000 inputs, or as many as two
                seconds allow: results, errors, panics, writes to arguments,
                what shares memory, calls of writers and functions passed in
  counts        the function allocates less, and no benchmark more
  timing        no benchmark takes longer, beyond chance

Fix repeats this until it gains nothing more. Then it writes the files, all of
them or none; until that moment it touches none. It leaves files with
uncommitted changes alone unless -force is given, and generated files always.

With -profile, pprof profiles of the program in production say which functions
come first, what each rewrite is worth there, and what all of them remove, with
the interval that sampling leaves; and how much of production the benchmarks and
tests reach.

-shard I/N rewrites one part of the packages, and -merge makes one report of those
of all parts (-json): so several machines share the work. docs/ci has files for an
Indexed Job of Kubernetes and for a matrix of GitLab. Rewrites of different parts
have not been tested together: run the tests after applying the merged patch.

-risk chooses what fix may keep: rewrites that are right for every program
(safe), that are right for every sensible one and passed the judges (checked),
or that change something that callers could rely on (ask). With ask, the tests
alone may prove a function that cannot be compared.

The output is for a pull request: each rewrite with its figures and proofs, the
patch, and what was tried and dropped, by which judge. With -diff fix writes
nothing, and git apply takes the output. With -must the exit code is 1 when
nothing was gained.

Examples:

	wring fix ./...
	wring fix -diff ./p | git apply
	wring fix -technique prealloc,nofmt -commit .
	wring fix -profile heap.pb.gz -profile cpu.pb.gz ./...
`

func fixVerb() verb {
	return verb{
		name: "fix", args: "[flags] [packages]",
		short: "rewrite lines that allocate, prove each rewrite, apply it",
		long:  fixManual,
		setup: func(fs *flag.FlagSet) action {
			c := &fixCommand{}
			c.define(fs)
			return c.run
		},
	}
}

type fixCommand struct {
	measuring
	showing
	diff       bool
	techniques string
	risk       string
	budget     time.Duration
	commit     bool
	must       bool
	force      bool
	slower     bool
	redact     string
	production inProduction
	shard      string
	merge      bool
}

func (c *fixCommand) define(fs *flag.FlagSet) {
	fs.StringVar(&c.dir, "C", "", "change to `DIR` first, as the go command does")
	fs.StringVar(&c.bench, "bench", ".", "prove with the benchmarks that match `REGEXP`")
	fs.StringVar(&c.measuring.run, "run", "",
		"where no benchmark runs a function, prove with calls of the tests that match `REGEXP`; "+
			"without it of all tests, and of none where -bench names benchmarks")
	fs.StringVar(&c.redact, "redact", "", "of calls of tests, keep nothing of parameters, fields, "+
		"types and keys of maps whose names match `REGEXP`")
	fs.StringVar(&c.tags, "tags", "", "build with these `TAGS`, separated by commas")
	fs.IntVar(&c.n, "n", 100, "traced iterations of each benchmark: `COUNT`")
	fs.DurationVar(&c.timeout, "timeout", time.Minute,
		"leave out a benchmark that takes longer than `DURATION`")
	fs.BoolVar(&c.json, "json", false, "print one JSON document")
	fs.StringVar(&c.color, "color", "auto", "use colour: `WHEN` is auto, always or never")
	fs.BoolVar(&c.diff, "diff", false, "write nothing: what is printed is a patch, too")
	fs.StringVar(&c.techniques, "technique", "",
		"ask only these, `NAME,...`; without it all that are on by default")
	fs.StringVar(&c.risk, "risk", "checked", "take rewrites up to `RISK`: safe, checked or ask")
	fs.DurationVar(&c.budget, "time", 0, "try nothing more after `DURATION`; 0 means no limit")
	fs.BoolVar(&c.commit, "commit", false, "make a git commit of what was written")
	fs.BoolVar(&c.must, "must", false, "exit with 1 when nothing was gained")
	fs.BoolVar(&c.force, "force", false, "change files with uncommitted changes, too")
	fs.StringVar(&c.shard, "shard", "", "rewrite part `I/N` of the packages, with I from 1 to N: "+
		"several machines share them")
	fs.BoolVar(&c.merge, "merge", false, "make one report of those of all shards: the arguments "+
		"are what -shard I/N -json printed")
	c.production.define(fs, "take first what weighs most in a pprof profile, `FILE|URL`, of a "+
		"running program: of heap, allocations or CPU; may be repeated")
	fs.BoolVar(&c.slower, "slower", false, "keep what allocates less and takes longer, too")
}

func (c *fixCommand) check() error {
	if c.production.revision != "" && len(c.production.profiles) == 0 {
		return errNoProfile
	}
	if c.merge && c.shard != "" {
		return errors.New("-merge puts the reports of shards together, and -shard makes one: " +
			"leave one away")
	}
	if c.diff && c.commit {
		return errors.New("-diff writes nothing, so there is nothing for -commit to commit")
	}
	return firstError(c.showing.check(), c.checkMeasuring(nil),
		oneOf("risk", c.risk, "safe", "checked", "ask"))
}

func (c *fixCommand) run(ctx context.Context, e env) (int, error) {
	if err := c.check(); err != nil {
		return exitTrouble, err
	}
	do := c.fix
	if c.merge {
		do = c.mergeReports
	}
	rep, err := do(ctx, e)
	if err != nil {
		return exitTrouble, err
	}
	if err := c.print(e, rep); err != nil {
		return exitTrouble, err
	}
	if err := refused(rep); err != nil {
		return exitTrouble, err
	}
	if c.must && len(rep.Files) == 0 {
		fmt.Fprintln(e.stderr, "wring: nothing was gained")
		return exitNo, nil
	}
	return exitOK, nil
}

func (c *fixCommand) fix(ctx context.Context, e env) (alloc.FixReport, error) {
	show := newProgress(e.stderr)
	defer show.clear()
	opt := wring.FixOptions{
		Dir: c.dir, Patterns: e.args, Tags: c.tags, Bench: c.bench, Run: c.measuring.run,
		N: c.n, Timeout: c.timeout, Progress: show.update,
		Techniques: names(c.techniques), Risk: c.risk, Budget: c.budget, Slower: c.slower,
		Redact: c.redact,
		Write:  !c.diff, Force: c.force, Finisher: finisher(),
		Profiles: c.production.profiles, Revision: c.production.revision, Fetch: web.Fetch,
	}
	if len(opt.Profiles) > 0 {
		opt.Patterns = orAll(opt.Patterns)
	}
	var err error
	if opt.Shard, err = wring.ParseFixShard(c.shard); err != nil {
		return alloc.FixReport{}, fmt.Errorf("-shard: %w", err)
	}
	if c.shard != "" {
		opt.Patterns = orAll(opt.Patterns)
	}
	if c.commit {
		opt.Commit = text.CommitMessage
	}
	return wring.Fix(ctx, opt)
}

func (c *fixCommand) print(e env, rep alloc.FixReport) error {
	switch {
	case c.json:
		return json.WriteFix(e.stdout, rep)
	}
	return text.Fix(e.stdout, rep, c.options(e))
}

// refused returns an error when there were proposals and none could be tried
// because of the files that they are for.
func refused(rep alloc.FixReport) error {
	var reason string
	for _, t := range rep.Trials {
		if t.Rejected != "files" {
			return nil
		}
		reason = t.Reason
	}
	if reason == "" {
		return nil
	}
	return errors.New("nothing was tried: " + reason)
}

// mergeReports reads the reports of shards and makes one of them. Nothing is
// written: the output is a patch, too.
func (c *fixCommand) mergeReports(_ context.Context, e env) (alloc.FixReport, error) {
	if len(e.args) == 0 {
		return alloc.FixReport{}, errors.New("-merge needs the reports of all shards, as files")
	}
	var reports []alloc.FixReport
	for _, name := range e.args {
		f, err := os.Open(name)
		if err != nil {
			return alloc.FixReport{}, fmt.Errorf("-merge: %w", err)
		}
		rep, err := json.ReadFix(f)
		f.Close()
		if err != nil {
			return alloc.FixReport{}, fmt.Errorf("-merge %s: %w", name, err)
		}
		reports = append(reports, rep)
	}
	rep, err := wring.MergeFix(reports)
	if err != nil {
		return rep, fmt.Errorf("-merge: %w", err)
	}
	return rep, nil
}
