// Package production joins what profiles of a running program hold with what
// benchmarks count: which share of production a line has, what rewrites remove
// of it, and how much of it the benchmarks and tests reach.
//
// Everything here is a value: nothing is measured, and no file is read.
package production

import (
	"cmp"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
)

// Place is a line of a file, relative to the module when below it.
type Place struct {
	File string
	Line int
}

// Book is what profiles hold, by lines of the packages asked for.
type Book struct {
	total   alloc.Sampled
	cpu     alloc.Sum
	own     alloc.Sampled
	lines   []alloc.ProductionLine // heaviest first
	lost    []alloc.Lost
	sources []string
	seconds float64
}

// New returns the book of a record that was read from profiles.
func New(rec *alloc.Record) *Book {
	b := &Book{lost: rec.Lost}
	b.total, b.cpu = rec.Production()
	for _, section := range rec.Benchmarks {
		b.sources = append(b.sources, section.Name)
		b.seconds += float64(section.CPU) / 1e9
	}
	asked := map[string]bool{}
	for _, p := range rec.Packages {
		asked[p.Path] = true
	}
	type key struct {
		fn string
		at Place
	}
	index := map[key]int{}
	for _, f := range explain.Findings(rec, explain.Options{}) {
		if !asked[f.Package] || f.Sampled == nil {
			continue
		}
		b.own = b.own.Plus(*f.Sampled)
		k := key{f.Func, Place{f.File, f.Line}}
		i, ok := index[k]
		if !ok {
			i = len(b.lines)
			index[k] = i
			b.lines = append(b.lines, alloc.ProductionLine{Func: f.Func, File: f.File,
				Line: f.Line, Source: f.Source})
		}
		b.lines[i].Held = b.lines[i].Held.Plus(*f.Sampled)
	}
	for i, l := range b.lines {
		b.lines[i].Share = b.share(l.Held)
	}
	slices.SortStableFunc(b.lines, func(x, y alloc.ProductionLine) int {
		return cmp.Compare(b.Weight(y.Held), b.Weight(x.Held))
	})
	return b
}

func (b *Book) share(s alloc.Sampled) alloc.Portion { return s.Of(b.total, b.cpu) }

// At returns what production holds at lines of which in reports true.
func (b *Book) At(in func(Place) bool) (held alloc.Sampled, share alloc.Portion) {
	for _, l := range b.lines {
		if l.Line > 0 && in(Place{l.File, l.Line}) {
			held = held.Plus(l.Held)
		}
	}
	return held, b.share(held)
}

// Weight is by which functions and lines are ordered: the sum of the shares of
// objects, bytes and time below the allocator, each of all that lines of the
// packages hold.
func (b *Book) Weight(held alloc.Sampled) float64 {
	part := func(one, all alloc.Sum) float64 {
		if all.Value <= 0 {
			return 0
		}
		return one.Value / all.Value
	}
	return part(held.Objects, b.own.Objects) + part(held.Bytes, b.own.Bytes) +
		part(held.CPU, b.own.CPU)
}

// Lines returns the lines of the packages, heaviest first. The caller does not
// change them.
func (b *Book) Lines() []alloc.ProductionLine { return b.lines }

// Lighten returns which part of production some ranges of lines of a file have,
// and its weight.
func (b *Book) Lighten(file string, ranges [][2]int) (*alloc.Portion, float64) {
	held, share := b.At(func(at Place) bool {
		return at.File == file && slices.ContainsFunc(ranges, func(r [2]int) bool {
			return r[0] <= at.Line && at.Line <= r[1]
		})
	})
	return &share, b.Weight(held)
}
