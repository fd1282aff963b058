package gate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/guard/noalloc"
)

// onFunctions reports whether a directive limits the allocations of a function
// that is not a benchmark.
func (m *directives) onFunctions() bool {
	for _, d := range m.list {
		if (d.Kind == guard.Allocs || d.Kind == guard.Bytes) && !d.IsBenchmark() {
			return true
		}
	}
	return false
}

// checkAmounts compares measurements with wring:allocs and wring:bytes. Like
// budgets, amounts that are exceeded are measured again.
func (g *gate) checkAmounts(ctx context.Context, rec *alloc.Record,
	prog *noalloc.Program) ([]alloc.Problem, error) {
	var amounts []guard.Directive
	for _, d := range g.directives.list {
		if d.Kind == guard.Allocs || d.Kind == guard.Bytes {
			amounts = append(amounts, d)
		}
	}
	if len(amounts) == 0 {
		return nil, nil
	}
	problems := g.amounts(amounts, rec, prog)
	if !slices.ContainsFunc(problems, isOver) {
		return problems, nil
	}
	over, err := g.exceededAgain(ctx, func(rec *alloc.Record) []alloc.Problem {
		return g.amounts(amounts, rec, prog)
	})
	if err != nil {
		return nil, err
	}
	if err := g.addReasons(ctx, rec, problems); err != nil {
		return nil, err
	}
	problems = g.amounts(amounts, rec, prog)
	for i := range problems {
		over.pass(&problems[i])
	}
	return problems, g.propose(ctx, problems)
}

func (g *gate) amounts(amounts []guard.Directive, rec *alloc.Record,
	prog *noalloc.Program) []alloc.Problem {
	measured := g.measured(rec)
	var problems []alloc.Problem
	for _, d := range amounts {
		problems = append(problems, g.amount(d, measured, prog)...)
	}
	return problems
}

// amount checks one directive against every benchmark that it applies to, and
// reports the worst.
func (g *gate) amount(d guard.Directive, measured []guard.Measured,
	prog *noalloc.Program) []alloc.Problem {
	var worst guard.Share
	seen := false
	for _, m := range measured {
		share, ok := d.Share(m)
		if ok && (!seen || share.Rate > worst.Rate) {
			worst, seen = share, true
		}
	}
	if !seen && g.reached(d, measured, prog) {
		seen = true
	}
	if !seen {
		return []alloc.Problem{g.directives.problem(d, guard.NotMeasured, fmt.Sprintf(
			"no measured benchmark calls %s, so what it allocates is unknown: "+
				"write one, or promise wring:noalloc", d.Func))}
	}
	p, ok := d.Check(worst)
	if !ok {
		return nil
	}
	p.File = g.relative(p.File)
	return []alloc.Problem{p}
}

// reached reports whether a benchmark calls, directly or not, a function whose
// objects are missing from the measurements.
func (g *gate) reached(d guard.Directive, measured []guard.Measured,
	prog *noalloc.Program) bool {
	if d.IsBenchmark() {
		return false // its share would have been seen, even of nothing
	}
	roots := map[string]bool{}
	for _, m := range measured {
		top, _, _ := strings.Cut(m.Name, "/")
		roots[m.Package+"."+top], roots[m.Package+"_test."+top] = true, true
	}
	return prog.Reaches(func(name string) bool { return roots[name] }, d.Func)
}
