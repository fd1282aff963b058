package unbenched

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/plant"
	"github.com/wring-go/wring/verify/differential/reach"
)

// gain is a function that became lighter, by the calls of its package's tests.
type gain struct {
	pkg, fn string
	calls   int        // of which the figures are means
	wring   [2]float64 // objects per call, before and after
	plain   [2]float64 // by go test -benchmem, of an ordinary benchmark
	unable  string     // why there is no such benchmark; "" when there is
}

// agrees reports whether the two counts are the same: to the last object of all
// calls together, since go test counts whole ones.
func (g gain) agrees() bool {
	for i := range g.wring {
		if math.Abs(g.wring[i]-g.plain[i])*float64(g.calls) >= 1 {
			return false
		}
	}
	return true
}

// gains returns the replayed functions that became lighter.
func gains(rep alloc.FixReport) []gain {
	after := map[string]alloc.Benchmark{}
	for _, b := range rep.After {
		after[b.FullName()] = b
	}
	var list []gain
	for _, b := range rep.Benchmarks {
		fn, ok := strings.CutPrefix(b.Name, alloc.ReplayBenchmark+"/")
		if !ok {
			continue
		}
		g := gain{pkg: b.Package, fn: fn}
		g.wring[0], _ = b.PerOp()
		g.wring[1], _ = after[b.FullName()].PerOp()
		if g.wring[0]-g.wring[1] > 0 {
			list = append(list, g)
		}
	}
	return list
}

// iterations is how many calls wring fix counts.
const iterations = 120

// confirm writes for each gain an ordinary benchmark, with the arguments that the
// tests of the old tree pass as literals of Go, and runs it in both trees.
func confirm(ctx context.Context, m *bench.Machine, trees [2]string, list []gain) error {
	for pkg, from := range byPackage(list) {
		file, err := ordinary(ctx, m, trees[0], pkg, from)
		if err != nil {
			return err
		}
		for i, tree := range trees {
			if file == nil {
				break
			}
			name := filepath.Join(tree, file.name)
			if err := os.WriteFile(name, []byte(file.text), 0o666); err != nil {
				return err
			}
			out, err := m.Run(ctx, tree, nil, "go", "test", "-vet=off", "-run=^$", "-benchmem",
				"-benchtime=100x", "-cpu=1", "-bench=^BenchmarkOrdinary", pkg)
			if err != nil {
				return err
			}
			counted, err := bench.Allocs(string(out))
			if err != nil {
				return err
			}
			for n, g := range from {
				g.plain[i] = counted[fmt.Sprint("BenchmarkOrdinary", n)] / float64(max(g.calls, 1))
			}
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

func byPackage(list []gain) map[string][]*gain {
	from := map[string][]*gain{}
	for i := range list {
		from[list[i].pkg] = append(from[list[i].pkg], &list[i])
	}
	return from
}

// file is a test file, by its name below the tree.
type file struct{ name, text string }

// ordinary returns the benchmarks of a package's functions; nil if none can be
// written.
func ordinary(ctx context.Context, m *bench.Machine, tree, path string, list []*gain) (
	*file, error) {
	var names []string
	for _, g := range list {
		names = append(names, g.fn)
	}
	change := verify.Change{Dir: tree, ModuleDir: tree, Env: []string{bench.Isolation},
		Old: map[string][]byte{}, New: map[string][]byte{}, Packages: []string{path}}
	mod, err := m.Run(ctx, tree, nil, "go", "list", "-m")
	if err != nil {
		return nil, err
	}
	change.Module = strings.TrimSpace(string(mod))
	pkg, err := reach.Load(ctx, nil, change, path)
	if err != nil {
		return nil, err
	}
	var data [2][]byte
	for i := range data {
		if data[i], err = record(ctx, m, change, path, names); err != nil {
			return nil, err
		}
	}
	var b strings.Builder
	w := &writer{pkg: pkg.Types}
	for n, g := range list {
		list := harness.ReadCalls(data[0], g.fn)
		text, err := benchmark(n, g, pkg, list, w)
		if !reflect.DeepEqual(list, harness.ReadCalls(data[1], g.fn)) {
			err = errors.New("its tests pass other arguments each time")
		}
		if err != nil {
			g.unable = err.Error()
			continue
		}
		b.WriteString(text)
	}
	if b.Len() == 0 {
		return nil, nil
	}
	head := fmt.Sprintf("package %s\n\nimport \"testing\"\n", pkg.Name)
	if w.errors {
		head += "\nimport \"errors\"\n"
	}
	below, err := filepath.Rel(tree, pkg.Dir)
	return &file{filepath.Join(below, "wring_ordinary_test.go"), head + b.String()}, err
}

// record returns the calls that the tests of a package make of functions.
func record(ctx context.Context, m *bench.Machine, c verify.Change, path string,
	names []string) ([]byte, error) {
	dir, err := os.MkdirTemp(m.Dir, "calls-")
	if err != nil {
		return nil, err
	}
	if _, err := plant.RecordCalls(ctx, c, path, names, plant.CallOptions{Dir: dir}); err != nil {
		return nil, err
	}
	found, err := filepath.Glob(filepath.Join(dir, "calls-*", "record", "calls"))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("%s: the calls were not recorded again", path)
	}
	return os.ReadFile(found[0])
}

// benchmark returns benchmark number n: it calls a function once with the
// arguments of each call that wring replays, which are made anew each time, and
// through a variable, so that the call is not inlined.
func benchmark(n int, g *gain, pkg *reach.Package, recorded []harness.Call, w *writer) (
	string, error) {
	if fn, whole := strings.CutPrefix(g.fn, alloc.WholeTests); whole {
		return "", fmt.Errorf("the tests of %s are run as a whole", fn)
	}
	targets := pkg.Named([]string{g.fn})
	if len(targets) != 1 || len(targets[0].Exprs) == 0 || targets[0].Signature.TypeParams() != nil {
		return "", fmt.Errorf("%s is generic", g.fn)
	}
	t := targets[0]
	var params []string
	list := slices.Collect(t.Signature.Params().Variables())
	if t.Receiver {
		list = slices.Insert(list, 0, t.Signature.Recv())
	}
	for i, p := range list {
		name, err := w.name(p.Type())
		if err != nil {
			return "", err
		}
		params = append(params, fmt.Sprintf("a%d %s", i, name))
	}
	var rows, args []string
	used := harness.Replayed(len(recorded), iterations)
	for i := range used {
		var cells []string
		for j, node := range recorded[i*len(recorded)/used].Args {
			text, err := w.value(list[j].Type(), node)
			if err != nil {
				return "", err
			}
			cells = append(cells, text)
		}
		rows = append(rows, "\t\t{"+strings.Join(cells, ", ")+"},\n")
	}
	for i := range list {
		args = append(args, fmt.Sprintf("c.a%d", i))
	}
	if t.Signature.Variadic() {
		args[len(args)-1] += "..."
	}
	g.calls = used
	return fmt.Sprintf(`
type ordinary%[1]d struct{ %[2]s }

var ordinaryFunc%[1]d = %[3]s

func BenchmarkOrdinary%[1]d(b *testing.B) {
	for i := 0; i < b.N; i++ {
		b.StopTimer()
		calls := ordinaryCalls%[1]d()
		b.StartTimer()
		for _, c := range calls {
			ordinaryFunc%[1]d(%[4]s)
		}
	}
}

func ordinaryCalls%[1]d() []ordinary%[1]d {
	return []ordinary%[1]d{
%[5]s	}
}
`, n, strings.Join(params, "; "), t.Exprs[0], strings.Join(args, ", "),
		strings.Join(rows, "")), nil
}
