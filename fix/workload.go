package fix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/production"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/build"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/plant"
)

// workload is what the rewrites are measured by: the benchmarks, and for
// functions that no benchmark runs the calls that tests make of them.
type workload struct {
	trace    trace.Config
	record   *alloc.Record
	calls    map[string]int      // calls that are replayed, by package path + "." + function
	tests    map[string][]string // tests that are run as a whole instead, likewise
	warnings []alloc.Warning
	asked    *propose.Answer // what the techniques propose for the code as it is
	only     []string        // packages of the shard; nil without one
	graph    *build.Graph
	loader   *load.Loader
}

// defaultN is the number of iterations of each benchmark, those that replay calls among
// them. It has many divisors, so that most numbers of calls go into it. All are counted
// over as many, from the first count to the last: there are benchmarks that do more in
// later iterations.
const defaultN = 120

// measure books the benchmarks and the calls of tests, and asks the compiler
// about them. Recorded calls are kept in dir.
func (opt PackagesOptions) measure(ctx context.Context, chosen []technique.Technique,
	dir string, prod *live) (*measure.Session, *workload, error) {
	counting := opt // a limit that is too short for anything still says so in the report
	if opt.Budget > 0 {
		counting.Budget = max(opt.Budget, leastCounting)
	}
	timed, stop := counting.until(ctx, 1)
	defer stop()
	s, graph, rec, err := opt.count(timed)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil, nil, fmt.Errorf("the time limit of %v passed before the benchmarks were "+
			"counted: raise -time, or name fewer packages, or fewer benchmarks with -bench",
			opt.Budget)
	}
	if s == nil {
		return nil, nil, err
	}
	only := opt.Shard.take(s, graph)
	var none *trace.NothingError
	if err != nil && (!errors.As(err, &none) || opt.Shard.Of == 0 &&
		(opt.named() || none.Tests == 0 && !testedElsewhere(s, graph))) {
		return nil, nil, s.Explain(err) // a shard may have nothing to do
	}
	if none != nil {
		rec = trace.NewRecord(s.Traced)
	}
	w := &workload{trace: s.TraceConfig(s.Traced), record: rec, calls: map[string]int{},
		tests: map[string][]string{}, only: only, graph: graph, loader: new(load.Loader)}
	if err := w.addCalls(ctx, s, opt, chosen, dir, prod.lines()); err != nil {
		return nil, nil, err
	}
	s.Describe(w.record)
	measure.AddLines(w.record)
	w.record.Warnings = append(w.record.Warnings, w.warnings...)
	return s, w, nil
}

// named reports whether the benchmarks that are named are all of the workload: tests
// stand in for others only when they are named as well.
func (opt PackagesOptions) named() bool {
	return opt.Run == "" && opt.Bench != "" && opt.Bench != "."
}

// count finds the packages and books their benchmarks. Without a session it found none.
func (opt PackagesOptions) count(ctx context.Context) (*measure.Session, *build.Graph,
	*alloc.Record, error) {
	s, err := measure.Begin(ctx, measure.Options{Dir: opt.Dir, Patterns: opt.Patterns,
		Tags: opt.Tags, Env: opt.Env, Bench: opt.Bench, N: cmp.Or(opt.N, defaultN),
		Timeout: opt.Timeout, CacheDir: opt.CacheDir, Progress: opt.Progress})
	if err != nil {
		return nil, nil, nil, err
	}
	s.Builds = &trace.Builds{}
	var graph *build.Graph
	var failed error
	var beside sync.WaitGroup
	change := unchanged(s, opt)
	beside.Go(func() { graph, failed = build.Imports(ctx, change) })
	s.Options.Budget = opt.counting(s)
	rec, err := s.Trace(ctx)
	if beside.Wait(); failed != nil {
		return nil, nil, nil, failed
	}
	return s, graph, rec, err
}

// With a time limit the benchmarks share a part of it for their counted iterations, but none has
// less than leastCounted.
const (
	countingPart = 0.1
	leastCounted = 50 * time.Millisecond
)

// counting returns how long the counted iterations of a benchmark may take; 0 without a limit.
func (opt PackagesOptions) counting(s *measure.Session) time.Duration {
	n := 0
	for _, p := range s.Listing.Packages {
		for _, b := range p.Benchmarks {
			if trace.Matches(cmp.Or(opt.Bench, "."), b.Name) {
				n++
			}
		}
	}
	return opt.each(n)
}

// each returns how long each of n benchmarks may be counted; 0 without a limit, or a benchmark.
func (opt PackagesOptions) each(n int) time.Duration {
	if opt.Budget == 0 || n == 0 {
		return 0
	}
	return max(leastCounted, time.Duration(countingPart*float64(opt.Budget))/time.Duration(n))
}

// until returns a context that ends when a part of the time limit has passed.
func (opt PackagesOptions) until(ctx context.Context, part float64) (context.Context, func()) {
	if opt.Budget == 0 {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx,
		opt.begun.Add(time.Duration(part*float64(opt.Budget))))
}

// leastCounting is what counting the benchmarks may take however short the limit is.
const leastCounting = time.Minute

