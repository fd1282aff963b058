package trace

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/outline"
	"github.com/wring-go/wring/observe/load"
)

// build compiles the test binaries of pkgs and returns them by import path. A
// package that does not compile is a warning.
func (c *Config) build(ctx context.Context, pkgs []load.Package) (map[string]string,
	[]alloc.Warning, error) {
	built := map[string]string{}
	files := ""
	if c.Builds != nil {
		files = c.files()
	}
	var warnings []alloc.Warning
	for i, group := range distinctNames(pkgs) {
		if group = c.unbuilt(group, files, built); len(group) == 0 {
			continue
		}
		dir := filepath.Join(c.binDir(), fmt.Sprint(i))
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, nil, err
		}
		err := c.compile(ctx, dir, files, group)
		if err == nil {
			for _, p := range group {
				built[p.Path] = binaryPath(dir, p)
			}
			continue
		}
		var failed *gocmd.Error
		if !errors.As(err, &failed) || ctx.Err() != nil {
			return nil, nil, err
		}
		for _, p := range group { // find out which ones are at fault
			err := c.compile(ctx, dir, files, []load.Package{p})
			if ctx.Err() != nil {
				return nil, nil, err
			}
			if err != nil {
				warnings = append(warnings, notBuilt(p, err))
				continue
			}
			built[p.Path] = binaryPath(dir, p)
		}
	}
	return built, warnings, nil
}

// unbuilt returns the packages whose binaries are not there yet, and adds those that are to
// built.
func (c *Config) unbuilt(pkgs []load.Package, files string,
	built map[string]string) []load.Package {
	if c.Builds == nil {
		return pkgs
	}
	return slices.DeleteFunc(slices.Clone(pkgs), func(p load.Package) bool {
		binary, ok := c.Builds.find(p.Path, files)
		if ok {
			built[p.Path] = binary
		}
		return ok
	})
}

// compile runs go test -c once for packages whose binaries have distinct names, without what
// benchmarks do not need, unless it builds with that only. files is a digest of what differs from
// the disk.
func (c *Config) compile(ctx context.Context, dir, files string, pkgs []load.Package) error {
	less := c.benchOnly(pkgs)
	err := c.testBinaries(ctx, dir, pkgs, less)
	if err != nil && len(less) > 0 && ctx.Err() == nil {
		err = c.testBinaries(ctx, dir, pkgs, nil)
	}
	if err != nil || c.Builds == nil {
		return err
	}
	for _, p := range pkgs {
		c.Builds.add(p.Path, files, binaryPath(dir, p))
	}
	return nil
}

// BuildFlags returns the flags with which the test binaries of packages are built to be measured.
// Call drop when the files that they name are not needed any more.
func (c *Config) BuildFlags(pkgs []load.Package) (flags []string, drop func(), err error) {
	list, drop, err := c.overlay(c.benchOnly(pkgs))
	return buildFlags(list), drop, err
}

// benchOnly returns the test files of packages without what benchmarks do not need; none where it
// is tests that are booked.
func (c *Config) benchOnly(pkgs []load.Package) map[string][]byte {
	if c.Run != "" {
		return nil
	}
	over := map[string][]byte{}
	maps.Copy(over, c.Overlay)
	maps.Copy(over, c.planted())
	files := map[string][]byte{}
	for _, p := range pkgs {
		maps.Copy(files, outline.BenchOnly(p.Dir, over))
	}
	return files
}

// testBinaries builds the tests of packages, with some files in place of those that there are.
func (c *Config) testBinaries(ctx context.Context, dir string, pkgs []load.Package,
	instead map[string][]byte) error {
	list, drop, err := c.overlay(instead)
	if err != nil {
		return err
	}
	defer drop()
	args := append([]string{"test", "-c", "-vet=off", "-o", dir + string(filepath.Separator)},
		append(buildFlags(list), gocmd.LinkFlags(c.Env)...)...)
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	for _, p := range pkgs {
		args = append(args, p.Path)
	}
	_, err = gocmd.Run(ctx, c.call(args))
	return err
}

// overlay returns the list of what the build replaces: the tracer's files, those
// of the change if there is one, what is planted, and what is instead of all these. Call drop when
// it is not needed any more.
func (c *Config) overlay(instead map[string][]byte) (list string, drop func(), err error) {
	if !c.altered() && len(instead) == 0 {
		return c.Toolchain.Overlay, func() {}, nil
	}
	files := gocmd.Files{}
	maps.Copy(files, c.Overlay)
	maps.Copy(files, c.planted())
	maps.Copy(files, instead)
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return "", nil, err
	}
	drop = func() { os.RemoveAll(dir) }
	if list, err = gocmd.WriteOverlay(dir, files, c.Toolchain.Overlay); err != nil {
		drop()
	}
	return list, drop, err
}

// altered reports whether something else is built than what is on disk.
func (c *Config) altered() bool { return len(c.Overlay) > 0 || c.Planted != nil }

func (c *Config) planted() map[string][]byte {
	if c.Planted == nil {
		return nil
	}
	return c.Planted(c.Overlay)
}

// call is a run of the toolchain's go command with args.
func (c *Config) call(args []string) gocmd.Call {
	return gocmd.Call{Go: c.Toolchain.Go, Dir: c.Dir, Args: args,
		Env: append(append([]string{}, c.Env...), c.Toolchain.Env...)}
}

// binDir is where the binaries of this module, toolchain and set of tags stay,
// so that the go command finds them up to date the next time. Those of a change
// are for this process alone.
func (c *Config) binDir() string {
	folder, owner := "bin", ""
	if c.altered() {
		folder, owner = "changed", fmt.Sprint(os.Getpid())
	}
	key := digest.Hex(strings.Join([]string{c.Toolchain.Key, c.Dir, c.Tags,
		strings.Join(c.Env, "\n"), owner}, "\x00"))
	dir := filepath.Join(c.CacheDir, folder, key[:16])
	inUse(dir)
	return dir
}

// inUse marks dir as used, so that clearing the cache leaves it alone.
func inUse(dir string) {
	now := time.Now()
	_ = os.Chtimes(dir, now, now) // there is none yet, or it cannot be written
}

// distinctNames divides pkgs into groups in which no two test binaries would
// have the same name.
func distinctNames(pkgs []load.Package) [][]load.Package {
	var groups [][]load.Package
	seen := map[string]int{}
	for _, p := range pkgs {
		name := binaryName(p)
		i := seen[name]
		seen[name]++
		if i == len(groups) {
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}

func binaryPath(dir string, p load.Package) string { return filepath.Join(dir, binaryName(p)) }

// binaryName is how the go command names a test binary: after the import path's
// last element, or the one before it when the last is a version.
func binaryName(p load.Package) string {
	elem := path.Base(p.Path)
	if majorVersion.MatchString(elem) && path.Dir(p.Path) != "." {
		elem = path.Base(path.Dir(p.Path))
	}
	return elem + ".test"
}

// majorVersion matches v2, v3, v10, and so on: v1 is a name like any other.
var majorVersion = regexp.MustCompile(`^v([2-9][0-9]*|1[0-9]+)$`)

func notBuilt(p load.Package, err error) alloc.Warning {
	text := err.Error()
	var failed *gocmd.Error
	if errors.As(err, &failed) && strings.TrimSpace(failed.Stderr) != "" {
		text = strings.TrimSpace(failed.Stderr)
	}
	return alloc.Warning{Code: alloc.WarnNotBuilt, Package: p.Path,
		Text: fmt.Sprintf("%s cannot be built:\n%s", p.Path, text)}
}
