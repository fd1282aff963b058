package guard

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// Share is the part of a benchmark's allocations that a directive limits.
type Share struct {
	Rate      Rate // objects or bytes per operation, as the directive counts
	Benchmark Measured
	Sites     []MeasuredSite // heaviest first
}

// Share returns the part of a benchmark that the directive limits: all of it,
// for a directive above that benchmark; for one above a function, the objects
// that are booked to its lines, and to closures in it. They are counted per
// operation of the benchmark, not per call. It reports false when there is
// none.
func (d Directive) Share(b Measured) (Share, bool) {
	s := Share{Benchmark: b}
	if d.IsBenchmark() {
		top, _, _ := strings.Cut(b.Name, "/")
		if b.Package != d.Package || top != d.Decl.Name.Name {
			return s, false
		}
		s.Sites, s.Rate = b.Sites, b.Objects
		if d.Kind == Bytes {
			s.Rate = b.Bytes
		}
		return s, true
	}
	var sum uint64
	for _, site := range b.Sites {
		if !within(site.Finding.Func, d.Func) {
			continue
		}
		s.Sites = append(s.Sites, site)
		if d.Kind == Bytes {
			sum += site.BytesInAll
		} else {
			sum += site.ObjectsInAll
		}
	}
	s.Rate = RateOf(sum, b.N)
	return s, len(s.Sites) > 0
}

// within reports whether name is the function fn or a closure in it.
func within(name, fn string) bool {
	rest, ok := strings.CutPrefix(name, fn)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '-')
}

// Check compares a share with what the directive allows. It reports false if
// there is no problem.
func (d Directive) Check(s Share) (alloc.Problem, bool) {
	slack, unit := Rate(0), unitObjects
	if d.Kind == Bytes {
		unit = unitBytes
		if s.Benchmark.N > 0 {
			slack = RateOf(tinyBlock, s.Benchmark.N)
		}
	}
	p := alloc.Problem{Unit: unit, Budget: d.Most.String(), Measured: s.Rate.String(),
		File: d.Pos.Filename, Line: d.Pos.Line, Column: d.Pos.Column}
	switch {
	case s.Rate > d.Most.plus(slack):
		p.Rule, p.Fails, p.Benchmark = OverBudget, true, s.Benchmark.FullName()
		p.Text = fmt.Sprintf("%s allocates %s in %s, and wring:%s allows %v.", d.Func,
			amount(unit, s.Rate), s.Benchmark.FullName(), d.Kind, d.Most)
		if d.IsBenchmark() {
			p.Text = fmt.Sprintf("%s allocates %s, and wring:%s allows %v.",
				s.Benchmark.FullName(), amount(unit, s.Rate), d.Kind, d.Most)
		}
		for _, site := range s.Sites[:min(5, len(s.Sites))] {
			p.Sites = append(p.Sites, guardSite(site, "", ""))
		}
	case s.Rate.plus(slack) < d.Most:
		p.Rule = TooGenerous
		p.Text = fmt.Sprintf("%s allocates at most %s, and wring:%s allows %v.", d.Func,
			amount(unit, s.Rate), d.Kind, d.Most)
	default:
		return p, false
	}
	return p, true
}
