// Package trace builds benchmarks, tests and programs so that every heap
// allocation is booked, runs them, and reads the books.
//
// The build is an ordinary one with -overlay: a few lines of the runtime and of
// package testing are replaced (edits.go), and files are added to both (the
// folder overlay). The traced process writes a file that decode.go reads;
// record.go turns it into an alloc.Record. Nothing in the toolchain, the module
// or the source tree is changed.
package trace

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
)

// Config says what to measure and how.
type Config struct {
	Dir       string   // where the go command runs
	Env       []string // KEY=VALUE, added to the environment
	RunEnv    []string // likewise, of the processes that are measured alone
	Tags      string   // build tags, separated by commas
	CacheDir  string   // for overlays and test binaries
	Toolchain *Toolchain
	Packages  []load.Package

	// Overlay is the text of files, by absolute path, to build in place of what
	// is on disk: a change that is being tried.
	Overlay map[string][]byte
	// Planted, when not nil, returns files to build besides, by absolute path, given
	// Overlay: benchmarks that the module does not have itself. No change touches them.
	Planted func(overlay map[string][]byte) map[string][]byte

	// Builds, when not nil, remembers what was built, for what is measured again.
	Builds *Builds

	Bench   string        // regular expression, as for go test -bench
	Run     string        // likewise for tests; when set, tests are booked instead
	N       int           // iterations of a benchmark
	Timeout time.Duration // for one benchmark or test; 0 for none
	// Stall is how long a benchmark that replays a call may wait without computing anything,
	// where the system tells; 0 for as long as it likes.
	Stall time.Duration
	// Budget is how long the counted iterations of a benchmark may take, but for those that
	// replay calls: a slow one has fewer of them. It is a second at most, as 0 says.
	Budget time.Duration

	// Progress, when not nil, receives a phase ("building",
	// "running") and what it works on.
	Progress func(phase, what string)
}

func (c *Config) progress(phase, what string) {
	if c.Progress != nil {
		c.Progress(phase, what)
	}
}

// job is one thing to run: the benchmarks of a package, or one of its tests.
type job struct {
	pkg    load.Package
	binary string
	test   string // name of the test; "" for benchmarks
}

// NewRecord returns an exact record of a toolchain in which nothing is booked yet.
func NewRecord(t *Toolchain) *alloc.Record {
	return &alloc.Record{Version: alloc.RecordVersion, Exact: true, Go: t.Version(), GOOS: t.GOOS,
		GOARCH: t.GOARCH, GOROOT: t.GOROOT}
}

// NothingError says that no benchmark or test is there that was asked for.
type NothingError struct {
	Tests int // tests that the packages have
	text  string
}

// Error says what is missing, and what could be measured instead.
func (e *NothingError) Error() string { return e.text }

// Measure builds the tests of the packages with the overlay, runs them, and
// returns the books. What fails is a warning as long as something was measured.
func Measure(ctx context.Context, cfg Config) (*alloc.Record, error) {
	rec := NewRecord(cfg.Toolchain)
	pkgs := cfg.testedPackages()
	if len(pkgs) == 0 {
		return nil, cfg.nothingToRun()
	}
	cfg.progress("building", packagesText(len(pkgs)))
	built, warnings, err := cfg.build(ctx, pkgs)
	if err != nil {
		return nil, err
	}
	rec.Warnings = append(rec.Warnings, warnings...)
	b := newBuilder(rec, cfg.Toolchain)
	for _, p := range pkgs {
		binary, ok := built[p.Path]
		if !ok {
			continue
		}
		for _, j := range cfg.jobs(p, binary) {
			if err := cfg.measure(ctx, j, b); err != nil {
				return nil, err
			}
		}
	}
	if b.cut {
		rec.Warnings = append(rec.Warnings, alloc.Warning{Code: alloc.WarnDeepStack,
			Text: "Some stacks were deeper than the tracer follows; their outer part is missing."})
	}
	if len(rec.Benchmarks) == 0 {
		return nil, cfg.nothingMeasured(rec.Warnings)
	}
	return rec, nil
}

// testedPackages returns the packages that have what was asked for.
func (c *Config) testedPackages() []load.Package {
	var pkgs []load.Package
	for _, p := range c.Packages {
		if c.Run != "" && len(p.Tests) > 0 || c.Run == "" && len(p.Benchmarks) > 0 {
			pkgs = append(pkgs, p)
		}
	}
	return pkgs
}

// tests returns how many tests the packages have.
func (c *Config) tests() int {
	n := 0
	for _, p := range c.Packages {
		n += len(p.Tests)
	}
	return n
}

func (c *Config) nothingToRun() error {
	tests := c.tests()
	what := fmt.Sprintf("in %d packages", len(c.Packages))
	if len(c.Packages) == 1 {
		what = "in " + c.Packages[0].Path
	}
	text := fmt.Sprintf("no benchmarks and no tests %s: write a func BenchmarkX(b *testing.B), "+
		"or book a whole program with wring run -- ./cmd/name", what)
	switch {
	case c.Run != "":
		text = fmt.Sprintf("no tests %s: leave -run away to book benchmarks", what)
	case tests > 0:
		text = fmt.Sprintf("no benchmarks %s: book the tests instead with -run . "+
			"(%d found), or write a func BenchmarkX(b *testing.B)", what, tests)
	}
	return &NothingError{tests, text}
}

// nothingMeasured is the error for a run in which everything failed: the
// warnings say why.
func (c *Config) nothingMeasured(warnings []alloc.Warning) error {
	lines := []string{"nothing could be measured"}
	for _, w := range warnings {
		lines = append(lines, w.Text)
	}
	what := "benchmark matches -bench"
	if c.Run != "" {
		what = "test matches -run"
	}
	if len(warnings) == 0 {
		return &NothingError{c.tests(), lines[0] + ": no " + what +
			"; list them with go test -list ."}
	}
	return errors.New(strings.Join(lines, "\n"))
}

// jobs returns what is to be run of p: each test has a process of its own, so
// that its books hold nothing of another's.
func (c *Config) jobs(p load.Package, binary string) []job {
	if c.Run == "" {
		return []job{{pkg: p, binary: binary}}
	}
	var jobs []job
	for _, t := range p.Tests {
		if Matches(c.Run, t.Name) {
			jobs = append(jobs, job{p, binary, t.Name})
		}
	}
	return jobs
}

func packagesText(n int) string {
	if n == 1 {
		return "1 package"
	}
	return fmt.Sprintf("%d packages on %d cores", n, runtime.NumCPU())
}
