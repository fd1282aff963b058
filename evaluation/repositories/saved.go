package repositories

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/wring-go/wring/evaluation/bench"
	"github.com/wring-go/wring/internal/replace"
)

// results keeps what was measured of each module in a folder, so that a long measurement can
// be made in parts, by several runs.
type results struct {
	folder string // "" keeps nothing
	how    string // the options that matter: results of others are not mixed with these
}

// resultFlags defines the flags of a command that keeps results. The second says that
// nothing is measured.
func resultFlags(fs *flag.FlagSet) (*results, *bool) {
	r := &results{}
	fs.StringVar(&r.folder, "results", "", "keep the result of each module in `FOLDER`, do not "+
		"measure again what is there, and show all of it")
	return r, fs.Bool("saved", false, "measure nothing: show what -results holds")
}

// saved is a result as it is kept.
type saved[T any] struct {
	Module string // with its version
	How    string
	Result T
}

// of returns what is kept of a module, or measures it and keeps that.
func of[T any](r results, t bench.Target, measure func() (T, error)) (T, error) {
	s := saved[T]{Module: t.Module, How: r.how}
	if r.folder == "" {
		return measure()
	}
	file := r.file(t)
	text, err := os.ReadFile(file)
	if err == nil {
		var known saved[T]
		if err := json.Unmarshal(text, &known); err != nil {
			return s.Result, fmt.Errorf("%s holds no result: %w: delete it", file, err)
		}
		if known.Module != s.Module || known.How != s.How {
			return s.Result, fmt.Errorf("%s holds a result of %s with %s, and %s with %s is "+
				"wanted: delete it, or name another folder", file, known.Module, known.How,
				s.Module, s.How)
		}
		return known.Result, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return s.Result, err
	}
	if s.Result, err = measure(); err != nil {
		return s.Result, err
	}
	if text, err = json.MarshalIndent(s, "", "\t"); err != nil {
		return s.Result, err
	}
	return s.Result, errors.Join(os.MkdirAll(r.folder, 0o777), replace.Bytes(file, text))
}

func (r results) file(t bench.Target) string { return filepath.Join(r.folder, t.Name+".json") }

// with returns the targets of a list that are named, all of them without names, and after
// these those of which something is kept. With only nothing else is measured.
func (r results) with(list []bench.Target, names []string, only bool) ([]bench.Target, error) {
	chosen, err := bench.Chosen(list, names)
	if err != nil {
		return nil, err
	}
	if only {
		chosen = nil
	}
	for _, t := range list {
		if _, err := os.Stat(r.file(t)); r.folder == "" || err != nil {
			continue
		}
		if !slices.ContainsFunc(chosen, func(c bench.Target) bool { return c.Name == t.Name }) {
			chosen = append(chosen, t)
		}
	}
	if len(chosen) == 0 {
		return nil, errors.New("nothing is kept in -results: name a folder with results, or " +
			"leave -saved away to measure")
	}
	return chosen, nil
}
