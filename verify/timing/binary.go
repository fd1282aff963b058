package timing

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/overlay"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/verify"
)

// binary builds the test binary of one side of a change into dir, unless it is
// there already. Each has a folder of its own, which is complete when it has
// its name.
func binary(ctx context.Context, c verify.Change, side map[string][]byte, p alloc.Package,
	dir string) (clock.Binary, error) {
	folder := filepath.Join(dir, key(side, p))
	built := clock.Binary{Path: filepath.Join(folder, "timing.test"), Dir: p.Dir}
	if _, err := os.Stat(built.Path); err == nil {
		return built, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return built, err
	}
	work, err := os.MkdirTemp(dir, "build-")
	if err != nil {
		return built, err
	}
	list, err := overlay.Write(work, side, "")
	if err != nil {
		return built, err
	}
	args := []string{"test", "-c", "-vet=off", "-ldflags=-w", "-overlay=" + list,
		"-o", filepath.Join(work, "timing.test")}
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	if _, err := gocmd.Run(ctx, gocmd.Call{Dir: c.Dir, Env: c.Env,
		Args: append(args, p.Path)}); err != nil {
		return built, err
	}
	return built, os.Rename(work, folder)
}

// key names the test binary of a package with the files of one side.
func key(side map[string][]byte, p alloc.Package) string {
	var h strings.Builder
	add := func(part []byte) { fmt.Fprintf(&h, "%d:%s", len(part), part) }
	add([]byte(p.Path))
	for _, name := range slices.Sorted(maps.Keys(side)) {
		add([]byte(name))
		add(side[name])
	}
	return digest.Hex(h.String())[:16]
}

// keepOnly removes the binaries in dir but for some that the next change may need.
func keepOnly(dir string, kept ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(kept, e.Name()) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
