package wring

import (
	"bufio"
	"cmp"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/escape"
)

// complete adds to rec what the measurement itself does not know: the packages
// asked for, the compiler's facts about them, and the source lines.
func (s *session) complete(ctx context.Context, rec *alloc.Record) error {
	s.describe(rec)
	if err := s.addFacts(ctx, rec); err != nil {
		return err
	}
	addLines(rec)
	return nil
}

// describe adds to rec what is known without asking anybody.
func (s *session) describe(rec *alloc.Record) {
	rec.Module, rec.ModuleDir = s.listing.Module, s.listing.ModuleDir
	rec.GOROOT = cmp.Or(rec.GOROOT, s.tools.GOROOT)
	rec.Go = cmp.Or(rec.Go, s.tools.Version())
	rec.GOOS = cmp.Or(rec.GOOS, s.tools.GOOS)
	rec.GOARCH = cmp.Or(rec.GOARCH, s.tools.GOARCH)
	for _, p := range s.listing.Packages {
		rec.Packages = append(rec.Packages, p.Package)
	}
	rec.Warnings = append(slices.Clone(s.listing.Warnings), rec.Warnings...)
	rec.Warnings = append(rec.Warnings, s.cache.warnings...)
}

// addFacts asks the compiler about the packages on the stacks.
func (s *session) addFacts(ctx context.Context, rec *alloc.Record) error {
	hot := hotPackages(rec)
	var own, callees []string
	for _, p := range rec.Packages {
		if hot[p.Path] > 0 || hot[p.Path+"_test"] > 0 || p.Name == "main" {
			own = append(own, p.Path)
		}
		delete(hot, p.Path)
		delete(hot, p.Path+"_test")
	}
	if s.Callees {
		callees = heaviest(hot, maxCallees)
	}
	s.Progress("asking the compiler", strings.Join(own, " "))
	cfg := s.escapeConfig()
	cfg.Packages, cfg.Tests = own, true
	facts, warnings, err := escape.Facts(ctx, cfg)
	if ctx.Err() != nil {
		return err
	}
	learn(rec, facts, warnings, err)
	s.addProposals(ctx, rec, own)
	s.Progress("asking the compiler", strings.Join(callees, " "))
	facts, warnings, err = escape.Callees(ctx, cfg, callees)
	if ctx.Err() != nil {
		return err
	}
	learn(rec, facts, warnings, err)
	return nil
}

// escapeConfig asks with the flags of the traced build, so that the two share
// what the go command has cached.
func (s *session) escapeConfig() escape.Config {
	cfg := escape.Config{Dir: s.Dir, Env: s.Env, Toolchain: s.tools,
		CacheDir: filepath.Join(s.cache.dir, "facts")}
	if s.traced != nil {
		cfg.Env = append(slices.Clone(s.Env), s.traced.Env...)
		cfg.BuildFlags = s.traced.BuildFlags()
	}
	if s.Tags != "" {
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+s.Tags)
	}
	return cfg
}

// learn adds what the compiler says to rec. That it could not be asked is a
// warning: the books are right without its reasons.
func learn(rec *alloc.Record, facts []alloc.Fact, warnings []alloc.Warning, err error) {
	if err != nil {
		warnings = append(warnings, alloc.Warning{Code: "no-facts",
			Text: "The compiler could not be asked for its reasons: " + err.Error()})
	}
	rec.Facts = append(rec.Facts, facts...)
	rec.Warnings = append(rec.Warnings, warnings...)
}

// maxCallees bounds the dependencies that the compiler is asked about: each is
// compiled once more the first time.
const maxCallees = 12

// hotPackages returns the objects allocated by each package's own frames.
func hotPackages(rec *alloc.Record) map[string]uint64 {
	byFrame := make([]string, len(rec.Frames))
	for i, f := range rec.Frames {
		byFrame[i] = packageOf(f.Func)
	}
	hot := map[string]uint64{}
	for _, sample := range rec.Samples {
		for _, f := range rec.Stacks[sample.Stack] {
			hot[byFrame[f]] += sample.Objects
		}
	}
	for path := range hot {
		if path == "testing" || strings.HasPrefix(path, "internal/") {
			delete(hot, path) // nobody's lines lead there
		}
	}
	return hot
}

// packageOf returns the import path in a function's name.
func packageOf(fn string) string {
	slash := strings.LastIndexByte(fn, '/') + 1
	name, _, _ := strings.Cut(fn[slash:], ".")
	return strings.ReplaceAll(fn[:slash]+name, "%2e", ".")
}

// heaviest returns at most n keys, those with the largest weights.
func heaviest(weights map[string]uint64, n int) []string {
	keys := slices.SortedFunc(maps.Keys(weights), func(a, b string) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b))
	})
	return keys[:min(n, len(keys))]
}

// addLines keeps the text of the lines that frames in the packages asked for
// name. A file that cannot be read leaves its lines out.
func addLines(rec *alloc.Record) {
	dirs := map[string]bool{}
	for _, p := range rec.Packages {
		dirs[p.Dir] = true
	}
	wanted := map[string]map[int]bool{}
	for _, f := range rec.Frames {
		slash := strings.LastIndexByte(f.File, '/')
		if slash < 0 || !dirs[f.File[:slash]] {
			continue
		}
		if wanted[f.File] == nil {
			wanted[f.File] = map[int]bool{}
		}
		wanted[f.File][f.Line] = true
	}
	for _, file := range slices.Sorted(maps.Keys(wanted)) {
		rec.Lines = append(rec.Lines, readLines(file, wanted[file])...)
	}
}

func readLines(file string, wanted map[int]bool) []alloc.Line {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	var lines []alloc.Line
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for n := 1; scan.Scan(); n++ {
		if wanted[n] {
			lines = append(lines, alloc.Line{File: file, Line: n, Text: scan.Text()})
		}
	}
	return lines
}
