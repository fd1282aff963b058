// Package cost measures what tracing costs, and wring top against doing the same
// by hand.
package cost

import (
	"context"
	_ "embed"
	"fmt"
	"path/filepath"

	"github.com/wring-go/wring/evaluation/bench"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/trace"
)

// costly is a benchmark with what is promised of it.
type costly struct {
	bench    string
	promised float64 // times a plain iteration, at most
	n        uint64  // iterations of a traced run
	labels   string  // keys that objects are told apart by when traced
}

// labelled is a benchmark of a request under the label of its route.
//
//go:embed testdata/labelled_test.go.txt
var labelled []byte

func costlies() []costly {
	return []costly{
		{"BenchmarkParseDSN", 3, 6_000, ""},          // 40 allocations per operation
		{"BenchmarkInterpolation", 1.5, 100_000, ""}, // 1
		{"BenchmarkRequest", 3, 10_000, "route"},     // 40
	}
}

// ways are the binaries that one benchmark is compared in.
type ways struct{ plain, traced, profiled binary }

// Cost compares the user CPU of one iteration, traced and profiled, with that
// of a plain one. The runs are interleaved, so that what else the machine does
// meets all of them.
func Cost(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("cost")
	rounds := fs.Int("rounds", 9, "how often everything is run, `COUNT`")
	fs.Parse(args)
	mysql, err := bench.Chosen(bench.Targets(), []string{"mysql"})
	if err != nil {
		return err
	}
	dir, err := m.Prepare(ctx, mysql[0])
	if err != nil {
		return err
	}
	built, err := compileWays(ctx, m, dir, "plain")
	if err != nil {
		return err
	}
	under, err := compileLabelled(ctx, m)
	if err != nil {
		return err
	}
	if err := m.Describe(ctx, []string{"local"}, mysql); err != nil {
		return err
	}
	t := bench.NewTable(m.Out, "benchmark", "plain, ns of user CPU", "traced / plain", "at most",
		"memprofilerate=1 / plain")
	broken := false
	for _, c := range costlies() {
		w := built
		if c.labels != "" {
			w = under
			w.traced.labels = c.labels
		}
		plain, traced, profiled, err := w.of(c.bench).compare(ctx, c.n, *rounds)
		if err != nil {
			return err
		}
		t.Row(c.bench, fmt.Sprintf("%.0f", plain.median), traced.String(), fmt.Sprint(c.promised),
			profiled.String())
		broken = broken || traced.median > c.promised
	}
	t.End()
	if broken {
		return bench.ErrBroken
	}
	return nil
}

// compileLabelled builds the benchmark of a request.
func compileLabelled(ctx context.Context, m *bench.Machine) (ways, error) {
	for name, text := range map[string][]byte{
		"labelled/go.mod":           []byte("module labelled\n\ngo 1.25\n"),
		"labelled/labelled_test.go": labelled,
	} {
		if err := m.Write(name, text); err != nil {
			return ways{}, err
		}
	}
	return compileWays(ctx, m, filepath.Join(m.Dir, "labelled"), "labelled")
}

// compileWays builds the tests in dir with the overlay and without, into binaries
// whose names begin with name.
func compileWays(ctx context.Context, m *bench.Machine, dir, name string) (ways, error) {
	tools, err := gocmd.Env(ctx, dir, []string{bench.Isolation})
	if err != nil {
		return ways{}, err
	}
	tc, err := trace.Prepare(tools, filepath.Join(m.Dir, "overlay"))
	if err != nil {
		return ways{}, err
	}
	w := ways{
		plain:  binary{path: filepath.Join(m.Dir, name+".test"), dir: dir},
		traced: binary{path: filepath.Join(m.Dir, name+"-traced.test"), dir: dir},
	}
	build := []string{"test", "-c", "-vet=off", "-o"}
	if _, err := m.Run(ctx, dir, nil, "go", append(build, w.plain.path)...); err != nil {
		return ways{}, err
	}
	build = append(append(build, w.traced.path), tc.BuildFlags()...)
	if _, err := m.Run(ctx, dir, tc.Env, tc.Go, build...); err != nil {
		return ways{}, err
	}
	w.traced.trace = filepath.Join(m.Dir, "trace")
	w.profiled = w.plain
	w.profiled.flags = []string{"-test.memprofilerate=1",
		"-test.memprofile=" + filepath.Join(m.Dir, "profile")}
	return w, nil
}

func (w ways) of(bench string) ways {
	w.plain.bench, w.traced.bench, w.profiled.bench = bench, bench, bench
	return w
}

// compare returns the cost of a plain iteration in nanoseconds, and what a
// traced and a profiled one cost in relation to the plain one of their round.
func (w ways) compare(ctx context.Context, n uint64, rounds int) (plain, traced,
	profiled spread, err error) {
	var p, t, f []float64
	for range rounds {
		var cost [3]float64
		for i, b := range []binary{w.plain, w.traced, w.profiled} {
			if cost[i], err = b.perIteration(ctx, n); err != nil {
				return plain, traced, profiled, err
			}
		}
		p = append(p, cost[0])
		t = append(t, cost[1]/cost[0])
		f = append(f, cost[2]/cost[0])
	}
	return spreadOf(p), spreadOf(t), spreadOf(f), nil
}
