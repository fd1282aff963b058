package plant

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/reach"
)

// recordTime bounds how long the tests and the benchmarks may run while their
// calls are recorded. What they have called by then is kept. Where a slow test took the
// time and something was not called, the tests after it run as well, moreTimes at most.
const (
	recordTime = 10 * time.Second
	moreTimes  = 2
)

// Tapes are the calls that were recorded of packages, for builds of the same packages to come:
// whatever a function is called with is as good an input for the code of later. They are in a
// folder of the caller.
type Tapes struct {
	dir   string
	ahead func(path string) []string

	mu    sync.Mutex
	files map[string]*tape // by import path
}

// NewTapes returns tapes in a folder. ahead returns the functions of a package of which builds to
// come may want the calls, so that one run of its tests records them all. It may be nil.
func NewTapes(dir string, ahead func(path string) []string) *Tapes {
	return &Tapes{dir: dir, ahead: ahead, files: map[string]*tape{}}
}

// tape is the file of one package.
type tape struct {
	mu    sync.Mutex
	file  string
	types string // of the package, without which its calls cannot be read
	// known are the functions that were recorded, with their signatures: false for those that
	// were so for builds to come only, of which the others may have taken the time.
	known map[string]bool
}

// fresh returns the targets of which calls are to be recorded now: those that never were, or
// only ahead and without a call; and, where there are some, those ahead.
func (t *tape) fresh(pkg *reach.Package, targets []reach.Target, ahead []string) (
	fresh []reach.Target) {
	data, _ := readCalls(t.file) // there may be none yet
	for _, target := range targets {
		name := recordedName(pkg, target)
		asked, recorded := t.known[name]
		if !recorded || !asked && len(uncalled([]reach.Target{target}, data)) > 0 {
			fresh = append(fresh, target)
		}
		t.known[name] = true
	}
	if len(fresh) == 0 {
		return nil
	}
	for _, target := range pkg.Named(ahead) {
		name := recordedName(pkg, target)
		if _, recorded := t.known[name]; !recorded {
			t.known[name] = false
			fresh = append(fresh, target)
		}
	}
	return fresh
}

// recordedName returns a function's name and signature.
func recordedName(pkg *reach.Package, t reach.Target) string {
	return t.Name + " " + pkg.Old[t.Name].Signature
}

// of returns the tape of a package.
func (t *Tapes) of(path string) *tape {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.files[path] == nil {
		t.files[path] = &tape{}
	}
	return t.files[path]
}

// record runs the tests and benchmarks of the old code, in which the targets
// note their arguments, unless it was done before, and returns the file that holds
// these; "" when there was nothing to record or the tests do not build.
func (t *Tapes) record(ctx context.Context, s site, targets []reach.Target) (string, error) {
	one := t.of(s.pkg.Path)
	one.mu.Lock()
	defer one.mu.Unlock()
	if types := declaredTypes(s.pkg); one.known == nil || one.types != types {
		dir, err := os.MkdirTemp(t.dir, "calls-")
		if err != nil {
			return "", err
		}
		one.file, one.types, one.known = filepath.Join(dir, "calls"), types, map[string]bool{}
	}
	var ahead []string
	if t.ahead != nil {
		ahead = t.ahead(s.pkg.Path)
	}
	fresh := one.fresh(s.pkg, targets, ahead)
	if _, err := s.recorded(ctx, fresh, one.file, [][]string{
		{"-test.run=^$", "-test.bench=.", "-test.benchtime=1x"}, {"-test.short"}}); err != nil {
		one.known = nil
		return "", err
	}
	if _, err := os.Stat(one.file); err != nil {
		return "", nil
	}
	return one.file, nil
}

// declaredTypes returns the declarations of a package's types before the change.
func declaredTypes(s *reach.Package) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.Old)) {
		if strings.HasPrefix(name, "type ") {
			b.WriteString(s.Old[name].Signature + "\n")
		}
	}
	return b.String()
}

// recorded runs the test binary with each of the arguments. What targets are called with is
// added to a file. It reports false when there is nothing to record or the tests do not build.
func (s site) recorded(ctx context.Context, targets []reach.Target, file string,
	runs [][]string) (bool, error) {
	files, err := s.taped(targets)
	if err != nil || files == nil || !s.pkg.Tested {
		return false, err
	}
	dir := s.recordDir()
	if err := os.Mkdir(dir, 0o700); err != nil {
		return false, err
	}
	s.plant(files)
	return s.runTests(ctx, s.pkg.Path, s.pkg.Dir, dir, file, files, runs, func() bool {
		data, err := readCalls(file)
		return err == nil && len(uncalled(targets, data)) > 0
	})
}

// uncalled returns the targets that nothing was seen to call.
func uncalled(targets []reach.Target, data []byte) []reach.Target {
	known, tests := harness.Count(data), harness.Tests(data)
	return slices.DeleteFunc(slices.Clone(targets), func(t reach.Target) bool {
		return known[t.Name] > 0 || len(tests[t.Name]) > 0
	})
}

// recordDir returns the folder of the test binary that records.
func (s site) recordDir() string { return filepath.Join(s.dir, "record") }

// runTests builds the tests of a package in a folder and runs them in that of the package with
// each of the arguments, on from a slow test while more is wanted. It reports false for tests
// that do not build.
func (s site) runTests(ctx context.Context, path, dir, work, file string, files gocmd.Files,
	runs [][]string, more func() bool) (bool, error) {
	binary, err := s.link(ctx, work, path, files)
	var failed *gocmd.Error
	if errors.As(err, &failed) && ctx.Err() == nil {
		return false, nil // who has no tests that build has no calls
	}
	if err != nil {
		return false, err
	}
	for _, args := range runs {
		tests, ended, err := s.listen(ctx, binary, dir, file, args)
		for range moreTimes {
			if err != nil || ended || tests.none() || !more() {
				break
			}
			var next begun
			next, ended, err = s.listen(ctx, binary, dir, file, append(slices.Clip(args),
				"-test.skip="+tests.pattern()))
			tests = tests.and(next)
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// taped returns the files of the old code with the targets' calls of Record.
func (s site) taped(targets []reach.Target) (gocmd.Files, error) {
	if s.pkg.Cgo {
		return nil, nil
	}
	names := map[string]bool{}
	for _, t := range targets {
		names[t.Name] = t.Unable == ""
	}
	files := gocmd.Files{}
	found := false
	for name, text := range s.change.Old {
		files[name] = text
	}
	for name, text := range s.pkg.Texts {
		if taped := s.recording(name, text, names); taped != nil {
			files[name], found = taped, true
		}
	}
	if !found {
		return nil, nil
	}
	return files, nil
}

// listen runs a test binary in dir, and its calls go to a file. It returns the tests that
// began, and whether it came to an end, by itself or not. How does not matter.
func (s site) listen(ctx context.Context, binary, dir, file string, args []string) (
	tests begun, ended bool, err error) {
	limit, stop := context.WithTimeout(ctx, recordTime)
	defer stop()
	var out beginnings
	cmd := gocmd.Command(limit, binary, append(slices.Clip(args), "-test.v")...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), s.change.Env...), "PWD="+cmd.Dir,
		harness.RecordVariable+"="+file, harness.RedactVariable+"="+s.change.Redact)
	cmd.Stdout, cmd.Stderr = &out, io.Discard
	_ = cmd.Run()
	gocmd.EndGroup(limit, cmd)
	return out.tests, limit.Err() == nil, ctx.Err()
}
