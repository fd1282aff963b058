package guard

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// The rules that a problem can be reported under.
const (
	OverBudget   = "over-budget"       // more was measured than is allowed
	TooGenerous  = "too-generous"      // less, so the budget can be lowered
	NoBudget     = "no-budget"         // a benchmark without an entry in the file
	Missing      = "missing-benchmark" // an entry whose benchmark was not measured
	NotMeasured  = "not-measured"      // a benchmark in the source that was not measured
	Unsteady     = "unsteady"          // over budget once, and then not again
	BadDirective = "bad-directive"     // a malformed directive
	UnusedAllow  = "unused-allow"      // an allowance that nothing needs
	Allocates    = "allocates"         // a function that allocates and must not
	CannotTell   = "cannot-tell"       // a noalloc promise that cannot be decided
	NotNoticed   = "not-noticed"       // a fault planted by the self-test, and missed
)

// tinyBlock is the size of the block that the allocator shares among tiny
// objects. Which operation is charged for it depends on earlier ones, so the
// bytes of all iterations together may differ by one block. Objects may not.
const tinyBlock = 16

// Compare compares measurements with a section and returns a problem for each
// difference. selected reports whether a package was to be measured; entries of
// other packages are ignored.
func Compare(s *Section, measured []Measured, selected func(pkg string) bool) []alloc.Problem {
	var problems []alloc.Problem
	found := map[string]bool{}
	for _, m := range measured {
		found[m.FullName()] = true
		e, ok := s.Entry(m.Package, m.Name)
		if !ok {
			problems = append(problems, noBudget(s, m))
			continue
		}
		problems = append(problems, e.Check(m)...)
	}
	for _, e := range s.Entries {
		if !found[e.FullName()] && selected(e.Package) {
			problems = append(problems, alloc.Problem{Rule: Missing, Fails: true,
				Benchmark: e.FullName(), File: FileName, Line: e.Line,
				Text: e.FullName() + " has a budget but was not measured: it was removed, " +
					"renamed or skipped, or it failed. If this is intended, run " +
					"wring guard -update to drop it."})
		}
	}
	return problems
}

func noBudget(s *Section, m Measured) alloc.Problem {
	return alloc.Problem{Rule: NoBudget, Fails: true, Benchmark: m.FullName(),
		File: FileName, Line: s.Line, Unit: unitObjects, Measured: m.Objects.String(),
		Text: fmt.Sprintf("%s has no budget for %s; it allocates %s and %s. "+
			"wring guard -update adds it.",
			m.FullName(), s.Key, objectText(m.Objects), byteText(m.Bytes))}
}

// Check compares one benchmark with its entry.
func (e Entry) Check(m Measured) []alloc.Problem {
	slack := RateOf(tinyBlock, m.N)
	switch {
	case m.Objects > e.Objects.Limit():
		return []alloc.Problem{e.over(m, unitObjects, e.Objects, m.Objects)}
	case m.Bytes > e.Bytes.Limit().plus(slack):
		return []alloc.Problem{e.over(m, unitBytes, e.Bytes, m.Bytes)}
	case m.Objects < e.Objects.Floor():
		return []alloc.Problem{e.generous(m, unitObjects, e.Objects, m.Objects)}
	case m.Bytes.plus(slack) < e.Bytes.Floor():
		return []alloc.Problem{e.generous(m, unitBytes, e.Bytes, m.Bytes)}
	}
	return nil
}

func (e Entry) over(m Measured, unit string, f Figure, got Rate) alloc.Problem {
	p := e.problem(m, OverBudget, unit, f, got)
	p.Fails = true
	p.Text = fmt.Sprintf("%s allocates %s, and its budget is %s%s.", e.FullName(),
		amount(unit, got), amount(unit, f.Most), f.varies())
	p.Text += e.iterations(m)
	p.Sites = e.changed(m)
	return p
}

func (e Entry) generous(m Measured, unit string, f Figure, got Rate) alloc.Problem {
	p := e.problem(m, TooGenerous, unit, f, got)
	p.Text = fmt.Sprintf("%s allocates only %s, and its budget is %s%s: wring guard -update "+
		"lowers it.", e.FullName(), amount(unit, got), amount(unit, f.Most), f.varies())
	p.Text += e.iterations(m)
	return p
}

func (e Entry) problem(m Measured, rule, unit string, f Figure, got Rate) alloc.Problem {
	return alloc.Problem{Rule: rule, Benchmark: m.FullName(), Unit: unit,
		Budget: f.Most.String(), Measured: got.String(), File: FileName, Line: e.Line}
}

// iterations returns a sentence that explains the figures if they come from
// different numbers of iterations, else "".
func (e Entry) iterations(m Measured) string {
	if e.N == m.N {
		return ""
	}
	return fmt.Sprintf(" The budget was measured over %d iterations, this over %d: objects that "+
		"do not recur with each iteration weigh differently.", e.N, m.N)
}

func (f Figure) varies() string {
	if f.Spread == 0 {
		return ""
	}
	return fmt.Sprintf(", give or take %v", f.Spread)
}

func amount(unit string, r Rate) string {
	if unit == unitBytes {
		return byteText(r)
	}
	return objectText(r)
}

func objectText(r Rate) string {
	if r == One {
		return "1 object per operation"
	}
	return r.String() + " objects per operation"
}

func byteText(r Rate) string { return r.String() + " bytes per operation" }

// changed returns the sites that are new or have grown since the entry was
// written, or the heaviest ones if there are none.
func (e Entry) changed(m Measured) []alloc.GuardSite {
	was := map[Site]Site{}
	for _, s := range e.Sites {
		was[s.key()] = s
	}
	var changed []alloc.GuardSite
	for _, s := range m.Sites {
		old, ok := was[s.key()]
		switch {
		case !ok && len(e.Sites) > 0 || !ok && e.Objects.Most == 0:
			changed = append(changed, guardSite(s, "new", ""))
		case ok && (s.Objects > old.Objects || s.Bytes > old.Bytes.plus(RateOf(tinyBlock, m.N))):
			changed = append(changed, guardSite(s, "grown", old.Objects.String()))
		}
	}
	if len(changed) > 0 {
		return changed
	}
	for _, s := range m.Sites[:min(3, len(m.Sites))] {
		changed = append(changed, guardSite(s, "", ""))
	}
	return changed
}

func guardSite(s MeasuredSite, change, was string) alloc.GuardSite {
	f := s.Finding
	return alloc.GuardSite{Change: change, Was: was, Now: s.Objects.String(), ID: f.ID,
		Func: f.Func, File: f.File, Line: f.Line, Column: f.Column, Source: f.Source,
		Type: s.Type, Cause: f.Cause, Reasons: f.Reasons}
}

// Sort orders problems by place, those that fail first.
func Sort(problems []alloc.Problem) {
	failing := func(p alloc.Problem) int {
		if p.Fails {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(problems, func(a, b alloc.Problem) int {
		return cmp.Or(cmp.Compare(failing(a), failing(b)), cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Benchmark, b.Benchmark))
	})
}
