package timing

import (
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// enter returns the entries of a change's candidates, and which candidates each is for: each by
// itself, but for those that stand or fall together and those of which a verdict is known.
// Candidates share a binary where no benchmark of one runs what another one changes: it times
// them as well as one for each would, and takes one build. A candidate that does not build
// without the others is judged with them.
func enter(c verify.Change, before *alloc.Record) (entries []*entry, of [][]int) {
	if len(c.Candidates) == 1 || c.Together {
		var all []int
		for i := range c.Candidates {
			all = append(all, i)
		}
		return []*entry{{Change: c, benchmarks: benchmarks(c, before)}}, [][]int{all}
	}
	var list []entrant
	var indices []int
	for i, one := range c.Candidates {
		if known(one) < 0 {
			list = append(list, entrantOf(c, one, before))
			indices = append(indices, i)
		}
	}
	for class, members := range classes(list) {
		var set []verify.Candidate
		for _, i := range members {
			set = append(set, list[i].Candidate)
		}
		all, err := c.With(set)
		for _, i := range members {
			e := &entry{class: class, benchmarks: list[i].benchmarks, otherwise: []verify.Change{c}}
			if alone, err := c.With([]verify.Candidate{list[i].Candidate}); err == nil {
				e.otherwise = slices.Insert(e.otherwise, 0, alone)
			}
			if e.shared = len(set) > 1 && err == nil; e.shared {
				e.Change = all
			} else {
				e.next()
			}
			entries, of = append(entries, e), append(of, []int{indices[i]})
		}
	}
	return entries, of
}

// benchmarks returns those by which a change is timed, by package: those in which its functions
// have the largest part.
func benchmarks(c verify.Change, before *alloc.Record) map[string][]string {
	return byPackage(before, heaviest(before, funcs(c), most))
}

// entrant is a candidate that is to be timed.
type entrant struct {
	verify.Candidate
	benchmarks map[string][]string // that time it, by package
	timed      map[string]bool     // their full names
	runs       map[string]bool     // the benchmarks that run what it changes; nil if any may
}

func entrantOf(c verify.Change, one verify.Candidate, before *alloc.Record) entrant {
	timed := heaviest(before, []string{one.Func}, most)
	e := entrant{Candidate: one, benchmarks: byPackage(before, timed), timed: timed}
	if funcs, only := edited(c, one); only {
		e.runs = verify.Running(before, append(funcs, one.Func))
	}
	return e
}

// apart reports whether no benchmark of one of them runs what the other changes.
func (e entrant) apart(f entrant) bool {
	return e.runs != nil && f.runs != nil &&
		!meet(e.timed, f.runs) && !meet(f.timed, e.runs)
}

// meet reports whether two sets have a name in common.
func meet(a, b map[string]bool) bool {
	for name := range a {
		if b[name] {
			return true
		}
	}
	return false
}

// classes divides entrants, by their indices, into sets of which any two are apart.
func classes(list []entrant) [][]int {
	var sets [][]int
	for i, e := range list {
		fits := slices.IndexFunc(sets, func(set []int) bool {
			return !slices.ContainsFunc(set, func(k int) bool { return !e.apart(list[k]) })
		})
		if fits < 0 {
			fits = len(sets)
			sets = append(sets, nil)
		}
		sets[fits] = append(sets[fits], i)
	}
	return sets
}

// next turns to what is timed instead of an entry's change, and reports false where that is
// nothing.
func (e *entry) next() bool {
	if len(e.otherwise) == 0 {
		return false
	}
	e.Change, e.otherwise, e.shared = e.otherwise[0], e.otherwise[1:], false
	return true
}
