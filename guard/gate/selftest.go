package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
)

// SelfTest shows that the guard of the packages can fail. The guard must first
// pass. Then SelfTest plants, in a copy, one allocation in the loop of every
// benchmark and faults in the budgets. A fault that the guard misses is an
// [alloc.Problem] that fails; those that it notices are listed in Proofs.
func SelfTest(ctx context.Context, opt Options) (alloc.GuardReport, error) {
	rep, err := Check(ctx, opt)
	if err != nil {
		return rep, err
	}
	if !rep.Kept {
		return rep, errors.New("the guard fails already, so a self-test would prove nothing: " +
			rep.Failures()[0].Text)
	}
	g, err := open(ctx, opt)
	if err != nil {
		return rep, err
	}
	g.rep = rep
	if err := g.prepare(); err != nil {
		return rep, err
	}
	g.rep.Problems = []alloc.Problem{}
	if err := g.checkPlanted(ctx); err != nil {
		return rep, err
	}
	if err := g.checkFaulty(ctx); err != nil {
		return rep, err
	}
	g.finish()
	return g.rep, nil
}

// recordProof records whether the guard noticed a planted fault.
func (g *gate) recordProof(noticed bool, what string) {
	if noticed {
		g.rep.Proofs = append(g.rep.Proofs, "noticed: "+what)
		return
	}
	g.rep.Problems = append(g.rep.Problems, alloc.Problem{Rule: guard.NotNoticed, Fails: true,
		Text: "not noticed: " + what + "."})
}

// checkPlanted plants an allocation in every benchmark at once, and requires
// each to be over budget at the line of the plant.
func (g *gate) checkPlanted(ctx context.Context) error {
	plant, names, err := g.plantAll()
	if err != nil || g.benchmarks() == 0 {
		return err
	}
	if len(names) == 0 {
		return errors.New("no benchmark has a loop in which an allocation could be planted")
	}
	rep, err := run(ctx, g.opt, plant)
	if err != nil {
		return err
	}
	found := 0
	for _, name := range names {
		switch over := overBudget(rep, name); {
		case over:
			found++
		case g.varies(name):
			g.rep.Problems = append(g.rep.Problems, alloc.Problem{Rule: guard.CannotTell,
				Benchmark: name,
				Text:      name + " varies so much that one more object would not be noticed."})
		default:
			g.recordProof(false, "one object more per operation in "+name)
		}
	}
	g.recordProof(found > 0, fmt.Sprintf(
		"one object more per operation in %d of %d benchmark functions", found, len(names)))
	return nil
}

// overBudget reports whether a benchmark function or one of its sub-benchmarks
// is over budget with a site named.
func overBudget(rep alloc.GuardReport, name string) bool {
	return slices.ContainsFunc(rep.Problems, func(q alloc.Problem) bool {
		return q.Rule == guard.OverBudget && q.Fails && len(q.Sites) > 0 &&
			(q.Benchmark == name || strings.HasPrefix(q.Benchmark, name+"/"))
	})
}

// varies reports whether an entry of the benchmark leaves room for one more
// object.
func (g *gate) varies(name string) bool {
	if g.budgets.section() == nil {
		return false
	}
	return slices.ContainsFunc(g.budgets.section().Entries, func(e guard.Entry) bool {
		return (e.FullName() == name || strings.HasPrefix(e.FullName(), name+"/")) &&
			e.Objects.Spread >= guard.One
	})
}

// checkFaulty plants faults in the budgets, and requires that reading or
// comparing them fails.
func (g *gate) checkFaulty(ctx context.Context) error {
	s := g.budgets.section()
	if s == nil {
		return nil
	}
	rec, err := g.observe(ctx)
	if err != nil {
		return err
	}
	measured := g.measured(rec)
	compare := func(entries []guard.Entry) []alloc.Problem {
		return guard.Compare(&guard.Section{Key: s.Key, Entries: entries}, measured, g.selected)
	}
	first := slices.IndexFunc(s.Entries, func(e guard.Entry) bool { return g.selected(e.Package) })
	if first < 0 {
		return nil
	}
	without := slices.Delete(slices.Clone(s.Entries), first, first+1)
	g.recordProof(fails(compare(without), guard.NoBudget), "a benchmark without a budget")
	extra := s.Entries[first]
	extra.Name += "/wring-planted"
	with := slices.Insert(slices.Clone(s.Entries), first+1, extra)
	g.recordProof(fails(compare(with), guard.Missing), "a budget without its benchmark")
	for what, text := range faultyFiles(string(g.budgets.text)) {
		_, err := guard.Parse([]byte(text))
		g.recordProof(err != nil, what)
	}
	slices.Sort(g.rep.Proofs)
	missing := budgets{key: g.key}
	g.recordProof(missing.need(g.benchmarks()) != nil, "a missing file")
	other := budgets{key: g.key, file: &guard.Budget{
		Sections: []*guard.Section{{Key: guard.Key{Go: "go1.0"}}}}}
	g.recordProof(other.need(g.benchmarks()) != nil, "a toolchain without a section")
	return nil
}

// fails reports whether one of the problems has that rule and fails.
func fails(problems []alloc.Problem, rule string) bool {
	return slices.ContainsFunc(problems, func(q alloc.Problem) bool {
		return q.Rule == rule && q.Fails
	})
}

// faultyFiles returns budget files with one fault each, by a description of it.
func faultyFiles(text string) map[string]string {
	lines := strings.SplitAfter(text, "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "Benchmark") })
	if at < 0 {
		return nil
	}
	insert := func(line string) string {
		return strings.Join(slices.Insert(slices.Clone(lines), at, line), "")
	}
	return map[string]string{
		"an empty file":          "",
		"a file that is cut":     text[:len(text)-1],
		"a doubled entry":        insert(lines[at]),
		"an unknown key":         insert("compiler: gc\n"),
		"an unknown unit":        insert("BenchmarkPlanted 20 1 objects/op\n"),
		"a line of another tool": insert("<<<<<<< HEAD\n"),
	}
}
