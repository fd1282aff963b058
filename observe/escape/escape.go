// Package escape asks the compiler why values reach the heap, and turns its
// diagnostics into facts by position.
//
// The compiler writes them only while it compiles, never from the go command's
// cache. So the packages are compiled anew, everything below them comes from
// the build cache, and the facts are kept in a cache of this package, under the
// build IDs of what was compiled. What the compiler does not mention, it keeps
// on the stack; no fact says so.
package escape

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
)

// Config says what to compile, and how.
type Config struct {
	Dir      string   // folder to run the go command in
	Packages []string // import paths
	Tests    bool     // with their tests, internal and external

	// Env and BuildFlags are those of the build whose allocations are to be
	// explained. When they are the same, that build and this one share what
	// the go command has cached, so let that build come first.
	Env        []string
	BuildFlags []string

	// CacheDir keeps facts between runs; "" keeps none. It is made on demand,
	// and one that cannot be written only costs time.
	CacheDir string
	// Toolchain is the one that Env leads to. Where Env sets GOROOT to a link,
	// positions are given below Toolchain.GOROOT all the same.
	Toolchain gocmd.Toolchain
}

// flags returns the flags of each build. Paths are not trimmed, lest positions
// be in no file.
func (cfg Config) flags() []string { return append([]string{"-trimpath=false"}, cfg.BuildFlags...) }

// call returns a run of the go command. A GOROOT goes with its own go command:
// any other refuses its compiler.
func (cfg Config) call(args []string) gocmd.Call {
	call := gocmd.Call{Dir: cfg.Dir, Env: cfg.Env, Args: args}
	if root := lookup(cfg.Env, "GOROOT"); root != "" {
		call.Go = filepath.Join(root, "bin", "go")
	}
	return call
}

// Facts returns what the compiler says about the packages, sorted by position:
// also about code of others that was inlined or instantiated in them. A package
// that cannot be compiled has no facts but a warning; the error is for what
// concerns all of them.
func Facts(ctx context.Context, cfg Config) ([]alloc.Fact, []alloc.Warning, error) {
	if len(cfg.Packages) == 0 {
		return nil, nil, nil
	}
	moved, err := relocations(cfg)
	if err != nil {
		return nil, nil, err
	}
	units, err := survey(ctx, cfg, moved)
	if err != nil {
		return nil, nil, err
	}
	var all []alloc.Fact
	var misses []*unit
	for _, u := range units {
		facts, ok := recall(cfg.CacheDir, u.key)
		all = append(all, facts...)
		if !ok && u.problem == "" {
			misses = append(misses, u)
		}
	}
	if err := compile(ctx, cfg, misses); err != nil {
		return nil, nil, err
	}
	for _, u := range misses {
		facts := moved.apply(u.facts)
		all = append(all, facts...)
		if u.problem == "" {
			store(cfg.CacheDir, u.key, facts)
		}
	}
	return unique(all), problems(units), nil
}

// Callees is like [Facts] for packages that the asked ones call, the standard
// library's among them: by import path, without tests. Package runtime is passed
// over; it allocates outside of the books.
func Callees(
	ctx context.Context, cfg Config, paths []string,
) ([]alloc.Fact, []alloc.Warning, error) {
	cfg.Tests = false
	cfg.Packages = slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		first, _, _ := strings.Cut(path, "/")
		return path == "" || path == "main" || first == "runtime"
	})
	return Facts(ctx, cfg)
}

// problems returns a warning for each package whose facts are missing.
func problems(units []*unit) []alloc.Warning {
	var out []alloc.Warning
	for _, u := range units {
		if u.problem != "" {
			text := u.path + ": the compiler's reasons are missing: " + u.problem
			out = append(out, alloc.Warning{Code: alloc.WarnNoCompilerFacts,
				Text: text, Package: u.path})
		}
	}
	return out
}
