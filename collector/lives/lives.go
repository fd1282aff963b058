// Package lives says what outlives the cycles of the collector: which lines
// allocated it, of what types it is, and what part of all that a line allocates it
// is. It reads heap profiles, each written right after a cycle.
package lives

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/observe/profile"
)

// Line is what one line keeps alive of one type.
type Line struct {
	Place string // file:line
	Func  string
	// Type is "" where it is not known. A line may allocate several of one size,
	// which a heap profile does not tell apart: then all are named,
	// the one with the most objects first.
	Type    string
	Objects uint64  // that were alive after the cycle
	Bytes   uint64  // of them
	Share   float64 // of all bytes alive, from 0 to 1
	// Allocated are the objects that the line had allocated by then, of which
	// Survived, from 0 to 1, were alive.
	Allocated uint64
	Survived  float64
	// Usual are the bytes alive after the middle one of all cycles.
	Usual uint64
}

// Heap is what was alive after the one cycle that left the most, of those that were
// looked at.
type Heap struct {
	Cycles  int // looked at
	Objects uint64
	Bytes   uint64
	Lines   []Line // most bytes first
	// Sampled says that the figures are estimates, as in the profile of a process
	// that samples.
	Sampled bool
}

// own begins the name of the file that writes the profiles. What it allocates is
// not the program's.
const own = "zz_wring_lives"

// Read reads heap profiles of one process, in the order in which they were written.
// The packages whose lines count, and the types, come from books, a record of the
// same program.
func Read(ctx context.Context, files []string, books *alloc.Record, sampled bool) (Heap, error) {
	if len(files) == 0 {
		return Heap{}, errors.New("no cycle ended while it ran: choose more work")
	}
	alive, err := profile.Read(ctx, files, profile.Options{InUse: true})
	if err != nil {
		return Heap{}, err
	}
	all, err := profile.Read(ctx, files, profile.Options{})
	if err != nil {
		return Heap{}, err
	}
	types := typesOf(books)
	cycles := make([]map[place]*Line, len(files))
	best, most := 0, uint64(0)
	for i := range files {
		cycles[i] = lines(section(alive, i, books, types))
		if n := sum(cycles[i]).Bytes; n > most {
			best, most = i, n
		}
	}
	h := sum(cycles[best])
	h.Cycles, h.Sampled = len(files), sampled
	allocated := lines(section(all, best, books, types))
	for at, l := range cycles[best] {
		l.Share = float64(l.Bytes) / float64(max(h.Bytes, 1))
		if a := allocated[at]; a != nil {
			l.Allocated = max(a.Objects, l.Objects)
			l.Survived = float64(l.Objects) / float64(max(l.Allocated, 1))
		}
		l.Usual = middle(cycles, at)
		h.Lines = append(h.Lines, *l)
	}
	slices.SortFunc(h.Lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), strings.Compare(a.Place, b.Place),
			strings.Compare(a.Type, b.Type))
	})
	return h, nil
}

// place is what lines are told apart by.
type place struct{ at, typ string }

// lines returns what a record of one section books to each place.
func lines(rec *alloc.Record) map[place]*Line {
	rep, _ := explain.Report(rec, "gc", false)
	list := map[place]*Line{}
	for _, s := range rep.Sites {
		at := place{fmt.Sprintf("%s:%d", s.File, s.Line), s.Type}
		l := list[at]
		if l == nil {
			l = &Line{Place: at.at, Func: s.Func, Type: s.Type}
			list[at] = l
		}
		l.Objects += s.Objects
		l.Bytes += s.Bytes
	}
	return list
}

// section returns a record of only the profile with a number, with the types that
// the books have.
func section(rec *alloc.Record, number int, books *alloc.Record, types types) *alloc.Record {
	one := *books
	one.Benchmarks = []alloc.Benchmark{{Name: "heap", N: 1}}
	one.Frames, one.Stacks, one.Samples = rec.Frames, rec.Stacks, nil
	one.Facts, one.Proposals, one.Warnings = nil, nil, nil
	for _, s := range rec.Samples {
		if s.Benchmark != number || written(rec, s.Stack) {
			continue
		}
		if s.Benchmark = 0; s.Type == "" {
			s.Type = types.of(rec, s)
		}
		one.Samples = append(one.Samples, s)
	}
	return &one
}

// written reports whether a stack is that of what writes the profiles.
func written(rec *alloc.Record, stack int) bool {
	return slices.ContainsFunc(rec.Stacks[stack], func(frame int) bool {
		return strings.HasPrefix(path.Base(rec.Frames[frame].File), own)
	})
}

func sum(list map[place]*Line) Heap {
	var h Heap
	for _, l := range list {
		h.Objects += l.Objects
		h.Bytes += l.Bytes
	}
	return h
}

// middle returns the median, over cycles, of the bytes alive at a place.
func middle(cycles []map[place]*Line, at place) uint64 {
	values := make([]uint64, len(cycles))
	for i, c := range cycles {
		if l := c[at]; l != nil {
			values[i] = l.Bytes
		}
	}
	slices.Sort(values)
	return values[len(values)/2]
}
