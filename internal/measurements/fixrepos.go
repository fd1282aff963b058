package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
)

// repository is a module and what wring fix did to it.
type repository struct {
	target
	rep     alloc.FixReport
	tests   string // how many pass, or what passes no more
	broken  bool
	gains   []gain
	minutes float64
}

// fixRepos runs wring fix over repositories and asks everybody else whether
// they are as green as before: the compiler, vet, the tests, and the counts of
// go test -benchmem.
func fixRepos(ctx context.Context, m *machine, args []string) error {
	fs := flags("fixrepos")
	risk := fs.String("risk", "checked", "as for wring fix, `RISK`")
	budget := fs.Duration("time", 10*time.Minute, "as for wring fix, for each: `DURATION`")
	top := fs.Int("top", 20, "show `COUNT` places that are left")
	fs.Parse(args)
	list, err := chosen(repositories(), fs.Args())
	if err != nil {
		return err
	}
	if err := m.describe(ctx, []string{"local"}, list); err != nil {
		return err
	}
	opt := wring.FixOptions{Risk: *risk, Budget: *budget, Write: true}
	t := newTable(m.out, "code", "benchmarks", "sites", "tried", "kept", "dropped by",
		"objects/op, summed", "tests before and after", "minutes")
	var all []repository
	for _, target := range list {
		f, err := m.fixRepo(ctx, target, opt)
		if err != nil {
			return fmt.Errorf("%s: %w", target.name, err)
		}
		f.row(t)
		all = append(all, f)
	}
	t.end()
	m.printGains(all)
	m.printLeft(all, *top)
	return m.printBroken(all)
}

// fixRepo fixes a copy of one repository, and leaves another as it was.
func (m *machine) fixRepo(ctx context.Context, t target, opt wring.FixOptions) (repository, error) {
	f := repository{target: t}
	old, err := m.prepare(ctx, t)
	if err != nil {
		return f, err
	}
	t.name += "-fixed"
	now, err := m.prepare(ctx, t)
	if err != nil {
		return f, err
	}
	start := time.Now()
	opt.Dir, opt.Patterns, opt.Env = now, t.patterns, []string{isolation}
	if f.rep, err = wring.Fix(ctx, opt); err != nil {
		return f, err
	}
	f.minutes = time.Since(start).Minutes()
	f.tests, f.broken = m.sameTests(ctx, old, now)
	f.gains, err = m.gains(ctx, old, now, f.rep)
	return f, err
}

func (f repository) row(t *table) {
	dropped := map[string]int{}
	for _, trial := range f.rep.Trials {
		if !trial.Accepted {
			dropped[trial.Rejected]++
		}
	}
	var judges []string
	for _, judge := range slices.Sorted(maps.Keys(dropped)) {
		judges = append(judges, fmt.Sprintf("%d %s", dropped[judge], judge))
	}
	t.row(f.name, count(len(f.rep.Benchmarks)), count(len(f.rep.Sites)),
		count(len(f.rep.Trials)), count(len(f.rep.Accepted())), strings.Join(judges, ", "),
		fmt.Sprintf("%.2f → %.2f", total(f.rep.Benchmarks), total(f.rep.After)),
		f.tests, fmt.Sprintf("%.1f", f.minutes))
}

// total returns the objects of one operation of each benchmark.
func total(list []alloc.Benchmark) (objects float64) {
	for _, b := range list {
		o, _ := b.PerOp()
		objects += o
	}
	return objects
}

// printBroken says what is not as green as before, which is an error.
func (m *machine) printBroken(all []repository) error {
	var lines []string
	for _, f := range all {
		if f.broken {
			lines = append(lines, f.name+": "+f.tests)
		}
		for _, g := range f.gains {
			if !g.agrees() {
				lines = append(lines, fmt.Sprintf("%s: %s: wring says %s, go test says %s",
					f.name, g.name, g.exact, g.plain))
			}
		}
	}
	for _, line := range lines {
		fmt.Fprintln(m.out, "- **Broken**:", line)
	}
	if len(lines) > 0 {
		return errBroken
	}
	fmt.Fprintln(m.out, "Everything that was green is green, and go test counts what wring counts.")
	return nil
}
