package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/wring-go/wring/casebook/blocks"
	"github.com/wring-go/wring/casebook/diary"
)

// part is what some documents hold a table of.
type part struct {
	cases     func() []diary.Case
	documents []string // relative to the repository
}

// parts returns all that -update writes.
func parts() []part {
	return []part{
		{cases, []string{"docs/casebook.md"}},
		{blocks.Cases, []string{"docs/kit.md"}},
	}
}

// rewrite measures everything and puts the tables into the documents, if nothing
// is missing in them.
func (c command) rewrite(ctx context.Context, progress io.Writer) error {
	if c.only != "" || c.blocks || c.fix || c.rounds == 0 {
		return errors.New("casebook: -update measures everything; leave out the other flags")
	}
	root, err := repository()
	if err != nil {
		return err
	}
	for _, p := range parts() {
		table, err := c.measure(ctx, p.cases(), progress)
		if err != nil {
			return err
		}
		for _, name := range p.documents {
			if err := replaceTable(filepath.Join(root, name), table); err != nil {
				return err
			}
		}
	}
	readme, err := withSummary(root)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "README.md"), []byte(readme), 0o666)
}

// withSummary returns README.md with a few rows of what docs/casebook.md holds.
func withSummary(root string) (string, error) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return "", err
	}
	full, err := os.ReadFile(filepath.Join(root, "docs", "casebook.md"))
	if err != nil {
		return "", err
	}
	summary, err := diary.Summarize(string(full),
		"interpolate", "loadavg", "autolink/500", "zerotime", "arenalist/list-100000")
	if err != nil {
		return "", err
	}
	return diary.Replace(string(readme), summary+"\n")
}

// replaceTable puts table into the document at path.
func replaceTable(path string, table diary.Table) error {
	for _, c := range table.Cases {
		if c.Skipped != "" {
			return fmt.Errorf("casebook: -update: %s was not measured: %s", c.Name, c.Skipped)
		}
	}
	var md strings.Builder
	if err := diary.WriteMarkdown(&md, table); err != nil {
		return err
	}
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text, err := diary.Replace(string(old), md.String())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(text), 0o666)
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