// callParts are the parts of the time limit until which calls are recorded and
// measured: the rest is for the proofs. Where benchmarks reach candidates as well,
// these wait for less.
func callParts(reached bool) (record, replay float64) {
	if reached {
		return 0.2, 0.25
	}
	return 0.5, 0.625
}

// addCalls adds the calls that tests make of functions for which a technique has
// a proposal and in which no benchmark allocates.
func (w *workload) addCalls(ctx context.Context, s *measure.Session, opt PackagesOptions,
	chosen []technique.Technique, dir string, prod *production.Book) error {
	asking, stop := opt.until(ctx, 0.5)
	defer stop()
	wanted, reached, err := w.missing(asking, s, chosen)
	if opt.named() {
		wanted = nil
	}
	recordPart, replayPart := callParts(reached)
	timed, stop := opt.until(ctx, recordPart)
	defer stop()
	late := func() bool { return timed.Err() != nil && ctx.Err() == nil }
	var replays []plant.Workload
	for _, path := range w.inOrder(wanted, s, prod) {
		if err = timed.Err(); err != nil {
			break
		}
		opt.progress("recording the calls of tests", path)
		change := unchanged(s, opt)
		change.Packages = []string{path}
		var r plant.Workload
		r, err = plant.RecordCalls(timed, change, path, wanted[path],
			plant.CallOptions{Run: opt.Run, Dir: dir, Loader: w.loader,
				Importers: w.graph.Tested(w.graph.Importers([]string{path}))})
		if err != nil {
			break
		}
		if len(r.Calls)+len(r.Tests) > 0 {
			replays = append(replays, r)
		}
		w.warnings = append(w.warnings, notRun(path, r.Left)...)
	}
	if err != nil && !late() {
		return err
	}
	if err != nil {
		w.warnings = append(w.warnings, alloc.Warning{Code: alloc.WarnOutOfTime,
			Text: fmt.Sprintf("%.0f %% of the time limit passed before the calls of all tests "+
				"were recorded: raise -time, or name fewer packages.", 100*recordPart)})
	}
	timed, stop = opt.until(ctx, replayPart)
	defer stop()
	if w.trace.Budget == 0 { // there are no benchmarks
		n := 0
		for _, r := range replays {
			n += len(r.Calls) + len(r.Tests)
		}
		w.trace.Budget = opt.each(n)
	}
	err = w.replay(timed, replays)
	if err != nil && late() {
		w.warnings = append(w.warnings, alloc.Warning{Code: alloc.WarnOutOfTime,
			Text: "The time limit passed before all recorded calls were measured: raise -time, " +
				"or name fewer packages."})
		return nil
	}
	return err
}

// testedElsewhere reports whether a package with tests imports one of those that
// are measured.
func testedElsewhere(s *measure.Session, graph *build.Graph) bool {
	return slices.ContainsFunc(s.Listing.Packages, func(p load.Package) bool {
		return len(graph.Tested(graph.Importers([]string{p.Path}))) > 0
	})
}

// unchanged returns a change of the module that changes nothing.
func unchanged(s *measure.Session, opt PackagesOptions) verify.Change {
	return verify.Change{Dir: s.Options.Dir, Module: s.Listing.Module,
		ModuleDir: s.Listing.ModuleDir, Tags: opt.Tags, Env: opt.Env, Redact: opt.Redact,
		Old: rewrite.Files{}, New: rewrite.Files{}}
}

// missing returns the functions that are to be recorded, as declarations spell
// them, by package: of those that have tests, or that a package with tests
// imports. Reached says that benchmarks run some of the functions for which a
// technique has a proposal.
func (w *workload) missing(ctx context.Context, s *measure.Session,
	chosen []technique.Technique) (wanted map[string][]string, reached bool, err error) {
	tested := map[string]bool{}
	var patterns []string
	for _, p := range s.Listing.Packages {
		if w.only == nil || slices.Contains(w.only, p.Path) {
			patterns = append(patterns, p.Path)
		}
		importers := w.graph.Importers([]string{p.Path})
		tested[p.Path] = len(p.Tests) > 0 || len(w.graph.Tested(importers)) > 0
	}
	if len(patterns) == 0 {
		w.asked = &propose.Answer{}
		return nil, false, nil
	}
	answer, err := propose.Ask(ctx, propose.Question{Dir: s.Options.Dir, Patterns: patterns,
		Tags: s.Options.Tags, Env: s.Options.Env, Techniques: chosen, Loader: w.loader})
	if err != nil {
		return nil, false, err
	}
	w.asked = &answer
	wanted = map[string][]string{}
	for _, f := range answer.Found {
		name := symbol.Source(f.Func)
		if len(f.Edits) == 0 {
			continue
		}
		if len(verify.Running(w.record, []string{f.Func})) > 0 {
			reached = true
			continue
		}
		if !tested[f.Package] || slices.Contains(wanted[f.Package], name) {
			continue
		}
		wanted[f.Package] = append(wanted[f.Package], name)
	}
	return wanted, reached, nil
}

