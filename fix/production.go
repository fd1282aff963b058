package fix

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/production"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
)

// testLimit bounds the run of tests that says what they reach.
const testLimit = 5 * time.Minute

// live is what profiles of a running program hold. It may be nil.
type live struct {
	record *alloc.Record
	book   *production.Book
}

// production reads the profiles, nil if there are none.
func (opt PackagesOptions) production(ctx context.Context) (*live, error) {
	if len(opt.Profiles) == 0 {
		return nil, nil
	}
	rec, err := measure.Profiles(ctx, opt.Profiles, measure.ProfileOptions{Dir: opt.Dir,
		Patterns: opt.Patterns, Tags: opt.Tags, Env: opt.Env, Fetch: opt.Fetch,
		Revision: opt.Revision, CacheDir: opt.CacheDir, Progress: opt.Progress, LinesOnly: true})
	if err != nil {
		return nil, err
	}
	return &live{rec, production.New(rec)}, nil
}

func (l *live) lines() *production.Book {
	if l == nil {
		return nil
	}
	return l.book
}

// claim adds to a candidate what production holds at its lines.
func (j *job) claim(files rewrite.Files, c candidate) (candidate, error) {
	if j.opt.Production == nil {
		return c, nil
	}
	own := append([]propose.Lines{{File: c.around.File, First: c.Line, Last: c.Line}}, c.touched...)
	for _, line := range c.Also {
		own = append(own, propose.Lines{File: c.around.File, First: line, Last: line})
	}
	seen := map[production.Place]bool{}
	for _, r := range own {
		old, err := j.disk.read(r.File)
		if err != nil {
			return c, err
		}
		now, err := j.disk.under(files, r.File)
		if err != nil {
			return c, err
		}
		name, changes := symbol.FileName(j.opt.Record.ModuleDir, r.File), hunks(old, now)
		for line := r.First; line <= r.Last; line++ {
			for _, was := range before(changes, line) {
				if at := (production.Place{File: name, Line: was}); !seen[at] {
					seen[at] = true
					c.claims = append(c.claims, at)
				}
			}
		}
	}
	held, share := j.opt.Production.At(func(p production.Place) bool { return seen[p] })
	c.Production, c.live = &share, j.opt.Production.Weight(held)
	return c, nil
}

// hunks returns what differs between two texts, by lines.
func hunks(old, now []byte) []production.Hunk {
	var list []production.Hunk
	shift := 0
	for _, e := range rewrite.Lines(string(old), string(now)) {
		first := 1 + strings.Count(string(old[:e.Start]), "\n")
		end := first + lines(string(old[e.Start:e.End]))
		come := lines(e.New)
		list = append(list, production.Hunk{
			Old: production.Range{First: first, End: end},
			New: production.Range{First: first + shift, End: first + shift + come}})
		shift += come - (end - first)
	}
	return list
}

// lines returns the number of lines of a text, of which the last may have no end.
func lines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// before returns the old lines that a new one stands for.
func before(changes []production.Hunk, line int) []int {
	shift := 0
	for _, h := range changes {
		switch {
		case h.New.First <= line && line < h.New.End:
			var all []int
			for l := h.Old.First; l < h.Old.End; l++ {
				all = append(all, l)
			}
			return all
		case h.New.End <= line:
			shift = h.Old.End - h.New.End
		}
	}
	return []int{line + shift}
}

// report adds to rep what production says of it.
func (l *live) report(ctx context.Context, s *measure.Session, work *workload,
	opt PackagesOptions, result *Result, rep *alloc.FixReport) {
	changes := map[string][]production.Hunk{}
	for name, text := range result.Files {
		changes[symbol.FileName(s.Listing.ModuleDir, name)] = hunks(result.Original[name], text)
	}
	opt.progress("running the tests", "for what they reach")
	reached, err := l.tested(ctx, s, opt)
	if err != nil {
		rep.Warnings = append(rep.Warnings, alloc.Warning{Code: alloc.WarnProfile,
			Text: "What the tests reach is not known: " + err.Error()})
	}
	after, same := l.recount(ctx, work, result, rep)
	var shares []alloc.Portion
	rep.Production, shares = l.book.Report(production.Rewritten{
		Before: rep.Sites, After: after, Same: same, Hunks: changes, Claims: result.Claims,
		Reached: func(p production.Place) bool { return reached[p] }})
	for i := range shares {
		rep.Trials[i].Removes = &shares[i]
	}
	for _, w := range l.record.Warnings {
		if w.Code == alloc.WarnProfile || w.Code == alloc.WarnSampled {
			rep.Warnings = append(rep.Warnings, w)
		}
	}
}

