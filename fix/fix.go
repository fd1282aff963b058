// Package fix is the loop: it asks the techniques what they propose for the
// measured sites, has each proposal proven by the judges, keeps what is proven,
// measures again, and goes on until nothing more is gained.
//
// Packages that no benchmark has in common have loops of their own, which run
// at the same time as far as there are cores; only timing needs the machine
// exclusively. Their results are merged and proven once more.
//
// The files on disk are read and never written: everything is tried through
// overlays, and the result is a set of new contents for the caller to write.
package fix

import (
	"bytes"
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/replace"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/production"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/verify/build"
	"github.com/wring-go/wring/verify/differential"
)

// Options say what to rewrite and how much proof is wanted.
type Options struct {
	// Trace says how to measure; its Packages are those that may be rewritten.
	Trace trace.Config
	// Record is the measurement of the code as it is, with its packages and
	// module filled in.
	Record *alloc.Record

	Techniques []technique.Technique
	Risk       technique.Risk // the highest that is taken; "" means checked
	Time       time.Duration  // when it is over no more candidates are tried; 0 means never
	Slower     bool           // keep what takes more time, too

	// Only are the import paths of the packages that are rewritten; nil means all.
	Only []string
	// Begun is when Time began to run; the zero time means now.
	Begun time.Time
	// Asked is what the techniques propose for the code as it is, so that they
	// need not be asked again; nil when they were not.
	Asked *propose.Answer
	// Graph is who imports whom in the module, and Loader has loaded its packages before;
	// nil where the caller has not asked.
	Graph  *build.Graph
	Loader *load.Loader
	// Production is what profiles of a running program hold: candidates are tried
	// in the order of it. It may be nil.
	Production *production.Book

	// Busy is closed when what the caller does beside the loop has ended: nothing is timed
	// until then. nil stands for nothing.
	Busy <-chan struct{}

	// Redact says what is not kept of the arguments of calls, as in [verify.Change].
	Redact string

	Differential differential.Options
	Rounds       int           // of timing, at most; 0 means 200
	BenchTime    time.Duration // of each benchmark in a round; 0 means 10 ms

	// Choose reports whether a candidate may be tried; nil for all.
	Choose func(alloc.Candidate) bool
	// Skip returns why a file, named by its absolute path, is not to be
	// changed; "" for one that may be. It may be nil.
	Skip func(file string) string
}

// Result is what the loop came to.
type Result struct {
	Trials []alloc.Trial // what was accepted first, in the order of its making
	After  *alloc.Record // the measurement of the new code
	// Varying are the benchmarks that differ and whose counts vary by chance.
	Varying []alloc.Varying
	// Files are the new contents of the files that change, Original what they
	// held when they were read.
	Files, Original rewrite.Files
	Warnings        []alloc.Warning
	Phases          []alloc.Phase // where the time went
	// Claims are the lines of the code before that each accepted trial is for.
	Claims [][]production.Place
}

// Run runs the loop. An error means that it could not go on: what had been
// proven by then is lost, and nothing on disk has changed.
func Run(ctx context.Context, opt Options) (*Result, error) {
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return newJob(opt, dir).result(ctx)
}

// result runs a loop for each part and puts together what they come to.
func (j *job) result(ctx context.Context) (*Result, error) {
	timed, stop, expired := j.within(ctx)
	parts, err := j.divide(timed)
	stop()
	if expired(err) {
		return j.report([]*part{{end: state{late: true}}}), nil
	}
	if err != nil {
		return nil, err
	}
	if err := j.runAll(ctx, parts); err != nil {
		return nil, err
	}
	return j.sum(ctx, parts)
}

// Write puts the new contents in place of the old: all of them, or none. What is
// about to happen is written down in the folder journals, for [replace.Recover] and
// for the finisher: see [replace.Journals].
func (r *Result) Write(journals string, finisher []string) error {
	return replace.Write(r.Files, r.Original, replace.Journals{Dir: journals, Finisher: finisher})
}

// Names returns the files that change, as seen from the module's folder, in
// order.
func (r *Result) Names(moduleDir string) []string {
	names := []string{}
	for name := range r.Files {
		if !bytes.Equal(r.Files[name], r.Original[name]) {
			names = append(names, symbol.FileName(moduleDir, name))
		}
	}
	slices.Sort(names)
	return names
}

// Patch returns the change as a unified diff with names relative to the
// module's folder, as git apply takes it there.
func (r *Result) Patch(moduleDir string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		file := symbol.FileName(moduleDir, name)
		b.WriteString(rewrite.Diff(file, r.Original[name], r.Files[name]))
	}
	return b.String()
}
