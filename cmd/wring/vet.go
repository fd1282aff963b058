package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/profile/web"
	"github.com/wring-go/wring/report/text"
)

const vetManual = `
Vet asks the techniques what they would rewrite, from the source alone. It runs
nothing, so it does not know whether a line matters or a rewrite gains anything:
wring fix measures and proves. Vet is for continuous integration and editors. The
exit code is 1 when a technique proposes something.

With -profile, what weighs most in pprof profiles of the running program comes
first, with its share.

wring is also a vet tool. The go command caches its findings, and applies them
with -fix since Go 1.26:

	go vet -vettool=$(which wring) ./...

wring help TECHNIQUE has a page on each technique, with its cases.
`

func vetVerb() verb {
	return verb{
		name: "vet", args: "[flags] [packages]",
		short: "report what fix might rewrite, from the source alone",
		long:  vetManual,
		setup: func(fs *flag.FlagSet) action {
			c := &vetCommand{}
			fs.BoolVar(&c.json, "json", false, "print one JSON document")
			fs.StringVar(&c.dir, "C", "", "change to `DIR` first, as the go command does")
			fs.StringVar(&c.tags, "tags", "", "build tags, with commas between")
			fs.StringVar(&c.techniques, "technique", "",
				"ask only these, `NAME,...`; without it all that are on by default")
			c.live.define(fs, "put first what weighs most in a pprof profile, `FILE|URL`, of a "+
				"running program; may be repeated")
			return c.run
		},
	}
}

type vetCommand struct {
	json       bool
	dir        string
	tags       string
	techniques string
	live       inProduction
}

func (c *vetCommand) run(ctx context.Context, e env) (int, error) {
	rep, err := c.vet(ctx, e)
	if err != nil {
		return exitTrouble, err
	}
	if c.json {
		enc := json.NewEncoder(e.stdout)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		err = enc.Encode(rep)
	} else {
		err = c.print(e, rep)
	}
	if err == nil {
		err = incomplete(e.stderr, rep.Warnings)
	}
	if len(rep.Candidates) > 0 {
		return exitNo, err // as linters do
	}
	return exitOK, err
}

func (c *vetCommand) vet(ctx context.Context, e env) (wring.VetReport, error) {
	opt := wring.VetOptions{
		Dir: c.dir, Patterns: e.args, Tags: c.tags, Techniques: names(c.techniques)}
	if len(c.live.profiles) == 0 {
		return wring.Vet(ctx, opt)
	}
	opt.Patterns = orAll(opt.Patterns)
	return wring.VetProfiles(ctx, opt, c.live.profiles, wring.ProfileOptions{Fetch: web.Fetch,
		Revision: c.live.revision})
}

// incomplete returns an error that says what could not be looked at: silence
// about it would be a pass.
// What profiles do not hold is only told.
func incomplete(stderr io.Writer, warnings []alloc.Warning) error {
	var missing []alloc.Warning
	for _, w := range warnings {
		if w.Code == alloc.WarnProfile || w.Code == alloc.WarnSampled {
			fmt.Fprintln(stderr, "wring: "+w.Text)
			continue
		}
		missing = append(missing, w)
	}
	if len(missing) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString("not everything could be looked at; go build says the same:")
	for _, w := range missing {
		b.WriteString("\n\t" + strings.ReplaceAll(w.Text, "\n", "\n\t"))
	}
	return errors.New(b.String())
}

// print writes one line for each candidate, in the order of the files.
func (c *vetCommand) print(e env, rep wring.VetReport) error {
	here, err := filepath.Abs(c.dir)
	if err != nil {
		return err
	}
	for _, cand := range rep.Candidates {
		if _, err := io.WriteString(e.stdout, vetLine(here, cand)); err != nil {
			return err
		}
	}
	return nil
}

// vetLine names the file as seen from where the command works, so that
// terminals and editors find it.
func vetLine(here string, c alloc.Candidate) string {
	file := c.File
	for _, e := range c.Edits {
		rel, err := filepath.Rel(here, e.File)
		if err == nil && strings.HasSuffix("/"+filepath.ToSlash(e.File), "/"+c.File) {
			file = rel
			break
		}
	}
	share := ""
	if c.Production != nil {
		share = "; " + text.Share(*c.Production) + " of production"
	}
	return fmt.Sprintf("%s:%d: %s (%s, %s%s)\n", file, c.Line, c.Message, c.Technique, c.Risk,
		share)
}

// names splits a list with commas. Empty names are left out.
func names(list string) []string {
	return slices.DeleteFunc(strings.Split(list, ","), func(s string) bool { return s == "" })
}
