package repositories

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// wantedKept is over how many kept rewrites fix and diff must agree.
const wantedKept = 40

// Agreed fixes copies of repositories, compares each with the repository as it was by
// wring diff, and holds both reports against each other: the same counts for each benchmark,
// and none that takes longer.
func Agreed(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("agreed")
	risk := fs.String("risk", "checked", "as for wring fix, `RISK`")
	budget := fs.Duration("time", 10*time.Minute, "as for wring fix, for each: `DURATION`")
	count := fs.Int("count", 12, "timed runs of each side of wring diff, `COUNT`")
	r, only := resultFlags(fs)
	fs.Parse(args)
	r.how = fmt.Sprintf("-risk %s -time %v -count %d", *risk, *budget, *count)
	list, err := r.with(bench.Repositories(), fs.Args(), *only)
	if err != nil {
		return err
	}
	if err := m.Describe(ctx, []string{"local"}, list); err != nil {
		return err
	}
	t := bench.NewTable(m.Out, "code", "tried", "kept", "dropped by", "benchmarks",
		"counts that agree", "faster", "no difference", "slower")
	kept := 0
	var wrong []string
	for _, target := range list {
		a, err := of(*r, target, func() (agreement, error) {
			return agree(ctx, m, target, *count,
				wring.FixOptions{Risk: *risk, Budget: *budget, Write: true})
		})
		if err != nil {
			return fmt.Errorf("%s: %w", target.Name, err)
		}
		kept += a.Kept
		wrong = append(wrong, a.Wrong...)
		same := a.Benchmarks - a.Faster - a.Slower
		t.Row(target.Name, bench.Count(a.Tried), bench.Count(a.Kept), a.Dropped,
			bench.Count(a.Benchmarks), bench.Count(a.Counts), bench.Count(a.Faster),
			bench.Count(same), bench.Count(a.Slower))
	}
	t.End()
	for _, line := range wrong {
		fmt.Fprintln(m.Out, "- **Does not agree**:", line)
	}
	fmt.Fprintf(m.Out, "%d rewrites were kept; of at least %d it is wanted that wring diff agrees "+
		"with what fix reported.\n", kept, wantedKept)
	if len(wrong) > 0 {
		return bench.ErrBroken
	}
	return nil
}

// agreement is how far the reports on one repository agree.
type agreement struct {
	Tried, Kept            int
	Dropped                string // by whom, as droppedBy says
	Benchmarks             int
	Counts, Faster, Slower int // benchmarks
	Wrong                  []string
}

func agree(ctx context.Context, m *bench.Machine, t bench.Target, count int,
	opt wring.FixOptions) (a agreement, err error) {
	var trees [2]string
	name := t.Name
	for i, suffix := range []string{"", "-agreed"} {
		t.Name = name + suffix
		if trees[i], err = m.Prepare(ctx, t); err != nil {
			return a, err
		}
	}
	opt.Dir, opt.Patterns, opt.Env = trees[1], t.Patterns, []string{bench.Isolation}
	rep, err := wring.Fix(ctx, opt)
	if err != nil {
		return a, err
	}
	a.Tried, a.Dropped = len(rep.Trials), droppedBy(rep)
	if a.Kept = len(rep.Accepted()); a.Kept == 0 {
		return a, nil
	}
	only := differing(rep)
	if only == "" {
		return a, nil // the calls of tests prove all of it
	}
	diff, err := wring.Compare(ctx, wring.CompareOptions{Dir: trees[0], Patterns: t.Patterns,
		Env: opt.Env, Old: trees[0], New: trees[1], Count: count,
		Bench: only})
	if err != nil {
		return a, err
	}
	a.hold(name, rep, diff)
	return a, nil
}

// differing returns the expression for the benchmarks that differ by the report of fix, ""
// where none does. Only these are held against each other, and others take long.
func differing(rep alloc.FixReport) string {
	before, after := perOp(rep.Benchmarks), perOp(rep.After)
	var names []string
	for _, b := range rep.Benchmarks {
		_, replays := b.Replays() // which are no benchmarks of the module
		if replays || math.Abs(before[b.FullName()]-after[b.FullName()]) < chance {
			continue
		}
		name, _, _ := strings.Cut(b.Name, "/")
		name = regexp.QuoteMeta("Benchmark" + strings.TrimPrefix(name, "Benchmark"))
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// hold compares the figures of each benchmark that differs by the report of fix, and what it
// takes in time.
func (a *agreement) hold(name string, rep alloc.FixReport, diff alloc.Diff) {
	before, after := perOp(rep.Benchmarks), perOp(rep.After)
	for _, b := range diff.Benchmarks {
		full := b.Package + ".Benchmark" + strings.TrimPrefix(b.Name, "Benchmark")
		was, ok := before[full]
		is := after[full]
		if !ok || math.Abs(was-is) < chance {
			continue
		}
		a.Benchmarks++
		for _, metric := range b.Metrics {
			switch metric.Unit {
			case "allocs/op":
				if near(was, metric.Old) && near(is, metric.New) {
					a.Counts++
					continue
				}
				a.Wrong = append(a.Wrong, fmt.Sprintf("%s: %s: fix counts %.4g → %.4g, diff "+
					"%.4g → %.4g", name, full, was, is, metric.Old.Center, metric.New.Center))
			case "sec/op":
				a.time(name, full, metric)
			}
		}
	}
}

func (a *agreement) time(name, full string, metric alloc.Metric) {
	switch metric.Judgement {
	case alloc.Better:
		a.Faster++
	case alloc.Worse:
		a.Slower++
		loss := 100 * (metric.New.Center/metric.Old.Center - 1)
		a.Wrong = append(a.Wrong, fmt.Sprintf("%s: %s: fix kept it, and diff says that it is "+
			"%.1f %% slower (p = %.3f)", name, full, loss, metric.P))
	}
}

// perOp returns the objects of an operation of each benchmark, by full name.
func perOp(list []alloc.Benchmark) map[string]float64 {
	objects := map[string]float64{}
	for _, b := range list {
		objects[b.FullName()], _ = b.PerOp()
	}
	return objects
}

// near reports whether a count is what another measurement found, but for what pools and
// maps do by chance.
func near(count float64, s alloc.Summary) bool {
	slack := chance + 0.01*count
	return s.Low-slack <= count && count <= s.High+slack
}