// recount measures the new code once more: the record that the loop ends with
// has the lines of several states of the code. The benchmarks that count the same
// as before are named; what the new measurement says of them is chance.
func (l *live) recount(ctx context.Context, work *workload, result *Result,
	rep *alloc.FixReport) ([]alloc.Finding, map[string]bool) {
	was := map[string]alloc.Benchmark{}
	for _, b := range rep.Benchmarks {
		was[b.FullName()] = b
	}
	same := map[string]bool{}
	changed := map[string]bool{}
	for _, b := range rep.After {
		name := b.FullName()
		if same[name] = was[name] == b; !same[name] {
			changed[b.Package] = true
		}
	}
	if len(changed) == 0 {
		return nil, same
	}
	cfg := work.trace
	cfg.Overlay, cfg.Progress = result.Files, nil
	cfg.Packages = slices.DeleteFunc(slices.Clone(cfg.Packages), func(p load.Package) bool {
		return !changed[p.Path]
	})
	rec, err := trace.Measure(ctx, cfg)
	if err != nil {
		rep.Warnings = append(rep.Warnings, alloc.Warning{Code: alloc.WarnProfile,
			Text: "What the rewrites remove of production is not known: the new code could not " +
				"be counted once more: " + err.Error()})
		return rep.Sites, same // nothing is claimed
	}
	rec.ModuleDir, rec.GOROOT, rec.Packages = work.record.ModuleDir, work.record.GOROOT,
		work.record.Packages
	return explain.Findings(rec, explain.Options{}), same
}

// tested returns the lines of production that tests of its packages run.
func (l *live) tested(ctx context.Context, s *measure.Session, opt PackagesOptions) (
	map[production.Place]bool, error) {
	var hot, tests []string
	for _, p := range s.Listing.Packages {
		if len(p.Tests) > 0 {
			tests = append(tests, p.Path)
		}
		if slices.ContainsFunc(l.book.Lines(), func(line alloc.ProductionLine) bool {
			file := symbol.FilePath(s.Listing.ModuleDir, line.File)
			return filepath.ToSlash(filepath.Dir(file)) ==
				p.Dir
		}) {
			hot = append(hot, p.Path)
		}
	}
	if len(hot) == 0 || len(tests) == 0 {
		return nil, nil
	}
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "cover")
	args := []string{"test", "-covermode=set", "-coverprofile=" + file, "-vet=off",
		"-coverpkg=" + strings.Join(hot, ","), "-timeout=" + testLimit.String()}
	if opt.Run != "" {
		args = append(args, "-run="+opt.Run)
	}
	if opt.Tags != "" {
		args = append(args, "-tags="+opt.Tags)
	}
	_, err = gocmd.Run(ctx, gocmd.Call{Dir: s.Options.Dir, Env: opt.Env,
		Args: append(append(args, "--"), tests...)})
	text, failed := os.ReadFile(file)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if failed != nil { // tests may fail, and tell what they reach all the same
		return nil, fmt.Errorf("they left no coverage: %w", err)
	}
	return covered(string(text), s), nil
}

// covered reads the lines that ran from a profile of coverage.
func covered(text string, s *measure.Session) map[production.Place]bool {
	ran := map[production.Place]bool{}
	for line := range strings.Lines(text) {
		colon := strings.LastIndexByte(line, ':')
		var first, firstColumn, last, lastColumn, statements, count int
		if colon < 0 {
			continue
		}
		if n, _ := fmt.Sscanf(line[colon+1:], "%d.%d,%d.%d %d %d", &first, &firstColumn, &last,
			&lastColumn, &statements, &count); n != 6 || count == 0 {
			continue
		}
		dir, base := line[:colon], ""
		if i := strings.LastIndexByte(dir, '/'); i >= 0 {
			dir, base = dir[:i], dir[i+1:]
		}
		for _, p := range s.Listing.Packages {
			if p.Path != dir {
				continue
			}
			name := symbol.FileName(s.Listing.ModuleDir, p.Dir+"/"+base)
			for l := first; l <= last; l++ {
				ran[production.Place{File: name, Line: l}] = true
			}
		}
	}
	return ran
}
