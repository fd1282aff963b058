package plant

import (
	"cmp"
	"context"
	"os"

	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/reach"
)

// CallOptions say what calls to record, and where.
type CallOptions struct {
	// Run says which tests to run, as for go test -run; "" for all. Examples and
	// the seeds of fuzz tests are among them.
	Run string
	// Importers are packages of the module, by import path, whose tests are run for
	// functions that those of the package do not call.
	Importers []string
	// Dir is a folder for the recorded calls. They are read while the workload
	// is measured, so it must stay until then.
	Dir string
	// Loader has loaded the packages before, perhaps; nil for none.
	Loader *load.Loader
}

// Workload is what runs functions that no benchmark runs: the calls that tests
// make, kept and replayed. Whoever counts or times benchmarks need not know of it.
// It is a benchmark of one package, [alloc.ReplayBenchmark], with one below it
// for each function: an operation is a call.
type Workload struct {
	Package string         // import path
	Calls   map[string]int // calls kept, by function as declarations spell it
	// Planted returns the files to build besides, by absolute path, given those that a change
	// makes different. It is nil if there is nothing to replay.
	Planted func(change map[string][]byte) map[string][]byte
	// Leave leaves out the benchmarks of functions, as [alloc.Benchmark.Replays] names them, in
	// all that Planted returns from then on. It is nil if Planted is.
	Leave func(benchmarks []string)
	// Tests are run as a whole where the arguments of a function cannot be kept, by function.
	Tests map[string][]string
	// Left are the functions that cannot be replayed, and why.
	Left map[string]string
}

// RecordCalls runs the tests of a package, as it is before the change, and of its
// importers, and keeps the arguments of the functions, which are named as
// declarations spell them. An error means that the package could not be read or
// that ctx ended: tests that fail are fine.
func RecordCalls(ctx context.Context, c verify.Change, path string, funcs []string,
	opt CallOptions) (Workload, error) {
	w := Workload{Package: path, Calls: map[string]int{}, Left: map[string]string{}}
	pkg, err := reach.Load(ctx, opt.Loader, c, path)
	if err != nil {
		return w, err
	}
	targets := pkg.Named(funcs)
	if len(targets) == 0 {
		return w, nil
	}
	dir, err := os.MkdirTemp(opt.Dir, "calls-")
	if err != nil {
		return w, err
	}
	rec := Recording{Run: opt.Run, Dir: dir, Importers: opt.Importers}
	r, err := Record(ctx, c, pkg, targets, rec)
	if err != nil {
		return w, err
	}
	w.Tests = r.Tests
	for _, t := range targets {
		switch {
		case len(r.Tests[t.Name]) > 0:
		case t.Unable == "" && r.Calls[t.Name] > 0:
			w.Calls[t.Name] = r.Calls[t.Name]
		default:
			w.Left[t.Name] = cmp.Or(t.Unable, r.Reason,
				"no test calls it with arguments that can be kept")
		}
	}
	if len(w.Calls)+len(w.Tests) > 0 {
		w.Planted, w.Leave = r.Files, r.Leave
	}
	return w, nil
}
