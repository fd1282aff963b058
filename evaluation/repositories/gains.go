package repositories

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// change is a figure before and after.
type change [2]float64

func (c change) String() string {
	return strconv.FormatFloat(c[0], 'f', -1, 64) + " → " + strconv.FormatFloat(c[1], 'f', -1, 64)
}

// gain is a benchmark that wring fix made lighter.
type gain struct {
	Pkg, Name    string
	Exact, Bytes change // by wring's books
	Plain        change // allocs/op by go test -benchmem, which rounds down
}

// agrees reports whether go test counts what wring counts.
func (g gain) agrees() bool {
	for i := range g.Exact {
		if math.Abs(g.Exact[i]-g.Plain[i]) > 1+0.01*g.Exact[i] {
			return false
		}
	}
	return true
}

// chance is by how many objects per operation two runs of the same code may
// differ: pools are emptied now and then, and maps grow by chance.
const chance = 0.1

// gains returns the benchmarks whose objects differ, with what go test counts
// in the folders before and after.
func measureGains(ctx context.Context, m *bench.Machine, old, now string,
	rep alloc.FixReport) ([]gain, error) {
	after := map[string]alloc.Benchmark{}
	for _, b := range rep.After {
		after[b.FullName()] = b
	}
	var list []gain
	for _, b := range rep.Benchmarks {
		if _, replays := b.Replays(); replays {
			continue // go test has no such benchmark
		}
		g := gain{Pkg: b.Package, Name: b.Name}
		g.Exact[0], g.Bytes[0] = b.PerOp()
		g.Exact[1], g.Bytes[1] = after[b.FullName()].PerOp()
		if math.Abs(g.Exact[0]-g.Exact[1]) >= chance {
			list = append(list, g)
		}
	}
	for i, dir := range []string{old, now} {
		plain, err := countAllocs(ctx, m, dir, list)
		if err != nil {
			return nil, err
		}
		for j, g := range list {
			list[j].Plain[i] = plain[g.Pkg+"."+g.Name]
		}
	}
	return list, nil
}

// allocs runs the benchmarks with go test -benchmem, and returns allocs/op by
// package and name.
func countAllocs(ctx context.Context, m *bench.Machine, dir string,
	list []gain) (map[string]float64, error) {
	tops := map[string][]string{} // by package
	for _, g := range list {
		top, _, _ := strings.Cut(g.Name, "/")
		if top = regexp.QuoteMeta(top); !slices.Contains(tops[g.Pkg], top) {
			tops[g.Pkg] = append(tops[g.Pkg], top)
		}
	}
	all := map[string]float64{}
	for pkg, names := range tops {
		out, err := m.Run(ctx, dir, nil, "go", "test", "-vet=off", "-run=^$", "-benchmem",
			"-benchtime=100x", "-cpu=1", "-bench=^("+strings.Join(names, "|")+")$", pkg)
		if err != nil {
			return nil, err
		}
		counted, err := bench.Allocs(string(out))
		if err != nil {
			return nil, err
		}
		for name, allocs := range counted {
			all[pkg+"."+name] = allocs
		}
	}
	return all, nil
}

// printGains prints the benchmarks that became lighter, and by what.
func printGains(m *bench.Machine, all []repository) {
	fmt.Fprint(m.Out, "What became lighter, in objects per operation:\n\n")
	t := bench.NewTable(m.Out, "code", "benchmark", "wring", "go test -benchmem", "bytes/op")
	for _, f := range all {
		for _, g := range f.Gains {
			t.Row(f.Name, strings.TrimPrefix(g.Name, "Benchmark"), g.Exact.String(),
				g.Plain.String(), g.Bytes.String())
		}
	}
	t.End()
	fmt.Fprint(m.Out, "What was rewritten:\n\n")
	t = bench.NewTable(m.Out, "code", "technique", "where", "what")
	for _, f := range all {
		for _, trial := range f.Report.Accepted() {
			t.Row(f.Name, trial.Technique, fmt.Sprintf("%s:%d", trial.File, trial.Line),
				trial.Message)
		}
	}
	t.End()
}
