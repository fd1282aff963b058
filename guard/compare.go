package guard

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// The rules: the names of what a guard has to say.
const (
	OverBudget   = "over-budget"       // more was measured than is allowed
	TooGenerous  = "too-generous"      // less, so the budget can be lowered
	NoBudget     = "no-budget"         // a benchmark that the file does not know
	Missing      = "missing-benchmark" // an entry whose benchmark was not measured
	NotMeasured  = "not-measured"      // a benchmark in the source that was not measured
	Unsteady     = "unsteady"          // over budget once, and then not again
	BadDirective = "bad-directive"     // a directive that says nothing that can be checked
	UnusedAllow  = "unused-allow"      // an allowance for something that does not happen
	Allocates    = "allocates"         // a function that must not, and does
	CannotTell   = "cannot-tell"       // a function of which that cannot be decided
	NotNoticed   = "not-noticed"       // a fault that a self-test planted in vain
)

// tinyBlock is the block that the allocator shares among tiny objects. Which
// operation pays for it depends on what came before, so bytes may be off by one
// block in all iterations together. Objects may not.
const tinyBlock = 16

// Compare holds what was measured against a section, and returns a problem for
// each difference. asked reports whether a package was to be measured: entries
// of others are none of this comparison's business.
func Compare(s *Section, measured []Measured, asked func(pkg string) bool) []alloc.Problem {
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
		if !found[e.FullName()] && asked(e.Package) {
			problems = append(problems, alloc.Problem{Rule: Missing, Fails: true,
				Benchmark: e.FullName(), File: FileName, Line: e.Line,
				Text: e.FullName() + " has a budget and was not measured: it is gone, " +
					"was renamed, " +
					"failed, or was skipped. When that is meant, wring guard -update drops it."})
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

// Check holds one benchmark against its entry.
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
	p.Text = fmt.Sprintf("%s allocates %s only, and its budget is %s%s: wring guard -update "+
		"lowers it.", e.FullName(), amount(unit, got), amount(unit, f.Most), f.varies())
	p.Text += e.iterations(m)
	return p
}

func (e Entry) problem(m Measured, rule, unit string, f Figure, got Rate) alloc.Problem {
	return alloc.Problem{Rule: rule, Benchmark: m.FullName(), Unit: unit,
		Budget: f.Most.String(), Measured: got.String(), File: FileName, Line: e.Line}
}

// iterations says when the two figures are of different numbers of iterations.
func (e Entry) iterations(m Measured) string {
	if e.N == m.N {
		return ""
	}
	return fmt.Sprintf(" The budget is of %d iterations, this of %d: what does not recur with "+
		"each weighs differently.", e.N, m.N)
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

// changed returns the sites that came or grew since the entry was written. When
// none did, as in an entry without sites, it returns the heaviest.
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

// Sort puts problems that fail first, then orders them by place.
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
