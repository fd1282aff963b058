package counts

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/verify"
)

// tracer traces benchmarks of packages.
type tracer struct {
	packages []string // import paths
	known    *steady
	whole    bool // each step counts all benchmarks
	// trace counts the benchmarks that match bench, "" for all, with the files of
	// one side: "old" or "now".
	trace func(ctx context.Context, files map[string][]byte, side, bench string) (
		*alloc.Record, error)
}

// tracing returns a tracer for what a change concerns. Each side has a folder of
// its own below dir, in which what was built is found again when it is counted again; so is what
// the configuration has built of the code on disk.
func tracing(cfg trace.Config, c verify.Change, dir string, known *steady) tracer {
	t := tracer{known: known}
	all, onDisk := cfg.Packages, cfg.Builds
	cfg.Progress, cfg.Packages, cfg.Builds = nil, nil, &trace.Builds{}
	for _, path := range slices.Concat(c.Packages, c.Affected) {
		i := slices.IndexFunc(all, func(p load.Package) bool { return p.Path == path })
		if i >= 0 {
			cfg.Packages = append(cfg.Packages, all[i])
			t.packages = append(t.packages, path)
		}
	}
	t.trace = func(ctx context.Context, files map[string][]byte, side, bench string) (
		*alloc.Record, error) {
		cfg := cfg
		cfg.CacheDir, cfg.Overlay = filepath.Join(dir, side), files
		if len(files) == 0 && onDisk != nil {
			cfg.Builds = onDisk
		}
		if bench != "" {
			cfg.Bench = bench
		}
		return trace.Measure(ctx, cfg)
	}
	return t
}
