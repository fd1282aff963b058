package guard

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// Share is what one benchmark allocates in the code that a mark is about.
type Share struct {
	Rate      Rate // objects or bytes per operation, as the mark counts
	Benchmark Measured
	Sites     []MeasuredSite // heaviest first
}

// Share returns the part of a benchmark that the mark limits: all of it, for a
// mark above that benchmark; for a mark above a function, the objects that are
// booked to its lines, and to closures in it. They are counted per operation of
// the benchmark, not per call. It reports false when there is none.
func (m Mark) Share(b Measured) (Share, bool) {
	s := Share{Benchmark: b}
	if m.IsBenchmark() {
		top, _, _ := strings.Cut(b.Name, "/")
		if b.Package != m.Package || top != m.Decl.Name.Name {
			return s, false
		}
		s.Sites, s.Rate = b.Sites, b.Objects
		if m.Kind == Bytes {
			s.Rate = b.Bytes
		}
		return s, true
	}
	var sum uint64
	for _, site := range b.Sites {
		if !within(site.Finding.Func, m.Func) {
			continue
		}
		s.Sites = append(s.Sites, site)
		if m.Kind == Bytes {
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

// Check compares a share with what the mark allows, and reports false when
// there is nothing to say.
func (m Mark) Check(s Share) (alloc.Problem, bool) {
	slack, unit := Rate(0), unitObjects
	if m.Kind == Bytes {
		unit = unitBytes
		if s.Benchmark.N > 0 {
			slack = RateOf(tinyBlock, s.Benchmark.N)
		}
	}
	p := alloc.Problem{Unit: unit, Budget: m.Most.String(), Measured: s.Rate.String(),
		File: m.Pos.Filename, Line: m.Pos.Line, Column: m.Pos.Column}
	switch {
	case s.Rate > m.Most.plus(slack):
		p.Rule, p.Fails, p.Benchmark = OverBudget, true, s.Benchmark.FullName()
		p.Text = fmt.Sprintf("%s allocates %s in %s, and wring:%s allows %v.", m.Func,
			amount(unit, s.Rate), s.Benchmark.FullName(), m.Kind, m.Most)
		if m.IsBenchmark() {
			p.Text = fmt.Sprintf("%s allocates %s, and wring:%s allows %v.",
				s.Benchmark.FullName(), amount(unit, s.Rate), m.Kind, m.Most)
		}
		for _, site := range s.Sites[:min(5, len(s.Sites))] {
			p.Sites = append(p.Sites, guardSite(site, "", ""))
		}
	case s.Rate.plus(slack) < m.Most:
		p.Rule = TooGenerous
		p.Text = fmt.Sprintf("%s allocates at most %s, and wring:%s allows %v.", m.Func,
			amount(unit, s.Rate), m.Kind, m.Most)
	default:
		return p, false
	}
	return p, true
}
