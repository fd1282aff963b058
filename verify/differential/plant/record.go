package plant

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/reach"
)

// recordTime bounds how long the tests and the benchmarks may run while their
// calls are recorded. What they have called by then is kept.
const recordTime = 10 * time.Second

// record runs the tests and benchmarks of the old code, in which the targets
// note their arguments, and returns the file that holds these; "" when there
// is nothing to record or the tests do not build.
func (s site) record(ctx context.Context, targets []reach.Target) (string, error) {
	return s.recorded(ctx, targets, [][]string{
		{"-test.run=^$", "-test.bench=.", "-test.benchtime=1x"}, {"-test.short"}})
}

// recorded does so for the runs of the test binary with these arguments.
func (s site) recorded(ctx context.Context, targets []reach.Target, runs [][]string) (
	string, error) {
	files, err := s.taped(targets)
	if err != nil || files == nil || len(s.pkg.Tests) == 0 {
		return "", err
	}
	dir := filepath.Join(s.dir, "record")
	file := filepath.Join(dir, "calls")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	s.plant(files)
	ran, err := s.runTests(ctx, s.pkg.Path, s.pkg.Dir, file, files, runs)
	if err != nil || !ran {
		return "", err
	}
	return file, nil
}

// runTests builds the tests of a package and runs them with each of the
// arguments. It reports false for tests that do not build.
func (s site) runTests(ctx context.Context, path, dir, file string, files gocmd.Files,
	runs [][]string) (bool, error) {
	binary, err := s.link(ctx, filepath.Dir(file), path, files)
	var failed *gocmd.Error
	if errors.As(err, &failed) && ctx.Err() == nil {
		return false, nil // who has no tests that build has no calls
	}
	if err != nil {
		return false, err
	}
	for _, args := range runs {
		if err := s.listen(ctx, binary, dir, file, args); err != nil {
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

// listen runs a test binary in dir, and its calls go to a file. How it ends does
// not matter.
func (s site) listen(ctx context.Context, binary, dir, file string, args []string) error {
	limit, stop := context.WithTimeout(ctx, recordTime)
	defer stop()
	cmd := gocmd.Command(limit, binary, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), s.change.Env...), "PWD="+cmd.Dir,
		harness.RecordVariable+"="+file, harness.RedactVariable+"="+s.change.Redact)
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	_ = cmd.Run()
	gocmd.EndGroup(limit, cmd)
	return ctx.Err()
}
