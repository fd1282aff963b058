package main

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/modfile"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/web"
)

// pages holds the flags of the verbs that show a page.
type pages struct {
	measuring
	from list
}

func (p *pages) define(fs *flag.FlagSet) {
	p.flags = fs
	fs.StringVar(&p.dir, "C", "", "change to `DIR` first, as the go command does")
	fs.StringVar(&p.bench, "bench", ".", "book the benchmarks that match `REGEXP`")
	fs.StringVar(&p.measuring.run, "run", "",
		"book the tests that match `REGEXP` instead of benchmarks")
	fs.StringVar(&p.tags, "tags", "", "build with these `TAGS`, separated by commas")
	fs.IntVar(&p.n, "n", 100, "iterations of each benchmark: `COUNT`")
	fs.DurationVar(&p.timeout, "timeout", time.Minute,
		"stop a benchmark or test that takes longer than `DURATION`, and go on")
	fs.Var(&p.from, "from", "show `FILE`: a record, a JSON document of another verb, or a pprof "+
		"profile; may be repeated")
}

func (p *pages) check(patterns []string) error {
	if len(p.from) > 0 && len(patterns) > 0 {
		return errors.New("-from shows files, which know their packages: " +
			"leave the package patterns away")
	}
	if len(p.from) > 0 {
		return p.refuse("-from shows files, and measures nothing", "bench", "run", "tags", "n",
			"timeout")
	}
	return p.checkMeasuring(patterns)
}

// inputs measures, or reads the files.
func (p *pages) inputs(ctx context.Context, e env) ([]web.Input, error) {
	if len(p.from) == 0 {
		show := newProgress(e.stderr)
		defer show.clear()
		return p.measured(ctx, e.args, show.update)
	}
	var inputs []web.Input
	for _, name := range p.from {
		in, err := readInput(ctx, name)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	return p.compared(ctx, inputs)
}

// compared adds what is different between each record and the one before it.
func (p *pages) compared(ctx context.Context, inputs []web.Input) ([]web.Input, error) {
	all := inputs
	last := -1
	for i, in := range inputs {
		if in.Record == nil {
			continue
		}
		if last >= 0 {
			d, err := wring.Compare(ctx, wring.CompareOptions{Dir: p.dir, Old: p.from[last],
				New: p.from[i], CountsOnly: true})
			if err != nil {
				return nil, fmt.Errorf("cannot compare %s with %s: %w", p.from[last], p.from[i],
					err)
			}
			all = append(all, web.Input{Name: inputs[last].Name + " → " + in.Name, Diff: &d,
				Pair: [2]int{last, i}})
		}
		last = i
	}
	return all, nil
}

func (p *pages) measured(ctx context.Context, patterns []string,
	progress func(phase, what string)) ([]web.Input, error) {
	rec, err := wring.Measure(ctx, wring.Options{Dir: p.dir, Patterns: patterns, Tags: p.tags,
		Bench: p.bench, Run: p.measuring.run, N: p.n, Timeout: p.timeout, Callees: true,
		Progress: progress})
	if err != nil {
		return nil, err
	}
	rep, _ := wring.Explain(rec, "why", false)
	name := strings.Join(patterns, " ")
	if name == "" {
		name = rec.Module
	}
	return []web.Input{{Name: name, Record: rec, Report: &rep}}, nil
}

// maxInput bounds a file, so that a mistake such as a core dump ends in a message.
const maxInput = 512 << 20

// readInput reads a file of any kind that the page shows.
func readInput(ctx context.Context, name string) (web.Input, error) {
	in := web.Input{Name: filepath.Base(name)}
	data, err := measure.UntilDone(ctx, func() ([]byte, error) { return readBounded(name) })
	if err != nil {
		return in, fmt.Errorf("cannot read -from %s: %w", name, withoutPath(err))
	}
	switch {
	case bytes.HasPrefix(data, []byte("wring record ")):
		rec, err := wring.ReadRecord(ctx, name)
		if err != nil {
			return in, err
		}
		rep, _ := wring.Explain(rec, "why", false)
		in.Record, in.Report = rec, &rep
		return in, nil
	case bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")):
		err = readDocument(&in, data)
	default:
		err = readBinary(&in, data)
	}
	if err != nil {
		return in, fmt.Errorf("%s: %w", name, err)
	}
	return in, nil
}

func readBounded(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxInput+1))
	if err == nil && len(data) > maxInput {
		err = fmt.Errorf("it is larger than %d MiB, and no profile is", maxInput>>20)
	}
	return data, err
}

// readDocument reads what a verb printed with -json.
func readDocument(in *web.Input, data []byte) error {
	var kind struct {
		Verb    string
		Commits stdjson.RawMessage
		Found   *bool
	}
	if err := stdjson.Unmarshal(data, &kind); err != nil {
		return fmt.Errorf("it begins like a JSON document and is none: %w", err)
	}
	r := bytes.NewReader(data)
	switch kind.Verb {
	case "top", "why", "run":
		return into(&in.Report, r, json.Read)
	case "fix":
		return into(&in.Fix, r, json.ReadFix)
	case "guard":
		return into(&in.Guard, r, json.ReadGuard)
	case "diff":
		switch {
		case kind.Found != nil:
			return into(&in.Bisect, r, json.ReadBisection)
		case kind.Commits != nil:
			return into(&in.History, r, json.ReadHistory)
		}
		return into(&in.Diff, r, json.ReadDiff)
	}
	return fmt.Errorf("documents of verb %q have no page: it takes those of wring top, why, run, "+
		"fix, guard and diff", kind.Verb)
}

// into reads a document and keeps it.
func into[T any](place **T, r io.Reader, read func(io.Reader) (T, error)) error {
	value, err := read(r)
	if err == nil {
		*place = &value
	}
	return err
}

// readBinary reads a capture of wring live, or a profile of any kind. Both are
// compressed alike.
func readBinary(in *web.Input, data []byte) error {
	p, err := web.ReadProfile(data)
	if err != nil {
		if c, notLive := live.Read(bytes.NewReader(data)); notLive == nil {
			in.Live = c
			return nil
		}
		return fmt.Errorf("it is no record, no JSON document, no capture and no pprof profile "+
			"(%w): wring help serve says what can be shown", err)
	}
	in.Profile = p
	return nil
}

// options returns how pages are made: with sources of modules only.
func (p *pages) options() web.Options {
	return web.Options{Source: p.source, Cause: func(name string) string {
		title, _ := causePage(name)
		return title
	}}
}

// source reads a file of the module that an input was measured in. The module is
// where it was then, or around the current folder; that it is the same one, its
// go.mod says. Nothing outside of it is read, also not through links.
func (p *pages) source(in web.Input, name string) ([]byte, error) {
	dirs, module := []string{moduleAround(p.dir)}, ""
	switch {
	case in.Record != nil:
		dirs, module = append([]string{in.Record.ModuleDir}, dirs...), in.Record.Module
	case in.Fix != nil:
		module = in.Fix.Module
	case in.Report != nil:
		module = in.Report.Module
	}
	for _, dir := range dirs {
		if dir == "" || module == "" {
			continue
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			continue
		}
		defer root.Close()
		if mod, err := root.ReadFile("go.mod"); err != nil || modfile.ModulePath(mod) != module {
			continue
		}
		return root.ReadFile(filepath.FromSlash(name))
	}
	return nil, fmt.Errorf("this is not module %s", module)
}

// moduleAround returns the folder of the module around dir, "" when there is none.
func moduleAround(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
