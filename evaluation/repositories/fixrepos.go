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
	Report  alloc.FixReport
	Tests   string // how many pass, or what passes no more
	Broken  bool
	Gains   []gain
	Minutes float64
}

// Fix runs wring fix over repositories and asks other tools whether they are as
// green as before: the compiler, vet, the tests, and the counts of go test
// -benchmem.
func Fix(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("fixrepos")
	risk := fs.String("risk", "checked", "as for wring fix, `RISK`")
	budget := fs.Duration("time", 10*time.Minute, "as for wring fix, for each: `DURATION`")
	top := fs.Int("top", 20, "show `COUNT` places that are left")
	r, only := resultFlags(fs)
	fs.Parse(args)
	r.how = fmt.Sprintf("-risk %s -time %v", *risk, *budget)
	list, err := r.with(bench.Repositories(), fs.Args(), *only)
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
		f, err := of(*r, target, func() (repository, error) {
			return fixRepo(ctx, m, target, opt)
		})
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
	if f.Report, err = wring.Fix(ctx, opt); err != nil {
		return f, err
	}
	f.Minutes = time.Since(start).Minutes()
	f.Tests, f.Broken = m.SameTests(ctx, old, now)
	f.Gains, err = measureGains(ctx, m, old, now, f.Report)
	return f, err
}

func (f repository) row(t *bench.Table) {
	t.Row(f.Name, bench.Count(len(f.Report.Benchmarks)), bench.Count(len(f.Report.Sites)),
		bench.Count(len(f.Report.Trials)), bench.Count(len(f.Report.Accepted())),
		droppedBy(f.Report),
		fmt.Sprintf("%.2f → %.2f", total(f.Report.Benchmarks), total(f.Report.After)),
		f.Tests, fmt.Sprintf("%.1f", f.Minutes))
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
		if f.Broken {
			lines = append(lines, f.Name+": "+f.Tests)
		}
		for _, g := range f.Gains {
			if !g.agrees() {
				lines = append(lines, fmt.Sprintf("%s: %s: wring says %s, go test says %s",
					f.Name, g.Name, g.Exact, g.Plain))
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