// inOrder returns the packages of which calls are recorded, those first that hold
// most of production.
func (w *workload) inOrder(wanted map[string][]string, s *measure.Session,
	prod *production.Book) []string {
	paths := slices.Sorted(maps.Keys(wanted))
	if prod == nil {
		return paths
	}
	weight := map[string]float64{}
	for _, p := range s.Listing.Packages {
		held, _ := prod.At(func(at production.Place) bool {
			return path.Dir(symbol.FilePath(s.Listing.ModuleDir, at.File)) == p.Dir
		})
		weight[p.Path] = prod.Weight(held)
	}
	slices.SortStableFunc(paths, func(a, b string) int {
		return cmp.Compare(weight[b], weight[a])
	})
	return paths
}

// replay measures recorded calls. A package in which they cannot be measured is
// left as it was.
func (w *workload) replay(ctx context.Context, replays []plant.Workload) error {
	for _, r := range replays {
		cfg := w.trace
		cfg.Planted, cfg.Bench = r.Planted, "^"+alloc.ReplayBenchmark+"$"
		cfg.Packages = withReplay(cfg.Packages, r.Package)
		cfg.Packages = slices.DeleteFunc(cfg.Packages, func(p load.Package) bool {
			return p.Path != r.Package
		})
		if cfg.Timeout == 0 || cfg.Timeout > replayTime {
			cfg.Timeout = replayTime
		}
		cfg.Stall = replayStall
		rec, err := trace.Measure(ctx, cfg)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			w.warnings = append(w.warnings, alloc.Warning{Code: alloc.WarnNotRun,
				Package: r.Package,
				Text:    "The calls of its tests cannot be replayed: " + err.Error()})
			continue
		}
		if hung := neverBooked(rec); len(hung) > 0 {
			r.Leave(hung)
		}
		w.plant(r, rec)
	}
	return nil
}

// replayTime is what the replays of one function may take: 120 runs of a test that takes a
// tenth of a second, the most that stands in, fit in. Calls that never come back take it once.
const replayTime = 15 * time.Second

// replayStall is how long a call may wait: for the answer of a connection, a lock or a
// channel. It would wait each time that the benchmarks run.
const replayStall = 2 * time.Second

// neverBooked returns the replays that took too long or ended the process, as
// [alloc.Benchmark.Replays] names them: they would do so each time that the benchmarks run.
func neverBooked(rec *alloc.Record) []string {
	var names []string
	for _, w := range rec.Warnings {
		bench := strings.TrimPrefix(w.Benchmark, w.Package+".")
		name, replays := alloc.Benchmark{Name: bench}.Replays()
		if replays && (w.Code == alloc.WarnTooSlow || w.Code == alloc.WarnEndedEarly) {
			names = append(names, name)
		}
	}
	return names
}

// plant makes the replay of a package part of what is measured from now on.
func (w *workload) plant(r plant.Workload, rec *alloc.Record) {
	kept := w.record.Warnings
	w.record = verify.Merge(w.record, rec)
	w.record.Warnings = slices.Concat(kept, rec.Warnings)
	others := w.trace.Planted
	if others == nil && w.trace.Bench != "" {
		w.trace.Bench += "|^" + alloc.ReplayBenchmark + "$"
	}
	w.trace.Planted = func(change map[string][]byte) map[string][]byte {
		files := r.Planted(change)
		if others != nil {
			maps.Copy(files, others(change))
		}
		return files
	}
	w.trace.Packages = withReplay(w.trace.Packages, r.Package)
	for fn, n := range r.Calls {
		w.calls[r.Package+"."+fn] = harness.Replayed(n, w.trace.N)
	}
	for fn, tests := range r.Tests {
		w.tests[r.Package+"."+fn] = tests
	}
}

// withReplay returns the packages, of which one has the benchmark that replays.
func withReplay(list []load.Package, path string) []load.Package {
	list = slices.Clone(list)
	for i, p := range list {
		if p.Path == path {
			list[i].Benchmarks = append(slices.Clone(p.Benchmarks),
				load.Func{Name: alloc.ReplayBenchmark})
		}
	}
	return list
}

// notRun returns a warning for each reason why functions that a technique would
// rewrite have nothing to be measured by.
func notRun(path string, left map[string]string) []alloc.Warning {
	byReason := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		byReason[left[name]] = append(byReason[left[name]], name)
	}
	var list []alloc.Warning
	for _, reason := range slices.Sorted(maps.Keys(byReason)) {
		names := byReason[reason]
		text := strings.Join(names[:min(len(names), 6)], ", ")
		if more := len(names) - 6; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		list = append(list, alloc.Warning{Code: alloc.WarnNotRun, Package: path,
			Text: fmt.Sprintf("No benchmark runs %s of %s, where a technique has a proposal, "+
				"and its tests cannot stand in (%s): write a func BenchmarkX(b *testing.B) "+
				"that calls it.", text, path, reason)})
	}
	return list
}

// replayed returns by how many recorded calls, or else by which tests as a whole, a trial
// was counted; neither if benchmarks run its function.
func (w *workload) replayed(t alloc.Trial) (calls int, tests []string) {
	name := t.Package + "." + symbol.Source(t.Func)
	return w.calls[name], w.tests[name]
}
