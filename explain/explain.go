// Package explain says why each place allocates. It cuts the stacks of a
// record at the packages that the user asked for, joins them with what the
// compiler said about the line, and names one cause for each site.
//
// It gets values and gives values: nothing here runs a program or opens a
// file. The causes and their order of precedence are the list in list.go; each
// cause has a file of its own, named after it, and a page in pages/.
package explain

import (
	"cmp"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// Options changes how Findings books. The zero value is the default.
type Options struct {
	// Leaf books to the frame that called the allocator, wherever it is,
	// instead of the nearest frame in the packages asked for.
	Leaf bool
}

// Findings returns the sites of rec, heaviest first: by objects, then by
// bytes, then by ID. Every object of rec is in exactly one of them. Slices in
// the result are never nil, except Stacks, Flow and
// Proposals.
//
// A record that another program wrote may name frames, stacks or benchmarks
// that it does not hold; what cannot be resolved is left out of the stack, the
// objects are booked all the same.
func Findings(rec *alloc.Record, opt Options) []alloc.Finding {
	list, _ := findings(rec, opt)
	return list
}

// findings returns the sites of rec, and by their ID what they allocated by the
// labels of goroutines.
func findings(rec *alloc.Record, opt Options) ([]alloc.Finding, map[string]map[int]*load) {
	x := newIndex(rec)
	alone := x.withoutFacts()
	tallies := make(map[key]*tally)
	for _, s := range rec.Samples {
		if s.Objects == 0 && s.CPU == 0 {
			continue
		}
		t := x.trail(s, opt)
		k := keyOf(t, alone.cause(alone.trail(s, opt)).Name)
		if tallies[k] == nil {
			tallies[k] = newTally()
		}
		tallies[k].add(t, x.cause(t), s)
		if x.profiled {
			tallies[k].sampled = tallies[k].sampled.Plus(rec.Sampled(s))
		}
	}
	list := make([]alloc.Finding, 0, len(tallies))
	labels := make([]map[int]*load, 0, len(tallies))
	for k, t := range tallies {
		list, labels = append(list, x.finding(k, t)), append(labels, t.labels)
	}
	shorten(list)
	addShares(rec, list)
	help(list, rec.Proposals)
	advise(list)
	byID := make(map[string]map[int]*load, len(list))
	for i, f := range list {
		byID[f.ID] = labels[i]
	}
	slices.SortFunc(list, heaviestFirst)
	return list, byID
}

func heaviestFirst(a, b alloc.Finding) int {
	return cmp.Or(
		cmp.Compare(b.Objects, a.Objects),
		cmp.Compare(b.Bytes, a.Bytes),
		cmp.Compare(cpu(b), cpu(a)),
		cmp.Compare(a.ID, b.ID))
}

// cpu returns the time below the allocator at a site, where profiles tell it.
func cpu(f alloc.Finding) float64 {
	if f.Sampled == nil {
		return 0
	}
	return f.Sampled.CPU.Value
}
