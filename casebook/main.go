// Command casebook replays published accounts of making a Go program
// allocate less. For each it prints what the author measured, and, measured now
// and in one run: the code as one writes it first, what wring fix makes of it by
// itself, and the code written by hand with the blocks of the kit.
//
//	go run ./casebook                a table for a terminal
//	go run ./casebook -md            the same for a document
//	go run ./casebook -json          the same for a program
//	go run ./casebook -run PATTERN   only some cases
//	go run ./casebook -blocks        functions of the kit instead, against their standard ways
//	go run ./casebook -update        rewrite the tables in the documents
//	go run ./casebook -fix           run wring fix again on the before folder of each case
//
// The casebook is a module of its own because cases need servers, drivers and
// browsers that neither wring nor its users should have to download.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"

	"github.com/wring-go/wring/casebook/blocks"
	"github.com/wring-go/wring/casebook/diary"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, err)
		}
		stop()
		os.Exit(2)
	}
}

type command struct {
	md, json, update, fix, blocks bool
	only                          string
	rounds                        int
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var c command
	fs := flag.NewFlagSet("casebook", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.BoolVar(&c.md, "md", false, "print Markdown")
	fs.BoolVar(&c.json, "json", false, "print one JSON document")
	fs.BoolVar(&c.blocks, "blocks", false, "functions of the kit against their standard ways")
	fs.BoolVar(&c.update, "update", false, "rewrite the tables in the documents")
	fs.BoolVar(&c.fix, "fix", false, "run wring fix on the before folders and keep the result")
	fs.StringVar(&c.only, "run", "", "only the cases that match `REGEXP`")
	fs.IntVar(&c.rounds, "rounds", 15, "time each version in `COUNT` rounds; 0 takes counts only")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("casebook: it takes no arguments, and %q is one; -h lists the flags",
			fs.Arg(0))
	}
	if c.update {
		return c.rewrite(ctx, stderr)
	}
	all := cases()
	if c.blocks {
		all = blocks.Cases()
	}
	chosen, err := choose(all, c.only)
	if err != nil {
		return err
	}
	if c.fix {
		return fixAll(ctx, chosen, stderr)
	}
	table, err := c.measure(ctx, chosen, stderr)
	if err != nil {
		return err
	}
	return c.show(stdout, table)
}

func (c command) measure(ctx context.Context, chosen []diary.Case, progress io.Writer) (
	diary.Table, error) {
	return diary.Measure(ctx, chosen, diary.Options{Rounds: c.rounds,
		Progress: func(name string) { fmt.Fprintln(progress, "casebook: measuring", name) }})
}

// choose returns those of all whose names match pattern.
func choose(all []diary.Case, pattern string) ([]diary.Case, error) {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("casebook: -run: %w", err)
	}
	chosen := slices.DeleteFunc(all, func(c diary.Case) bool {
		return !match.MatchString(c.Name)
	})
	if len(chosen) == 0 {
		return nil, fmt.Errorf("casebook: -run: no case matches %q; -rounds 0 shows them all",
			pattern)
	}
	return chosen, nil
}

func (c command) show(w io.Writer, table diary.Table) error {
	switch {
	case c.json:
		return diary.WriteJSON(w, table)
	case c.md:
		return diary.WriteMarkdown(w, table)
	}
	return diary.WriteText(w, table)
}
