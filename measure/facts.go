package measure

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
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/observe/escape"
	"github.com/wring-go/wring/observe/load"
)

// Complete adds to rec what the measurement itself does not know: the packages
// asked for, the compiler's facts about them, and the source lines.
func (s *Session) Complete(ctx context.Context, rec *alloc.Record) error {
	s.Describe(rec)
	if err := s.AddFacts(ctx, rec); err != nil {
		return err
	}
	AddLines(rec)
	return nil
}

// Describe adds to rec what is known without asking anybody.
func (s *Session) Describe(rec *alloc.Record) {
	rec.Module, rec.ModuleDir = s.Listing.Module, s.Listing.ModuleDir
	rec.GOROOT = cmp.Or(rec.GOROOT, s.Tools.GOROOT)
	rec.Go = cmp.Or(rec.Go, s.Tools.Version())
	rec.GOOS = cmp.Or(rec.GOOS, s.Tools.GOOS)
	rec.GOARCH = cmp.Or(rec.GOARCH, s.Tools.GOARCH)
	for _, p := range s.Listing.Packages {
		rec.Packages = append(rec.Packages, p.Package)
	}
	rec.Warnings = append(slices.Clone(s.Listing.Warnings), rec.Warnings...)
	rec.Warnings = append(rec.Warnings, s.Warnings...)
}

// AddFacts asks the compiler about the packages on the stacks.
func (s *Session) AddFacts(ctx context.Context, rec *alloc.Record) error {
	own, others := hotPackages(rec)
	s.Options.Progress("asking the compiler", strings.Join(own, " "))
	facts, warnings, err := s.ownFacts(ctx, own)
	if ctx.Err() != nil {
		return err
	}
	learn(rec, facts, warnings, err)
	var callees []string
	if s.Options.Callees {
		callees = heaviest(others, maxCallees)
	}
	s.Options.Progress("asking the compiler", strings.Join(callees, " "))
	facts, warnings, err = escape.Callees(ctx, s.EscapeConfig(), callees)
	if ctx.Err() != nil {
		return err
	}
	learn(rec, facts, warnings, err)
	return nil
}

// ownFacts asks about packages and their tests, as they were built to be measured; as they are
// where that leaves questions.
func (s *Session) ownFacts(ctx context.Context, own []string) (
	[]alloc.Fact, []alloc.Warning, error) {
	if s.Traced != nil {
		flags, drop, err := s.measuredFlags(own)
		if err != nil {
			return nil, nil, err
		}
		defer drop()
		cfg := s.escapeConfig(flags)
		cfg.Packages, cfg.Tests = own, true
		facts, warnings, err := escape.Facts(ctx, cfg)
		if err == nil && len(warnings) == 0 || ctx.Err() != nil {
			return facts, warnings, err
		}
	}
	cfg := s.EscapeConfig()
	cfg.Packages, cfg.Tests = own, true
	return escape.Facts(ctx, cfg)
}

// measuredFlags returns the flags with which packages were built to be measured.
func (s *Session) measuredFlags(paths []string) (flags []string, drop func(), err error) {
	traced := s.TraceConfig(s.Traced)
	return traced.BuildFlags(slices.DeleteFunc(slices.Clone(s.Listing.Packages),
		func(p load.Package) bool { return !slices.Contains(paths, p.Path) }))
}

// Hot returns the packages of rec, by import path, whose own lines allocate.
func Hot(rec *alloc.Record) []string {
	own, _ := hotPackages(rec)
	return own
}

// hotPackages returns the packages of rec whose own lines allocate, and the
// objects that the frames of each other package allocate.
func hotPackages(rec *alloc.Record) (own []string, others map[string]uint64) {
	hot := objectsByPackage(rec)
	for _, p := range rec.Packages {
		if hot[p.Path] > 0 || hot[p.Path+"_test"] > 0 || p.Name == "main" {
			own = append(own, p.Path)
		}
		delete(hot, p.Path)
		delete(hot, p.Path+"_test")
	}
	return own, hot
}

// EscapeConfig asks with the flags of the traced build, so that the two share
// what the go command has cached.
func (s *Session) EscapeConfig() escape.Config {
	var flags []string
	if s.Traced != nil {
		flags = s.Traced.BuildFlags()
	}
	return s.escapeConfig(flags)
}

// escapeConfig asks with flags of a traced build; without a tracer there are none.
func (s *Session) escapeConfig(flags []string) escape.Config {
	cfg := escape.Config{Dir: s.Options.Dir, Env: s.Options.Env, Toolchain: s.Tools,
		CacheDir: filepath.Join(s.Cache.Path, "facts"), BuildFlags: flags}
	if s.Traced != nil {
		cfg.Env = append(slices.Clone(s.Options.Env), s.Traced.Env...)
	}
	if s.Options.Tags != "" {
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+s.Options.Tags)
	}
	return cfg
}

// learn adds what the compiler says to rec. That it could not be asked is a
// warning: the books are right without its reasons.
func learn(rec *alloc.Record, facts []alloc.Fact, warnings []alloc.Warning, err error) {
	if err != nil {
		warnings = append(warnings, alloc.Warning{Code: alloc.WarnNoFacts,
			Text: "The compiler could not be asked for its reasons: " + err.Error()})
	}
	rec.Facts = append(rec.Facts, facts...)
	rec.Warnings = append(rec.Warnings, warnings...)
}

// maxCallees bounds the dependencies that the compiler is asked about: each is
// compiled once more the first time.
const maxCallees = 12

// objectsByPackage returns the objects allocated by each package's own frames.
func objectsByPackage(rec *alloc.Record) map[string]uint64 {
	byFrame := make([]string, len(rec.Frames))
	for i, f := range rec.Frames {
		byFrame[i] = symbol.Parse(f.Func).Package
	}
	hot := map[string]uint64{}
	for _, sample := range rec.Samples {
		for _, f := range rec.Stacks[sample.Stack] {
			hot[byFrame[f]] += sample.Objects
		}
	}
	for path := range hot {
		if path == "testing" || strings.HasPrefix(path, "internal/") {
			delete(hot, path) // no line that was asked for leads there
		}
	}
	return hot
}

// heaviest returns at most n keys, those with the largest weights.
func heaviest(weights map[string]uint64, n int) []string {
	keys := slices.SortedFunc(maps.Keys(weights), func(a, b string) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b))
	})
	return keys[:min(n, len(keys))]
}

// AddLines keeps the text of the lines that frames in the packages asked for
// name. A file that cannot be read leaves its lines out.
func AddLines(rec *alloc.Record) {
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
