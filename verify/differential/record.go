package differential

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/overlay"
)

// recordTime bounds how long the tests and the benchmarks may run while their
// calls are recorded. What they have called by then is kept.
const recordTime = 10 * time.Second

// record runs the tests and benchmarks of the old code, in which the targets
// note their arguments, and returns the file that holds these; "" when there
// is nothing to record or the tests do not build.
func (p *comparison) record(ctx context.Context, s *source, targets []target) (string, error) {
	files, err := p.taped(s, targets)
	if err != nil || files == nil {
		return "", err
	}
	dir := filepath.Join(p.dir, "record")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	if err := p.plant(files); err != nil {
		return "", err
	}
	binary, err := p.link(ctx, dir, files)
	var failed *gocmd.Error
	if errors.As(err, &failed) && ctx.Err() == nil {
		return "", nil // who has no tests that build has no calls
	}
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "calls")
	for _, args := range [][]string{
		{"-test.run=^$", "-test.bench=.", "-test.benchtime=1x"}, {"-test.short"},
	} {
		if err := p.listen(ctx, s.dir, binary, file, args); err != nil {
			return "", err
		}
	}
	return file, nil
}

// taped returns the files of the old code with the targets' calls of Record.
func (p *comparison) taped(s *source, targets []target) (overlay.Files, error) {
	if len(s.tests) == 0 || s.cgo {
		return nil, nil
	}
	names := map[string]bool{}
	for _, t := range targets {
		names[t.name] = true
	}
	files := overlay.Files{}
	found := false
	for name, text := range p.Old {
		files[name] = text
	}
	for name, text := range s.texts {
		if taped := p.recording(name, text, names); taped != nil {
			files[name], found = taped, true
		}
	}
	if !found {
		return nil, nil
	}
	return files, nil
}

// listen runs a test binary, whose calls go to a file. How it ends does not
// matter.
func (p *comparison) listen(ctx context.Context, dir, binary, file string, args []string) error {
	limit, stop := context.WithTimeout(ctx, recordTime)
	defer stop()
	cmd := gocmd.Command(limit, binary, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), p.Env...), "PWD="+dir, "WRING_RECORD="+file)
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	_ = cmd.Run()
	gocmd.EndGroup(limit, cmd)
	return ctx.Err()
}
