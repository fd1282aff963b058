package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
)

// site is a place that allocates, on one side, over all runs of that side.
type site struct {
	alloc.Finding
	pkg   string                  // under the new side's module
	rates map[string][]alloc.Rate // by benchmark: one for each run that has it
	match *site                   // on the other side, once it is found
}

// stand tells the sites of one side apart. Neither the function that called the
// allocator nor the name of the own one does: a line that is inlined into
// several functions is one place, and compilers name closures differently.
type stand struct {
	pkg, file string
	line      int
	typ       string
}

// sites compares the places of both sides over the benchmarks that both have.
func sites(old, new Side, both map[string]bool) alloc.SitesDiff {
	rename := renamer(old, new)
	before := gather(old, rename, both)
	after := gather(new, func(path string) string { return path }, both)
	pair(before, after)
	d := alloc.SitesDiff{Gone: []alloc.SiteDiff{}, New: []alloc.SiteDiff{},
		Changed: []alloc.SiteDiff{}}
	for _, s := range before {
		if s.match == nil {
			addSite(&d.Gone, s, changes(s, nil), nil)
		}
	}
	for _, s := range after {
		if s.match == nil {
			addSite(&d.New, s, changes(nil, s), nil)
			continue
		}
		was := s.match
		addSite(&d.Changed, s, changes(was, s),
			&alloc.Place{ID: was.ID, Func: was.Func, File: was.File, Line: was.Line})
	}
	for _, list := range [][]alloc.SiteDiff{d.Gone, d.New, d.Changed} {
		slices.SortStableFunc(list, heaviestFirst)
	}
	return d
}

// gather finds the sites of a side. Sites of the runs after the first are those
// of the first, or join them: all runs are of the same code.
func gather(s Side, rename func(string) string, both map[string]bool) []*site {
	byStand := map[stand]*site{}
	var list []*site
	runs := map[string]int{} // of each benchmark so far
	for _, rec := range s.Runs {
		for _, b := range rec.Benchmarks {
			runs[fullName(b, rename)]++
		}
		own := benchmarkNames(rec, rename)
		for _, f := range explain.Findings(rec, explain.Options{}) {
			at := stand{f.Package, f.File, f.Line, f.Type}
			x := byStand[at]
			if x == nil {
				x = &site{Finding: f, pkg: rename(f.Package), rates: map[string][]alloc.Rate{}}
				byStand[at] = x
				list = append(list, x)
			}
			x.book(f.PerOp, own, both, runs)
		}
	}
	for _, x := range list {
		x.fill(runs)
	}
	return slices.DeleteFunc(list, func(x *site) bool { return len(x.rates) == 0 })
}

func fullName(b alloc.Benchmark, rename func(string) string) string {
	b.Package = rename(b.Package)
	return b.FullName()
}

// benchmarkNames maps the full names in a record to those under the new module.
func benchmarkNames(rec *alloc.Record, rename func(string) string) map[string]string {
	names := map[string]string{}
	for _, b := range rec.Benchmarks {
		names[b.FullName()] = fullName(b, rename)
	}
	return names
}

// book adds the rates of one run. Two findings at one stand add up.
func (x *site) book(rates []alloc.PerOp, own map[string]string, both map[string]bool,
	runs map[string]int) {
	for _, r := range rates {
		name := own[r.Benchmark]
		if !both[name] {
			continue
		}
		list := x.rates[name]
		for len(list) < runs[name] {
			list = append(list, alloc.Rate{})
		}
		last := &list[runs[name]-1]
		last.Objects += r.Objects
		last.Bytes += r.Bytes
		x.rates[name] = list
	}
}

// fill adds a 0 for each run in which the site did not allocate.
func (x *site) fill(runs map[string]int) {
	for name := range x.rates {
		for len(x.rates[name]) < runs[name] {
			x.rates[name] = append(x.rates[name], alloc.Rate{})
		}
	}
}

// changes returns the benchmarks in which a site's rates differ beyond what its
// runs scatter. old or new is nil when the site stands on one side only.
func changes(old, new *site) []alloc.RateChange {
	names := map[string]bool{}
	for _, s := range []*site{old, new} {
		if s == nil {
			continue
		}
		for name := range s.rates {
			names[name] = true
		}
	}
	list := []alloc.RateChange{}
	for name := range names {
		was, is := old.in(name), new.in(name)
		if apart(was, is, objectsOf) || apart(was, is, bytesOf) {
			list = append(list, alloc.RateChange{
				Benchmark: name, Old: median(was), New: median(is)})
		}
	}
	slices.SortFunc(list, func(a, b alloc.RateChange) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(a.Benchmark, b.Benchmark))
	})
	return list
}

// in returns the rates of a benchmark; a side without the site has none.
func (x *site) in(name string) []alloc.Rate {
	if x == nil || len(x.rates[name]) == 0 {
		return []alloc.Rate{{}}
	}
	return x.rates[name]
}

func objectsOf(r alloc.Rate) float64 { return r.Objects }
func bytesOf(r alloc.Rate) float64   { return r.Bytes }

// apart reports whether all figures of one list lie above all of the other.
func apart(a, b []alloc.Rate, figure func(alloc.Rate) float64) bool {
	lowA, highA := bounds(a, figure)
	lowB, highB := bounds(b, figure)
	return lowA > highB || lowB > highA
}

func bounds(list []alloc.Rate, figure func(alloc.Rate) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, r := range list {
		low, high = min(low, figure(r)), max(high, figure(r))
	}
	return low, high
}

// median returns the rate in the middle, by objects.
func median(list []alloc.Rate) alloc.Rate {
	sorted := slices.SortedFunc(slices.Values(list), func(a, b alloc.Rate) int {
		return cmp.Or(cmp.Compare(a.Objects, b.Objects), cmp.Compare(a.Bytes, b.Bytes))
	})
	return sorted[(len(sorted)-1)/2]
}

func weight(c alloc.RateChange) float64 { return math.Abs(c.New.Objects - c.Old.Objects) }

// addSite adds a site unless nothing about it changed.
func addSite(to *[]alloc.SiteDiff, s *site, per []alloc.RateChange, was *alloc.Place) {
	if len(per) == 0 {
		return
	}
	reasons := s.Reasons
	if reasons == nil {
		reasons = []string{}
	}
	*to = append(*to, alloc.SiteDiff{Site: s.Site, Cause: s.Cause, Note: s.Note, Reasons: reasons,
		Techniques: append([]string{}, s.Techniques...), Was: was, PerOp: per})
}

func heaviestFirst(a, b alloc.SiteDiff) int {
	return cmp.Or(cmp.Compare(total(b), total(a)), strings.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line))
}

func total(s alloc.SiteDiff) (sum float64) {
	for _, c := range s.PerOp {
		sum += weight(c)
	}
	return sum
}
