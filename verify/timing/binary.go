package timing

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/outline"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/verify"
)

// mostAhead is how many classes' binaries are built ahead: they lie on disk together.
const mostAhead = 16

// buildAhead builds what the clock will run of the old code and of entries, while
// the machine may still do other work, and removes what earlier changes have left. What
// does not build is built again when it is to be timed, which says why.
func (opt Options) buildAhead(ctx context.Context, old map[string][]byte, entries []*entry,
	packages []alloc.Package) {
	b := newBuilds()
	for _, p := range packages {
		sides := map[string]map[string][]byte{}
		seen := map[int]bool{} // classes
		for _, e := range entries {
			if seen[e.class] || e.class >= mostAhead || len(e.benchmarks[p.Path]) == 0 {
				continue
			}
			seen[e.class] = true
			sides[key(opt.with(e.New), p)] = e.New
		}
		if len(sides) == 0 {
			continue // another change may be using what is there
		}
		sides[key(opt.with(old), p)] = old
		kept := append(slices.Collect(maps.Keys(sides)), key(opt.with(nil), p))
		for o := gocmd.Order(1); o <= clock.OtherOrders; o++ {
			kept = append(kept, inOrder(o, key(opt.with(old), p)))
		}
		opt.keepOnly(p, kept)
		for _, side := range sides {
			b.add(func() { _, _ = opt.binary(ctx, entries[0].Change, side, p) })
		}
	}
	b.wait.Wait()
}

// builds run at the same time, as many as there are processors: much of a build, and all that
// matters of a link, has work for one only.
type builds struct {
	wait sync.WaitGroup
	room chan struct{}
}

func newBuilds() *builds { return &builds{room: make(chan struct{}, runtime.GOMAXPROCS(0))} }

func (b *builds) add(build func()) {
	b.wait.Go(func() {
		b.room <- struct{}{}
		defer func() { <-b.room }()
		build()
	})
}

// folder is where the binaries of a package are, each in a folder of its own.
func (opt Options) folder(p alloc.Package) string {
	return filepath.Join(opt.Dir, digest.Hex(p.Path))
}

// with returns the files of one side together with what is planted.
func (opt Options) with(side map[string][]byte) map[string][]byte {
	if opt.Planted == nil && opt.processor == nil {
		return side
	}
	all := map[string][]byte{}
	if opt.Planted != nil {
		maps.Copy(all, opt.Planted(side))
	}
	maps.Copy(all, opt.processor)
	maps.Copy(all, side)
	return all
}

// binary builds the test binary of one side of a change, unless it is there already: without what
// benchmarks do not need, unless it builds with that only. Its folder is complete when it has its
// name.
func (opt Options) binary(ctx context.Context, c verify.Change, side map[string][]byte,
	p alloc.Package) (clock.Binary, error) {
	side = opt.with(side)
	built := opt.place(key(side, p), p)
	if _, err := os.Stat(built.Path); err == nil {
		return built, nil
	}
	if less := outline.BenchOnly(p.Dir, side); len(less) > 0 {
		both := map[string][]byte{}
		maps.Copy(both, side)
		maps.Copy(both, less)
		if err := opt.build(ctx, c, both, p, built); err == nil || ctx.Err() != nil {
			return built, err
		}
	}
	return built, opt.build(ctx, c, side, p, built)
}

// build builds a test binary of a package with files in place of those on disk.
func (opt Options) build(ctx context.Context, c verify.Change, files map[string][]byte,
	p alloc.Package, built clock.Binary) error {
	dir := opt.folder(p)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	work, err := os.MkdirTemp(dir, "build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work) // which has its name then, if all goes well
	list, err := gocmd.WriteOverlay(work, files, "")
	if err != nil {
		return err
	}
	args := append([]string{"test", "-c", "-vet=off", "-overlay=" + list,
		"-o", filepath.Join(work, "timing.test")}, opt.order.LinkFlags(c.Env)...)
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	call := gocmd.Call{Dir: c.Dir, Env: c.Env, Args: append(args, p.Path)}
	if tc := opt.Toolchain; tc != nil {
		call.Go, call.Env = tc.Go, slices.Concat(c.Env, tc.Env)
	}
	if _, err := gocmd.Run(ctx, call); err != nil {
		return err
	}
	return os.Rename(work, filepath.Dir(built.Path))
}

// place returns the binary of a package that has a key, whether it is built or not.
func (opt Options) place(key string, p alloc.Package) clock.Binary {
	folder := filepath.Join(opt.folder(p), inOrder(opt.order, key))
	return clock.Binary{Path: filepath.Join(folder, "timing.test"), Dir: p.Dir}
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

// keepOnly removes the binaries of a package but for some.
func (opt Options) keepOnly(p alloc.Package, kept []string) {
	entries, _ := os.ReadDir(opt.folder(p)) // there may be none
	for _, e := range entries {
		if !slices.Contains(kept, e.Name()) {
			os.RemoveAll(filepath.Join(opt.folder(p), e.Name()))
		}
	}
}
