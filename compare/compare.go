// Package compare puts two states of a program side by side: what a benchmark
// allocates, exactly; how long it takes, as far as chance allows to tell; and
// which places that allocate came, went or changed.
//
// A state is a [Side]: books, times, or a text in the Go benchmark format. Nothing
// here runs anything: the folder states finds states, and measures and times
// them.
package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/wring-go/wring/alloc"
)

// Side is one of the two states.
type Side struct {
	State alloc.State
	// Runs are the books, once for each time that they were kept. The first
	// holds all benchmarks, the others those that were run again because their
	// counts left doubts.
	Runs  []*alloc.Record
	Times map[string][]float64 // nanoseconds per operation, by Benchmark.FullName
	Text  *Text                // instead of Runs and Times
}

// Options are the projections of benchstat, in its language. The zero value
// compares each benchmark of one state with the same one of the other.
type Options struct {
	Filter string // which results are used; "" means all
	Table  string // what tells tables apart; "" means "pkg"
	Row    string // likewise for rows; "" means ".fullname"
	Col    string // likewise for columns; "" means ".file", the two states
	Ignore string // what may differ within a cell

	Alpha float64 // the probability at which chance is ruled out; 0 means 0.05
}

func (o Options) withDefaults() Options {
	o.Filter = cmp.Or(o.Filter, "*")
	o.Table = cmp.Or(o.Table, "pkg")
	o.Row = cmp.Or(o.Row, ".fullname")
	o.Col = cmp.Or(o.Col, ".file")
	o.Alpha = cmp.Or(o.Alpha, 0.05)
	return o
}

// Compare compares two sides. An error says that there is nothing to compare,
// or which of the options is wrong. Slices in the result are never nil.
func Compare(old, new Side, opt Options) (alloc.Diff, error) {
	opt = opt.withDefaults()
	d := alloc.Diff{Version: alloc.ReportVersion, Verb: "diff", Old: old.State, New: new.State,
		Alpha: opt.Alpha, Change: change(old.State, new.State), Columns: []string{},
		Benchmarks: []alloc.BenchmarkDiff{}, OnlyOld: []string{}, OnlyNew: []string{},
		Warnings: []alloc.Warning{}, Means: []alloc.MeanDifference{}}
	d.Warnings = append(d.Warnings, toolchains(old.State, new.State)...)
	grid, err := newGrid(labelled(old, new), units(old, new), opt)
	if err != nil {
		return d, err
	}
	d.Warnings = append(d.Warnings, grid.warnings...)
	grid.compare(&d)
	if len(d.Benchmarks) == 0 {
		return d, nothingInCommon(d)
	}
	d.Sites = sites(old, new, kept(old, new, grid))
	return d, nil
}

// Describe adds to a state what its books say.
func Describe(s alloc.State, rec *alloc.Record) alloc.State {
	s.Go, s.GOOS, s.GOARCH = rec.Go, rec.GOOS, rec.GOARCH
	s.Module, s.Exact = rec.Module, rec.Exact
	return s
}

// change tells what differs between two states.
func change(old, new alloc.State) string {
	sameGo := old.Go == new.Go
	switch {
	case old.Go == "" || new.Go == "" || old.Kind == "text" || new.Kind == "text":
		return alloc.ChangeUnknown
	case SameCode(old, new) && sameGo:
		return alloc.ChangeNone
	case SameCode(old, new):
		return alloc.ChangeToolchain
	case sameGo:
		return alloc.ChangeCode
	}
	return alloc.ChangeBoth
}

// SameCode reports whether two states are known to hold the same sources.
func SameCode(a, b alloc.State) bool {
	if a.Tree != "" && b.Tree != "" {
		return a.Tree == b.Tree
	}
	return a.Kind == b.Kind && a.Kind == "folder" && a.Name == b.Name
}

// toolchains warns when it cannot be told what made a difference.
func toolchains(old, new alloc.State) []alloc.Warning {
	if old.Go == "" || new.Go == "" || old.Go == new.Go || SameCode(old, new) {
		return nil
	}
	before, after := old.Name, new.Name
	if !isTree(old) || !isTree(new) {
		before, after = "OLD NEW", "(revisions or folders)"
	}
	text := fmt.Sprintf("The sides were built by different toolchains, %s and %s: what differs "+
		"may be the compiler's doing. To tell the two apart: wring diff -go %s,%s %s %s",
		old.Go, new.Go, old.Go, new.Go, before, after)
	return []alloc.Warning{{Code: alloc.WarnToolchains, Text: text}}
}

// isTree reports whether a state can be measured again.
func isTree(s alloc.State) bool { return s.Kind == "revision" || s.Kind == "folder" }

// nothingInCommon says which benchmarks there are.
func nothingInCommon(d alloc.Diff) error {
	if len(d.Columns) < 2 && len(d.OnlyOld)+len(d.OnlyNew) == 0 {
		return fmt.Errorf("nothing is left to compare: -filter and the projections leave %d "+
			"columns, and it takes two", len(d.Columns))
	}
	return fmt.Errorf("no benchmark in common: %s has %s, and %s has %s; compare states that "+
		"share benchmarks, or choose what is paired with -row and -col",
		d.Old.Name, some(d.OnlyOld), d.New.Name, some(d.OnlyNew))
}

// some names the first of a list.
func some(names []string) string {
	const most = 3
	switch {
	case len(names) == 0:
		return "none"
	case len(names) <= most:
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// units are what the texts say about their units.
func units(sides ...Side) benchfmt.UnitMetadataMap {
	all := benchfmt.UnitMetadataMap{}
	for _, s := range sides {
		if s.Text == nil {
			continue
		}
		for key, value := range s.Text.units {
			all[key] = value
		}
	}
	return all
}

// kept returns the benchmarks that both sides hold and the filter lets pass, by
// full name.
func kept(old, new Side, g *grid) map[string]bool {
	rename := renamer(old, new)
	both := map[string]bool{}
	for name := range names(old, rename) {
		both[name] = true
	}
	now := names(new, func(path string) string { return path })
	for name := range both {
		if !now[name] || !slices.Contains(g.used, name) {
			delete(both, name)
		}
	}
	return both
}

// names returns the full names of the benchmarks in a side's books.
func names(s Side, rename func(string) string) map[string]bool {
	all := map[string]bool{}
	for _, rec := range s.Runs {
		for _, b := range rec.Benchmarks {
			b.Package = rename(b.Package)
			all[b.FullName()] = true
		}
	}
	return all
}
