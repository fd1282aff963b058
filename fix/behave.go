package fix

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/verify/differential"
	"github.com/wring-go/wring/verify/tests"
)

// behave asks whether the code does the same, by its tests and by comparison.
func (p *proof) behave(ctx context.Context) error {
	p.progress("comparing behaviour of", p.what())
	var wait sync.WaitGroup
	var results []differential.Result
	var verdict alloc.Verdict
	var errs [2]error
	wait.Go(func() {
		defer p.phases.begin("differential")()
		results, errs[0] = differential.Compare(ctx, p.change, p.comparison())
	})
	wait.Go(func() { verdict, errs[1] = p.tests(ctx) })
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	p.all(verdict)
	if p.unclear != nil {
		return nil
	}
	p.compared(results, verdict)
	return nil
}

// comparison returns the options of the comparison: what is known is left out.
func (p *proof) comparison() differential.Options {
	opt := p.Differential
	opt.Skip = func(pkg, fn string) bool {
		return slices.ContainsFunc(p.set, func(c candidate) bool {
			_, known := p.known[c.key]
			return known && c.Package == pkg && sourceName(c.Func) == fn
		})
	}
	return opt
}

// tests runs the tests.
func (p *proof) tests(ctx context.Context) (alloc.Verdict, error) {
	defer p.phases.begin("tests")()
	before, err := p.baseline(ctx, p.change)
	if err != nil {
		return alloc.Verdict{}, err
	}
	return tests.Judge(ctx, p.change, before, tests.Options{})
}

// compared gives each candidate the results of its function. A result that is
// for none of their functions is for all candidates of the package: what they
// do to its declarations may show there. A no that several share is unclear, and
// so is a don't know, unless nothing is known of any of them.
func (p *proof) compared(results []differential.Result, tested alloc.Verdict) {
	mine := map[string][]differential.Result{}
	for _, r := range results {
		owners := p.owners(r)
		if len(owners) > 1 && (r.Outcome == alloc.Rejected ||
			r.Outcome == alloc.Unknown && slices.ContainsFunc(owners, compares(results))) {
			p.unclear = &alloc.Verdict{Judge: r.Judge, Outcome: alloc.Rejected,
				Reason: r.Func + ": " + r.Reason}
			return
		}
		for _, c := range owners {
			mine[c.key] = append(mine[c.key], r)
		}
	}
	for _, c := range p.set { // one whose function is gone shows in what called it
		if len(mine[c.key]) == 0 {
			mine[c.key] = inPackage(results, c.Package)
		}
	}
	p.each(func(c *candidate) (string, string) {
		v, ok := p.known[c.key]
		if !ok {
			v = differential.Sum(mine[c.key])
			p.known[c.key] = v
		}
		c.verdicts = append(c.verdicts, v)
		return insufficient(*c, v, tested, p.Risk)
	})
}

// compares returns what reports whether the results speak of a candidate's own
// function.
func compares(results []differential.Result) func(candidate) bool {
	return func(c candidate) bool {
		return slices.ContainsFunc(results, func(r differential.Result) bool {
			return r.Package == c.Package && r.Func == sourceName(c.Func)
		})
	}
}

func inPackage(results []differential.Result, path string) []differential.Result {
	return slices.DeleteFunc(slices.Clone(results), func(r differential.Result) bool {
		return r.Package != path
	})
}

// owners returns the candidates that a result may speak of.
func (p *proof) owners(r differential.Result) []candidate {
	var own, others []candidate
	for _, c := range p.set {
		switch {
		case c.Package != r.Package:
		case sourceName(c.Func) == r.Func:
			own = append(own, c)
		default:
			others = append(others, c)
		}
	}
	if len(own) == 0 {
		return others
	}
	return own
}

// insufficient returns who dropped a candidate and why, if the two judges of
// behaviour together do not prove enough. A comparison that could not be made
// is made up for by tests only if the rewrite needs no checking, or if the user
// takes the risk.
func insufficient(c candidate, compared, tested alloc.Verdict,
	risk technique.Risk) (judge, reason string) {
	switch {
	case compared.Outcome == alloc.Accepted:
		return "", ""
	case compared.Outcome == alloc.Rejected:
		return compared.Judge, compared.Reason
	case tested.Outcome == alloc.Accepted &&
		(c.Risk == string(technique.Safe) || risk == technique.Ask):
		return "", ""
	case tested.Outcome == alloc.Accepted:
		return compared.Judge, "it could not be compared, and the tests alone are not enough " +
			"for a rewrite that needs checking (-risk ask takes it): " + compared.Reason
	}
	return compared.Judge, "there are no tests, and it could not be compared: " + compared.Reason
}

// sourceName returns a function's name as declarations spell it: "T.M" for
// "example.com/m/p.(*T[...]).M".
func sourceName(fn string) string {
	_, name, _ := strings.Cut(short(fn), ".")
	return strings.NewReplacer("(*", "", ")", "", "[...]", "").Replace(name)
}
