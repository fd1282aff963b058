// Command casebook replays published accounts of somebody making a Go program
// allocate less. For each it prints what the author measured, and, measured now
// and in one run: the code as one writes it first, what wring fix makes of it by
// itself, and the code written by hand with the blocks of the kit.
//
//	go run ./casebook                a table for a terminal
//	go run ./casebook -md            the same for a document
//	go run ./casebook -json          the same for a program
//	go run ./casebook -run PATTERN   only some cases
//	go run ./casebook -update        rewrite the table in README.md and docs/casebook.md
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
	"path/filepath"
	"regexp"
	"slices"
	"strings"

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
	md, json, update, fix bool
	only                  string
	rounds                int
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var c command
	fs := flag.NewFlagSet("casebook", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.BoolVar(&c.md, "md", false, "print Markdown")
	fs.BoolVar(&c.json, "json", false, "print one JSON document")
	fs.BoolVar(&c.update, "update", false, "rewrite the tables in README.md and docs/casebook.md")
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
	chosen, err := choose(c.only)
	if err != nil {
		return err
	}
	if c.fix {
		return fixAll(ctx, chosen, stderr)
	}
	if c.update && c.only != "" {
		return errors.New("casebook: -update wants all cases; leave out -run")
	}
	table, err := diary.Measure(ctx, chosen, diary.Options{Rounds: c.rounds,
		Progress: func(name string) { fmt.Fprintln(stderr, "casebook: measuring", name) }})
	if err != nil {
		return err
	}
	return c.show(stdout, table)
}

// choose returns the cases whose names match pattern.
func choose(pattern string) ([]diary.Case, error) {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("casebook: -run: %w", err)
	}
	chosen := slices.DeleteFunc(cases(), func(c diary.Case) bool {
		return !match.MatchString(c.Name)
	})
	if len(chosen) == 0 {
		return nil, fmt.Errorf("casebook: -run: no case matches %q; casebook -rounds 0 lists them",
			pattern)
	}
	return chosen, nil
}

func (c command) show(w io.Writer, table diary.Table) error {
	switch {
	case c.update:
		return updateDocuments(table)
	case c.json:
		return diary.WriteJSON(w, table)
	case c.md:
		return diary.WriteMarkdown(w, table)
	}
	return diary.WriteText(w, table)
}

// documents are the files that hold the table, relative to the repository.
var documents = []string{"README.md", "docs/casebook.md"}

func updateDocuments(table diary.Table) error {
	root, err := repository()
	if err != nil {
		return err
	}
	for _, c := range table.Cases {
		if c.Skipped != "" {
			return fmt.Errorf("casebook: -update: %s was not measured: %s", c.Name, c.Skipped)
		}
	}
	var md strings.Builder
	if err := diary.WriteMarkdown(&md, table); err != nil {
		return err
	}
	for _, name := range documents {
		path := filepath.Join(root, name)
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text, err := diary.Replace(string(old), md.String())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// repository returns the folder that holds the casebook's.
func repository() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "casebook", "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("casebook: run it inside wring's repository")
		}
		dir = parent
	}
	return "", err
}
