package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/github"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/junit"
	"github.com/wring-go/wring/report/sarif"
	"github.com/wring-go/wring/report/text"
)

// guardFormats are the values of -format.
var guardFormats = []string{"text", "json", "github", "sarif", "junit"}

func guardVerb() verb {
	return verb{
		name: "guard", args: "[flags] [packages]",
		short: "check allocation budgets",
		long:  guardManual,
		setup: func(fs *flag.FlagSet) action {
			c := &guardCommand{}
			c.define(fs)
			return c.run
		},
	}
}

type guardCommand struct {
	measuring
	showing
	format   string
	update   bool
	tight    bool
	strict   bool
	selftest bool
}

func (c *guardCommand) define(fs *flag.FlagSet) {
	c.flags = fs
	fs.StringVar(&c.dir, "C", "", "change to `DIR` first, as the go command does")
	fs.StringVar(&c.tags, "tags", "", "build with these `TAGS`, separated by commas")
	fs.IntVar(&c.n, "n", 20, "iterations of each benchmark: `COUNT`")
	fs.DurationVar(&c.timeout, "timeout", time.Minute,
		"a benchmark that takes longer than `DURATION` is not measured, which fails")
	fs.BoolVar(&c.json, "json", false, "the same as -format json")
	fs.StringVar(&c.format, "format", "text", "print as `FORMAT`: text, json, github, sarif, junit")
	fs.StringVar(&c.color, "color", "auto", "use colour: `WHEN` is auto, always or never")
	fs.BoolVar(&c.update, "update", false, "measure five times and write the budget file")
	fs.BoolVar(&c.tight, "tight", false, "fail when a budget is too generous, too")
	fs.BoolVar(&c.strict, "strict", false, "fail when something cannot be decided, too")
	fs.BoolVar(&c.selftest, "selftest", false,
		"plant allocations and faults in a copy, and prove that the gate fails")
}

func (c *guardCommand) check() error {
	if c.json {
		c.format = "json"
	}
	if c.selftest && c.update {
		return errors.New("-selftest proves that the gate fails, and -update changes it: " +
			"one at a time")
	}
	c.bench = "."
	return firstError(c.showing.check(), c.checkMeasuring(nil),
		oneOf("format", c.format, guardFormats...))
}

func (c *guardCommand) run(ctx context.Context, e env) (int, error) {
	if err := c.check(); err != nil {
		return exitTrouble, err
	}
	rep, err := c.guard(ctx, e)
	if err != nil {
		return exitTrouble, err
	}
	if err := c.print(e, rep); err != nil {
		return exitTrouble, err
	}
	if !rep.Kept {
		return exitNo, nil
	}
	return exitOK, nil
}

func (c *guardCommand) guard(ctx context.Context, e env) (alloc.GuardReport, error) {
	show := newProgress(e.stderr)
	defer show.clear()
	opt := wring.GuardOptions{
		Dir: c.dir, Patterns: e.args, Tags: c.tags, N: c.n, Timeout: c.timeout,
		Progress: show.update,
		Update:   c.update, Tight: c.tight, Strict: c.strict,
	}
	if c.selftest {
		return wring.ProveGuard(ctx, opt)
	}
	return wring.Guard(ctx, opt)
}

func (c *guardCommand) print(e env, rep alloc.GuardReport) error {
	switch c.format {
	case "json":
		return json.WriteGuard(e.stdout, rep)
	case "github":
		return github.Write(e.stdout, rep, repositoryPath(rep.ModuleDir))
	case "sarif":
		return sarif.Write(e.stdout, rep)
	case "junit":
		return junit.Write(e.stdout, rep)
	}
	return text.Guard(e.stdout, rep, c.options(e))
}

// repositoryPath returns the way from the root of the repository to a folder in
// it, with a slash at its end; "" at the root, and outside of a repository.
func repositoryPath(dir string) string {
	for root := dir; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, ".git")); err == nil {
			rel, err := filepath.Rel(root, dir)
			if err != nil || rel == "." {
				return ""
			}
			return filepath.ToSlash(rel) + "/"
		}
		if root == filepath.Dir(root) {
			return ""
		}
	}
}
