package fix

import (
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/build"
	"github.com/wring-go/wring/verify/counts"
	"github.com/wring-go/wring/verify/differential"
	"github.com/wring-go/wring/verify/tests"
	"github.com/wring-go/wring/verify/timing"
)

// job is what the loops of one run share. It may be used concurrently.
type job struct {
	opt       Options
	begun     time.Time
	before    time.Duration // what was done before took, which is measuring
	judges    panel
	source    source // makes proposals
	disk      *disk
	phases    *phases
	scheduler *scheduler
	dir       string // for binaries

	mu     sync.Mutex
	graph  *build.Graph
	ahead  map[string][]string // functions for which something is proposed, by import path
	tested atomic.Int64        // the longest run of tests with those of importing packages
}

// panel holds the judges. time is nil if slower code is accepted.
type panel struct{ build, counts, tests, compare, variants, time verify.Judge }

// newJob returns the job that opt asks for; dir is a folder for binaries.
func newJob(opt Options, dir string) *job {
	if opt.Risk == "" {
		opt.Risk = technique.Checked
	}
	if opt.Begun.IsZero() {
		opt.Begun = time.Now()
	}
	j := &job{opt: opt, begun: opt.Begun, disk: &disk{files: rewrite.Files{}}, phases: &phases{},
		scheduler: newScheduler(runtime.GOMAXPROCS(0)), dir: dir, graph: opt.Graph,
		ahead: map[string][]string{}, before: time.Since(opt.Begun)}
	if j.opt.Loader == nil {
		j.opt.Loader = new(load.Loader)
	}
	j.source = j.techniques
	compare := opt.Differential
	compare.Dir, compare.Left, compare.Loader = dir, j.left(j.tryingEnd), j.opt.Loader
	compare.Ahead = j.foreseen
	j.judges = panel{build: build.Checked(j.opt.Loader), variants: build.Variants,
		tests: tests.Judge(tests.Options{
			Left: j.left(func() time.Time { return j.end(stepPart) })}),
		counts: counts.Judge(counts.Options{Trace: opt.Trace, Dir: dir,
			Left: j.left(j.tryingEnd)}),
		compare: differential.Judge(compare)}
	if !opt.Slower {
		j.judges.time = timing.Judge(timing.Options{Rounds: opt.Rounds, Time: opt.BenchTime,
			Toolchain: opt.Trace.Toolchain, Planted: opt.Trace.Planted, Dir: dir,
			Alone: j.exclusively, Left: j.left(j.tryingEnd)})
	}
	return j
}

// The parts of the time limit after which no more candidates are tried, and after which a
// step that has begun is given up. The rest is for proving that what was kept stands
// together, which is given up when all of it has passed.
const (
	tryingPart = 0.9
	stepPart   = 0.95
)

// deferredPart is the part of the time limit, one of so many, that the tests of importing packages
// may take to run at the end alone.
const deferredPart = 6

// left returns what tells how much time is left until end; nil without a limit.
func (j *job) left(end func() time.Time) func() time.Duration {
	if j.opt.Time == 0 {
		return nil
	}
	return func() time.Duration { return time.Until(end()) }
}

// end returns when a part of the time limit has passed.
func (j *job) end(part float64) time.Time {
	return j.begun.Add(time.Duration(part * float64(j.opt.Time)))
}

// tryingEnd returns when no more candidates are tried, and stepEnd when a step that has begun is
// given up. The longer the tests of importing packages take, which run at the end, the earlier.
func (j *job) tryingEnd() time.Time { return j.end(tryingPart).Add(-j.reserved()) }
func (j *job) stepEnd() time.Time   { return j.end(stepPart).Add(-j.reserved()) }

// reserved returns how much more time than what follows a step in any case these tests need at
// the end.
func (j *job) reserved() time.Duration {
	tests, limit := time.Duration(j.tested.Load()), j.opt.Time
	if tests > limit/deferredPart {
		return 0 // they run in each round
	}
	return max(0, tests*5/4-time.Duration((1-stepPart)*float64(limit)))
}

// over reports whether no more candidates are to be tried.
func (j *job) over() bool { return j.opt.Time > 0 && time.Now().After(j.tryingEnd()) }

// within returns a context that ends with the time limit, if there is one. Whether the time was
// over, and not ctx, is what expired reports.
func (j *job) within(ctx context.Context) (timed context.Context, stop func(),
	expired func(error) bool) {
	return j.by(ctx, j.end(1))
}

// withinStep is within for a step of trying candidates.
func (j *job) withinStep(ctx context.Context) (timed context.Context, stop func(),
	expired func(error) bool) {
	return j.by(ctx, j.stepEnd())
}

func (j *job) by(ctx context.Context, end time.Time) (timed context.Context, stop func(),
	expired func(error) bool) {
	if j.opt.Time == 0 {
		return ctx, func() {}, func(error) bool { return false }
	}
	timed, cancel := context.WithDeadline(ctx, end)
	return timed, cancel, func(err error) bool {
		return err != nil && timed.Err() != nil && ctx.Err() == nil
	}
}

// exclusively waits until no other step of this run is running, nor anything else that the
// caller does.
func (j *job) exclusively() (end func()) {
	defer j.phases.wait("timing")()
	if j.opt.Busy != nil {
		<-j.opt.Busy
	}
	return j.scheduler.exclusively()
}

func (j *job) progress(phase, what string) {
	if j.opt.Trace.Progress != nil {
		j.opt.Trace.Progress(phase, what)
	}
}

// unchanged returns an empty change of the module.
func (j *job) unchanged() verify.Change {
	return verify.Change{Dir: j.opt.Trace.Dir, Module: j.opt.Record.Module,
		ModuleDir: j.opt.Record.ModuleDir, Tags: j.opt.Trace.Tags, Env: j.opt.Trace.Env,
		Read: j.disk.read, Redact: j.opt.Redact}
}

// importers returns the packages of the module that import one of the packages,
// directly or not. That does not change during a run: rewrites import nothing
// of the module.
func (j *job) importers(ctx context.Context, packages []string) ([]string, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.graph == nil {
		var err error
		if j.graph, err = build.Imports(ctx, j.unchanged()); err != nil {
			return nil, err
		}
	}
	return j.graph.Importers(packages), nil
}

// late is the warning that time ran out.
func (j *job) late() alloc.Warning {
	return alloc.Warning{Code: alloc.WarnOutOfTime, Text: fmt.Sprintf(
		"The time limit of %v passed before everything had been tried: raise -time.", j.opt.Time)}
}

// disk is what the files on disk held when they were first read.
type disk struct {
	mu    sync.Mutex
	files rewrite.Files
}

func (d *disk) read(name string) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if text, ok := d.files[name]; ok {
		return text, nil
	}
	text, err := os.ReadFile(name)
	if err == nil {
		d.files[name] = text
	}
	return text, err
}

// under returns a file of those that differ from the disk, else the disk's.
func (d *disk) under(files rewrite.Files, name string) ([]byte, error) {
	if text, ok := files[name]; ok {
		return text, nil
	}
	return d.read(name)
}

// of returns what the disk held of files.
func (d *disk) of(files rewrite.Files) rewrite.Files {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := maps.Clone(files)
	for name := range out {
		out[name] = d.files[name]
	}
	return out
}
