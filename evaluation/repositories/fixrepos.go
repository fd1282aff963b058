// Package repositories runs wring fix over public repositories, and shows that they
// stay green and what is left in them.
package repositories

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// repository is a module and what wring fix did to it.
type repository struct {
	bench.Target
	rep     alloc.FixReport
	tests   string // how many pass, or what passes no more
	broken  bool
	gains   []gain
	minutes float64
}

// Fix runs wring fix over repositories and asks other tools whether they are as
// green as before: the compiler, vet, the tests, and the counts of go test
// -benchmem.
func Fix(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("fixrepos")
	risk := fs.String("risk", "checked", "as for wring fix, `RISK`")
	budget := fs.Duration("time", 10*time.Minute, "as for wring fix, for each: `DURATION`")
	top := fs.Int("top", 20, "show `COUNT` places that are left")
	fs.Parse(args)
	list, err := bench.Chosen(bench.Repositories(), fs.Args())
	if err != nil {
		return err
	}
	if err := m.Describe(ctx, []string{"local"}, list); err != nil {
		return err
	}
	opt := wring.FixOptions{Risk: *risk, Budget: *budget, Write: true}
	t := bench.NewTable(m.Out, "code", "benchmarks", "sites", "tried", "kept", "dropped by",
		"objects/op, summed", "tests before and after", "minutes")
	var all []repository
	for _, target := range list {
		f, err := fixRepo(ctx, m, target, opt)
		if err != nil {
			return fmt.Errorf("%s: %w", target.Name, err)
		}
		f.row(t)
		all = append(all, f)
	}
	t.End()
	printGains(m, all)
	printLeft(m, all, *top)
	return printBroken(m, all)
}

// fixRepo fixes a copy of one repository, and leaves another as it was.
func fixRepo(ctx context.Context, m *bench.Machine, t bench.Target,
	opt wring.FixOptions) (repository, error) {
	f := repository{Target: t}
	old, err := m.Prepare(ctx, t)
	if err != nil {
		return f, err
	}
	t.Name += "-fixed"
	now, err := m.Prepare(ctx, t)
	if err != nil {
		return f, err
	}
	start := time.Now()
	opt.Dir, opt.Patterns, opt.Env = now, t.Patterns, []string{bench.Isolation}
	if f.rep, err = wring.Fix(ctx, opt); err != nil {
		return f, err
	}
	f.minutes = time.Since(start).Minutes()
	f.tests, f.broken = m.SameTests(ctx, old, now)
	f.gains, err = measureGains(ctx, m, old, now, f.rep)
	return f, err
}

func (f repository) row(t *bench.Table) {
	t.Row(f.Name, bench.Count(len(f.rep.Benchmarks)), bench.Count(len(f.rep.Sites)),
		bench.Count(len(f.rep.Trials)), bench.Count(len(f.rep.Accepted())),
		droppedBy(f.rep),
		fmt.Sprintf("%.2f → %.2f", total(f.rep.Benchmarks), total(f.rep.After)),
		f.tests, fmt.Sprintf("%.1f", f.minutes))
}

// droppedBy says who dropped how many of the rewrites that were tried.
func droppedBy(rep alloc.FixReport) string {
	dropped := map[string]int{}
	for _, trial := range rep.Trials {
		if !trial.Accepted {
			dropped[trial.Rejected]++
		}
	}
	var judges []string
	for _, judge := range slices.Sorted(maps.Keys(dropped)) {
		judges = append(judges, fmt.Sprintf("%d %s", dropped[judge], judge))
	}
	return strings.Join(judges, ", ")
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
func printBroken(m *bench.Machine, all []repository) error {
	var lines []string
	for _, f := range all {
		if f.broken {
			lines = append(lines, f.Name+": "+f.tests)
		}
		for _, g := range f.gains {
			if !g.agrees() {
				lines = append(lines, fmt.Sprintf("%s: %s: wring says %s, go test says %s",
					f.Name, g.name, g.exact, g.plain))
			}
		}
	}
	for _, line := range lines {
		fmt.Fprintln(m.Out, "- **Broken**:", line)
	}
	if len(lines) > 0 {
		return bench.ErrBroken
	}
	fmt.Fprintln(m.Out, "Everything that was green is green, and go test counts what wring counts.")
	return nil
}
