package trace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/load"
)

// Plain is a toolchain as it is, without an overlay: for Sample.
func Plain(tc gocmd.Toolchain) *Toolchain {
	return &Toolchain{Toolchain: tc, Go: "go", Root: tc.GOROOT, Key: "plain-" + tc.Version()}
}

// Sample runs each benchmark in a process of its own with memprofilerate=1, and
// read turns the profile that it writes into a record. Tiny objects are missed
// in part, types are unknown, and the first iteration is counted with the rest.
func Sample(ctx context.Context, cfg Config,
	read func(file string) (*alloc.Record, error)) (*alloc.Record, error) {
	pkgs := cfg.testedPackages()
	if len(pkgs) == 0 {
		return nil, cfg.nothingToRun()
	}
	cfg.progress("building", packagesText(len(pkgs)))
	built, warnings, err := cfg.build(ctx, pkgs)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	sum := &alloc.Record{Version: alloc.RecordVersion, Warnings: warnings}
	for _, p := range pkgs {
		binary, ok := built[p.Path]
		if !ok {
			continue
		}
		for _, name := range cfg.sampled(p) {
			cfg.progress("running", p.Path+" "+name)
			rec, err := cfg.sample(ctx, p, binary, name, filepath.Join(dir, "heap"), read)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				sum.Warnings = append(sum.Warnings, alloc.Warning{Code: alloc.WarnFailed,
					Package: p.Path, Benchmark: p.Path + "." + name,
					Text: fmt.Sprintf("%s.%s %v", p.Path, name, err)})
				continue
			}
			mergeSample(sum, rec, p.Path, name, cfg.iterations())
		}
	}
	if len(sum.Benchmarks) == 0 {
		return nil, cfg.nothingMeasured(sum.Warnings)
	}
	return sum, nil
}

// sampled returns the top-level benchmarks or tests of p that were asked for.
func (c *Config) sampled(p load.Package) []string {
	funcs, pattern := p.Benchmarks, c.Bench
	if c.Run != "" {
		funcs, pattern = p.Tests, c.Run
	}
	var names []string
	for _, f := range funcs {
		if pattern == "" || Matches(pattern, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// iterations is how often an operation runs in one process: N times, and once
// before that.
func (c *Config) iterations() uint64 {
	if c.Run != "" {
		return 1
	}
	return uint64(c.N) + 1
}

func (c *Config) sample(ctx context.Context, p load.Package, binary, name, file string,
	read func(string) (*alloc.Record, error)) (*alloc.Record, error) {
	if c.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, c.Timeout)
		defer cancel()
		ctx = limited
	}
	exact := "^" + regexp.QuoteMeta(name) + "$"
	args := []string{"-test.run=^$", "-test.bench=" + exact,
		fmt.Sprintf("-test.benchtime=%dx", c.N)}
	if c.Run != "" {
		args = []string{"-test.run=" + exact}
	}
	args = append(args, "-test.memprofile="+file, "-test.memprofilerate=1")
	cmd := gocmd.Command(ctx, binary, args...)
	cmd.Dir = p.Dir
	cmd.Env = append(append(os.Environ(), c.Env...), "PWD="+p.Dir)
	var output output
	cmd.Stdout, cmd.Stderr = &output, &output
	err := cmd.Run()
	gocmd.EndGroup(ctx, cmd)
	if ctx.Err() != nil {
		//lint:ignore ST1005 the text ends the sentence of a warning
		return nil, fmt.Errorf("took longer than %v and was stopped.", c.Timeout)
	}
	if err != nil {
		output.end()
		if failed := output.leaves(); len(failed) > 0 {
			return nil, errors.New("failed and is not booked" + failed[0].reason())
		}
		return nil, fmt.Errorf("ended the process (%v)%s", err, output.lastWords())
	}
	return read(file)
}

// mergeSample adds one benchmark's record to sum.
func mergeSample(sum, rec *alloc.Record, pkg, name string, n uint64) {
	frames, stacks, bench := len(sum.Frames), len(sum.Stacks), len(sum.Benchmarks)
	sum.Go, sum.GOOS, sum.GOARCH = rec.Go, rec.GOOS, rec.GOARCH
	sum.Frames = append(sum.Frames, rec.Frames...)
	for _, stack := range rec.Stacks {
		moved := make([]int, len(stack))
		for i, f := range stack {
			moved[i] = f + frames
		}
		sum.Stacks = append(sum.Stacks, moved)
	}
	b := alloc.Benchmark{Package: pkg, Name: name, N: n}
	for _, s := range rec.Samples {
		s.Benchmark, s.Stack = bench, s.Stack+stacks
		b.Objects += s.Objects
		b.Bytes += s.Bytes()
		sum.Samples = append(sum.Samples, s)
	}
	sum.Benchmarks = append(sum.Benchmarks, b)
	for _, w := range rec.Warnings {
		if !slices.Contains(sum.Warnings, w) {
			sum.Warnings = append(sum.Warnings, w)
		}
	}
}
