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

// onFunctions reports whether an amount is promised of a function that is no
// benchmark.
func (m *marks) onFunctions() bool {
	for _, mark := range m.list {
		if (mark.Kind == guard.Allocs || mark.Kind == guard.Bytes) && !mark.IsBenchmark() {
			return true
		}
	}
	return false
}

// checkAmounts holds what was measured against wring:allocs and wring:bytes. What
// is exceeded is measured again, as budgets are.
func (g *gate) checkAmounts(ctx context.Context, rec *alloc.Record,
	prog *noalloc.Program) ([]alloc.Problem, error) {
	var marks []guard.Mark
	for _, mark := range g.marks.list {
		if mark.Kind == guard.Allocs || mark.Kind == guard.Bytes {
			marks = append(marks, mark)
		}
	}
	if len(marks) == 0 {
		return nil, nil
	}
	problems := g.amounts(marks, rec, prog)
	if !slices.ContainsFunc(problems, isOver) {
		return problems, nil
	}
	over, err := g.overAgain(ctx, func(rec *alloc.Record) []alloc.Problem {
		return g.amounts(marks, rec, prog)
	})
	if err != nil {
		return nil, err
	}
	if err := g.addReasons(ctx, rec, problems); err != nil {
		return nil, err
	}
	problems = g.amounts(marks, rec, prog)
	for i := range problems {
		over.pass(&problems[i])
	}
	return problems, g.propose(ctx, problems)
}

func (g *gate) amounts(marks []guard.Mark, rec *alloc.Record,
	prog *noalloc.Program) []alloc.Problem {
	measured := g.measured(rec)
	var problems []alloc.Problem
	for _, mark := range marks {
		problems = append(problems, g.amount(mark, measured, prog)...)
	}
	return problems
}

// amount checks one directive against every benchmark that it is about. The
// worst is reported.
func (g *gate) amount(mark guard.Mark, measured []guard.Measured,
	prog *noalloc.Program) []alloc.Problem {
	var worst guard.Share
	seen := false
	for _, m := range measured {
		share, ok := mark.Share(m)
		if ok && (!seen || share.Rate > worst.Rate) {
			worst, seen = share, true
		}
	}
	if !seen && g.reached(mark, measured, prog) {
		seen = true
	}
	if !seen {
		return []alloc.Problem{g.marks.problem(mark, guard.NotMeasured, fmt.Sprintf(
			"no benchmark that was measured calls %s, so what it allocates is unknown: "+
				"write one, or promise wring:noalloc", mark.Func))}
	}
	p, ok := mark.Check(worst)
	if !ok {
		return nil
	}
	p.File = g.relative(p.File)
	return []alloc.Problem{p}
}

// reached reports whether a benchmark gets to a function of which no object was
// seen. Of benchmarks themselves this is asked by name.
func (g *gate) reached(mark guard.Mark, measured []guard.Measured,
	prog *noalloc.Program) bool {
	if mark.IsBenchmark() {
		return false // its share would have been seen, even of nothing
	}
	roots := map[string]bool{}
	for _, m := range measured {
		top, _, _ := strings.Cut(m.Name, "/")
		roots[m.Package+"."+top], roots[m.Package+"_test."+top] = true, true
	}
	return prog.Reaches(func(name string) bool { return roots[name] }, mark.Func)
}
