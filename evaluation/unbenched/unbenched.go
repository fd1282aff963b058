// Package unbenched runs wring fix over modules that have tests and no benchmarks,
// and confirms what it says of their calls by ordinary benchmarks.
package unbenched

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// module is what wring fix did to a module.
type module struct {
	bench.Target
	rep     alloc.FixReport
	gains   []gain
	tests   string // how many pass, or what passes no more
	broken  bool
	seconds float64
}

// Fix prints what wring fix does to modules without benchmarks.
func Fix(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("unbenched")
	risk := fs.String("risk", "checked", "as for wring fix, `RISK`")
	budget := fs.Duration("time", 5*time.Minute, "as for wring fix, for each: `DURATION`")
	fs.Parse(args)
	list, err := bench.Chosen(bench.Unbenched(), fs.Args())
	if err != nil {
		return err
	}
	if err := m.Describe(ctx, []string{"local"}, list); err != nil {
		return err
	}
	t := bench.NewTable(m.Out, "module", "functions replayed", "tried", "kept",
		"tests before and after", "seconds")
	var all []module
	for _, target := range list {
		one, err := fix(ctx, m, target, wring.FixOptions{Risk: *risk, Budget: *budget, Write: true})
		if err != nil {
			return fmt.Errorf("%s: %w", target.Name, err)
		}
		t.Row(one.Name, bench.Count(replayed(one.rep)), bench.Count(len(one.rep.Trials)),
			bench.Count(len(one.rep.Accepted())), one.tests, fmt.Sprintf("%.0f", one.seconds))
		all = append(all, one)
	}
	t.End()
	return report(m, all)
}

// fix fixes a copy of a module.
func fix(ctx context.Context, m *bench.Machine, t bench.Target, opt wring.FixOptions) (
	one module, err error) {
	one.Target = t
	var trees [2]string
	for i, suffix := range []string{"", "-fixed"} {
		t.Name = one.Name + suffix
		if trees[i], err = m.Prepare(ctx, t); err != nil {
			return one, err
		}
	}
	start := time.Now()
	opt.Dir, opt.Patterns, opt.Env = trees[1], t.Patterns, []string{bench.Isolation}
	if one.rep, err = wring.Fix(ctx, opt); err != nil {
		return one, err
	}
	one.seconds = time.Since(start).Seconds()
	one.tests, one.broken = m.SameTests(ctx, trees[0], trees[1])
	one.gains = gains(one.rep)
	return one, confirm(ctx, m, trees, one.gains)
}

// replayed returns how many functions were measured by calls of tests.
func replayed(rep alloc.FixReport) (n int) {
	for _, b := range rep.Benchmarks {
		if strings.HasPrefix(b.Name, alloc.ReplayBenchmark+"/") {
			n++
		}
	}
	return n
}

// report prints each function that became lighter, and fails if something broke
// or the two counts differ.
func report(m *bench.Machine, all []module) error {
	t := bench.NewTable(m.Out, "module", "function", "calls", "wring, objects per call",
		"ordinary benchmark")
	var wrong []string
	count, confirmed := 0, 0
	for _, one := range all {
		if one.broken {
			wrong = append(wrong, one.Name+": "+one.tests)
		}
		for _, g := range one.gains {
			count++
			plain := arrow(g.plain)
			switch {
			case g.unable != "":
				plain = "not written: " + g.unable
			case g.agrees():
				confirmed++
			default:
				wrong = append(wrong, fmt.Sprintf("%s: %s: wring counts %s, go test %s", one.Name,
					g.fn, arrow(g.wring), arrow(g.plain)))
			}
			t.Row(one.Name, g.fn, bench.Count(g.calls), arrow(g.wring), plain)
		}
	}
	t.End()
	for _, line := range wrong {
		fmt.Fprintln(m.Out, "- **Broken**:", line)
	}
	fmt.Fprintf(m.Out, "%d functions became lighter, %d of them confirmed by an ordinary "+
		"benchmark.\n", count, confirmed)
	if len(wrong) > 0 {
		return bench.ErrBroken
	}
	return nil
}

// arrow prints a figure before and after.
func arrow(x [2]float64) string {
	return fmt.Sprintf("%s → %s", trimmed(x[0]), trimmed(x[1]))
}

func trimmed(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
}
