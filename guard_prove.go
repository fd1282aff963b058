package wring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
)

// ProveGuard shows that the guard of the packages can fail. It wants it to pass
// as things are; then it plants one allocation in the loop of every benchmark,
// in a copy, and faults in the budgets, and wants each to be noticed. What was
// not noticed is a [alloc.Problem] that fails, what was is in the Proofs.
func ProveGuard(ctx context.Context, opt GuardOptions) (alloc.GuardReport, error) {
	opt.N = cmp.Or(opt.N, guardN)
	rep, err := Guard(ctx, opt)
	if err != nil {
		return rep, err
	}
	if !rep.Kept {
		return rep, errors.New("the guard does not pass as it is, " +
			"so nothing would be proven by its " +
			"failing: " + rep.Failures()[0].Text)
	}
	s, err := begin(ctx, opt.Options)
	if err != nil {
		return rep, err
	}
	p := &prover{guarding: &guarding{session: s, opt: opt, rep: rep}}
	p.key = p.build()
	if err := p.prepare(); err != nil {
		return rep, err
	}
	p.rep.Problems = []alloc.Problem{}
	if err := p.planted(ctx); err != nil {
		return rep, err
	}
	if err := p.budgets(ctx); err != nil {
		return rep, err
	}
	p.finish()
	return p.rep, nil
}

// prover is one self-test.
type prover struct{ *guarding }

// proven takes a result down.
func (p *prover) proven(noticed bool, what string) {
	if noticed {
		p.rep.Proofs = append(p.rep.Proofs, "noticed: "+what)
		return
	}
	p.rep.Problems = append(p.rep.Problems, alloc.Problem{Rule: guard.NotNoticed, Fails: true,
		Text: "not noticed: " + what + "."})
}

// planted plants an allocation in every benchmark at once, and wants each to be
// over budget at the line of the plant.
func (p *prover) planted(ctx context.Context) error {
	plant, names, err := p.plantAll()
	if err != nil || p.benchmarks() == 0 {
		return err
	}
	if len(names) == 0 {
		return errors.New("no benchmark has a loop in which an allocation could be planted")
	}
	opt := p.opt
	opt.plant = plant
	rep, err := Guard(ctx, opt)
	if err != nil {
		return err
	}
	found := 0
	for _, name := range names {
		switch over := overBudget(rep, name); {
		case over:
			found++
		case p.varies(name):
			p.rep.Problems = append(p.rep.Problems, alloc.Problem{Rule: guard.CannotTell,
				Benchmark: name,
				Text:      name + " varies by so much that one object more is not noticed."})
		default:
			p.proven(false, "one object more per operation in "+name)
		}
	}
	p.proven(found > 0, fmt.Sprintf("one object more per operation in %d of %d benchmark functions",
		found, len(names)))
	return nil
}

// overBudget reports whether a benchmark function, or one below it, is over
// budget, and names a site for it.
func overBudget(rep alloc.GuardReport, name string) bool {
	return slices.ContainsFunc(rep.Problems, func(q alloc.Problem) bool {
		return q.Rule == guard.OverBudget && q.Fails && len(q.Sites) > 0 &&
			(q.Benchmark == name || strings.HasPrefix(q.Benchmark, name+"/"))
	})
}

// varies reports whether an entry of the benchmark has room for one object.
func (p *prover) varies(name string) bool {
	if p.section() == nil {
		return false
	}
	return slices.ContainsFunc(p.section().Entries, func(e guard.Entry) bool {
		return (e.FullName() == name || strings.HasPrefix(e.FullName(), name+"/")) &&
			e.Objects.Spread >= guard.One
	})
}

// budgets plants faults in the budgets, and wants what reads or compares them to
// complain.
func (p *prover) budgets(ctx context.Context) error {
	s := p.section()
	if s == nil {
		return nil
	}
	rec, err := p.observe(ctx)
	if err != nil {
		return err
	}
	measured := p.measured(rec)
	compare := func(entries []guard.Entry) []alloc.Problem {
		return guard.Compare(&guard.Section{Key: s.Key, Entries: entries}, measured, p.asked)
	}
	first := slices.IndexFunc(s.Entries, func(e guard.Entry) bool { return p.asked(e.Package) })
	if first < 0 {
		return nil
	}
	without := slices.Delete(slices.Clone(s.Entries), first, first+1)
	p.proven(fails(compare(without), guard.NoBudget), "a benchmark without a budget")
	extra := s.Entries[first]
	extra.Name += "/wring-planted"
	with := slices.Insert(slices.Clone(s.Entries), first+1, extra)
	p.proven(fails(compare(with), guard.Missing), "a budget without its benchmark")
	for what, text := range faultyFiles(string(p.text)) {
		_, err := guard.Parse([]byte(text))
		p.proven(err != nil, what)
	}
	slices.Sort(p.rep.Proofs)
	whole := p.budget
	p.budget = nil
	p.proven(p.needBudget() != nil, "a missing file")
	p.budget = &guard.Budget{Sections: []*guard.Section{{Key: guard.Key{Go: "go1.0"}}}}
	p.proven(p.needBudget() != nil, "a toolchain without a section")
	p.budget = whole
	return nil
}

// fails reports whether a problem of that rule is there, and fails.
func fails(problems []alloc.Problem, rule string) bool {
	return slices.ContainsFunc(problems, func(q alloc.Problem) bool {
		return q.Rule == rule && q.Fails
	})
}

// faultyFiles returns budget files with one thing wrong, by what that is.
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
