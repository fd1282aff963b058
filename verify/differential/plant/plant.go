// Package plant builds the test binaries of both sides of a change with the
// harness in them. Everything is done by an overlay: a copy of the harness below
// the module's folder, one test file in the package that says what there is, and
// calls of the harness in the functions that change.
package plant

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/reach"
)

// folder is where the harness goes, below the module's folder.
const folder = "wringharness"

// Builds are the test binaries of the old code and the new.
type Builds struct {
	Old, New string
	Calls    string  // file of recorded calls, "" for none
	Blocks   []Block // of the new code, by number
}

// site is where a package is built.
type site struct {
	change verify.Change
	pkg    *reach.Package
	dir    string // for what is built
}

// Build builds both sides of a change of a package so that the targets can be
// called, in the folder dir, and records calls of its tests that are not on the tapes. The
// reason is "" unless one side could not be built.
func Build(ctx context.Context, c verify.Change, pkg *reach.Package, targets []reach.Target,
	tapes *Tapes, dir string) (b Builds, reason string, err error) {
	s := site{c, pkg, dir}
	var covered map[string][]byte
	covered, b.Blocks = s.covered()
	mixing, before := s.mixing(), registry(c, pkg, targets, true)
	after := registry(c, pkg, targets, false)
	var errs [3]error
	var all sync.WaitGroup // most of a build has work for one processor only
	all.Go(func() { b.Old, errs[0] = s.binary(ctx, "old", mixing, before) })
	all.Go(func() { b.New, errs[1] = s.binary(ctx, "new", covered, after) })
	all.Go(func() { b.Calls, errs[2] = tapes.record(ctx, s, targets) })
	all.Wait()
	err = cmp.Or(errs[0], errs[1])
	var failed *gocmd.Error
	if errors.As(err, &failed) && ctx.Err() == nil {
		return b, "a test that calls it does not build: " + firstLines(failed.Stderr, 4), nil
	}
	return b, "", cmp.Or(err, errs[2])
}

// covered returns the new code with blocks that note that they are run.
func (s site) covered() (map[string][]byte, []Block) {
	files := maps.Clone(s.change.New)
	known := statements(s.pkg)
	var blocks []Block
	for _, name := range slices.Sorted(maps.Keys(s.change.New)) {
		if filepath.Dir(name) != s.pkg.Dir || s.pkg.Cgo || strings.HasSuffix(name, "_test.go") ||
			!s.pkg.Built(name) {
			continue
		}
		if text, more := s.covering(name, s.change.New[name], known, len(blocks)); text != nil {
			files[name] = text
			blocks = append(blocks, more...)
		}
	}
	return files, blocks
}

func firstLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[:min(n, len(lines))], "\n")
}

// binary builds one side.
func (s site) binary(ctx context.Context, side string, change map[string][]byte,
	registry string) (string, error) {
	dir := filepath.Join(s.dir, side)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	files := gocmd.Files{}
	for name, text := range change {
		files[name] = text
	}
	s.plant(files)
	s.plantSeeds(files)
	tests, err := filepath.Glob(filepath.Join(s.pkg.Dir, "*_test.go"))
	if err != nil {
		return "", err
	}
	for _, name := range tests { // they may bring a TestMain, and need not be compiled
		files[name] = nil
	}
	files[filepath.Join(s.pkg.Dir, "wring_differential_test.go")] = []byte(registry)
	return s.link(ctx, dir, s.pkg.Path, files)
}

// link builds the test of a package with files in place of what is on disk.
func (s site) link(ctx context.Context, dir, path string, files gocmd.Files) (string, error) {
	list, err := gocmd.WriteOverlay(dir, files, "")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "differential.test")
	args := append([]string{"test", "-c", "-vet=off", "-overlay=" + list, "-o", binary},
		gocmd.LinkFlags(s.change.Env)...)
	if s.change.Tags != "" {
		args = append(args, "-tags="+s.change.Tags)
	}
	_, err = gocmd.Run(ctx, gocmd.Call{Dir: s.change.Dir, Env: s.change.Env,
		Args: append(args, path)})
	return binary, err
}

// plant adds the harness.
func (s site) plant(files gocmd.Files) {
	for name, text := range harness.Files() {
		files[filepath.Join(s.change.ModuleDir, folder, name)] = text
	}
}
