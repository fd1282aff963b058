package fix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/internal/git"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/technique"
)

// PackagesOptions say what to measure, what to rewrite, and what to do with it.
type PackagesOptions struct {
	Dir      string   // where patterns are read; "" for the current folder
	Patterns []string // as for the go command
	Tags     string   // judgeBuild tags, separated by commas
	Env      []string // KEY=VALUE, added to the environment of everything that is run

	// Profiles are pprof profiles of a program in production, files or URLs: of
	// heap, allocations or CPU. They say which functions come first and what the
	// rewrites are worth there. Revision and Fetch are as for measure.ProfileOptions.
	Profiles []string
	Revision string
	Fetch    func(ctx context.Context, url string) (name string, body io.ReadCloser, err error)

	// Shard says which part of the packages is rewritten, when several machines
	// share them; the reports are put together by Merge.
	Shard Shard

	Bench string // which benchmarks prove, as for go test -bench; "" for all
	// Run says which tests do where no benchmark does, as for go test -run; "" for all,
	// and for none if Bench names benchmarks.
	Run string
	// Redact is a regular expression for names of parameters, fields, types and keys of maps:
	// of values by these names nothing is kept when calls of tests are recorded. "" keeps all
	// but fields whose tag is `wring:"-"`.
	Redact  string
	N       int           // iterations of each benchmark; 0 means 120
	Timeout time.Duration // for one benchmark; 0 means measure.DefaultTimeout

	// Choose reports whether a candidate may be tried; nil for all.
	Choose     func(alloc.Candidate) bool
	Techniques []string      // names; none means all that are not off by default
	Risk       string        // the highest that is taken: safe, checked or ask; "" means checked
	Budget     time.Duration // when it is over no more candidates are tried; 0 means never
	Slower     bool          // also keep what takes more time

	Write bool // change the files; without it the report holds the patch only
	Force bool // also change files with uncommitted changes
	// Finisher is a program and its arguments that calls [replace.Finish] with
	// one more argument. It completes the write of several files if this
	// process is killed meanwhile. Without one the next measurement does.
	Finisher []string
	// Commit, when not nil, asks for a git commit of what was written and gives
	// its message.
	Commit func(alloc.FixReport) string

	CacheDir string                   // as for measure.Options
	Progress func(phase, what string) // may be nil

	begun time.Time
}

// Packages measures the packages, rewrites them, and keeps what is proven: it builds,
// the tests pass, it does the same as before, it allocates less, and it is not
// slower. Files are written at the end, all of them or none, and only if
// opt.Write says so.
func Packages(ctx context.Context, opt PackagesOptions) (alloc.FixReport, error) {
	if err := opt.check(); err != nil {
		return alloc.FixReport{}, err
	}
	chosen, err := propose.Choose(opt.Techniques)
	if err != nil {
		return alloc.FixReport{}, err
	}
	start := time.Now()
	opt.begun = start
	dir, err := os.MkdirTemp("", "wring-") // for recorded calls
	if err != nil {
		return alloc.FixReport{}, err
	}
	defer os.RemoveAll(dir)
	live, err := opt.production(ctx)
	if err != nil {
		return alloc.FixReport{}, err
	}
	s, work, err := opt.measure(ctx, chosen, dir, live)
	if err != nil {
		return alloc.FixReport{}, err
	}
	rec := work.record
	measured := alloc.Phase{Name: "measure", Runs: 1, Seconds: time.Since(start).Seconds()}
	skip, warnings := opt.skip(ctx, rec.ModuleDir)
	rec.Warnings = slices.Concat(rec.Warnings, warnings, beside(rec))
	reasons := opt.explain(ctx, rec, s.AddFacts)
	defer reasons.end()
	result, err := Run(ctx, Options{Busy: reasons.ended,
		Trace: work.trace, Record: rec, Techniques: chosen,
		Risk: technique.Risk(opt.Risk), Time: opt.Budget, Slower: opt.Slower, Skip: skip,
		Choose: opt.Choose, Production: live.lines(), Begun: start, Asked: work.asked,
		Only: work.only, Redact: opt.Redact, Graph: work.graph, Loader: work.loader,
	})
	if err != nil {
		return alloc.FixReport{}, err
	}
	if err := reasons.add(); err != nil {
		return alloc.FixReport{}, err
	}
	rep := fixReport(rec, result)
	for i, t := range rep.Trials {
		rep.Trials[i].Calls, rep.Trials[i].Tests = work.replayed(t)
	}
	if live != nil {
		live.report(ctx, s, work, opt, result, &rep)
	}
	rep.Shard = opt.Shard.String()
	rep.Phases = append([]alloc.Phase{measured}, rep.Phases...)
	rep.Seconds = time.Since(start).Seconds()
	return rep, opt.write(ctx, s, rec.ModuleDir, result, &rep)
}

func (opt PackagesOptions) progress(phase, what string) {
	if opt.Progress != nil {
		opt.Progress(phase, what)
	}
}

func (opt PackagesOptions) check() error {
	risk := technique.Risk(cmp.Or(opt.Risk, string(technique.Checked)))
	if !technique.Ask.Allows(risk) {
		return fmt.Errorf("the risk %q must be one of safe, checked, ask", opt.Risk)
	}
	if _, err := regexp.Compile(opt.Redact); err != nil {
		return fmt.Errorf("-redact: %w: give a regular expression for the names of what is "+
			"secret, as (?i)password|token", err)
	}
	if opt.Commit != nil && !opt.Write {
		return errors.New("only files that were written can be committed")
	}
	return nil
}

// skip returns a function that says why a file must not be changed, or "".
func (opt PackagesOptions) skip(ctx context.Context, dir string) (func(string) string,
	[]alloc.Warning) {
	modules := opt.mainModules(ctx)
	dirty, warnings := opt.dirty(ctx, dir)
	return func(file string) string {
		real, err := filepath.EvalSymlinks(file)
		switch {
		case err != nil:
			return err.Error()
		case !slices.ContainsFunc(modules, func(dir string) bool {
			return symbol.Holds(dir, file)
		}):
			return file + " is outside of the main module"
		case dirty[real] || dirty[file]:
			return filepath.Base(file) + " has changes that are not committed: commit or stash " +
				"them, or use -force"
		}
		return ""
	}, warnings
}

// mainModules returns the folders of the modules whose code is the user's: the
// one around the folder, or those of the workspace.
func (opt PackagesOptions) mainModules(ctx context.Context) []string {
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: opt.Dir, Env: opt.Env,
		Args: []string{"list", "-m", "-f", "{{.Dir}}"}})
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// dirty returns the files that must not be overwritten.
func (opt PackagesOptions) dirty(ctx context.Context, dir string) (map[string]bool,
	[]alloc.Warning) {
	if opt.Force || !opt.Write {
		return nil, nil
	}
	dirty, err := git.Dirty(ctx, dir)
	if err != nil {
		return nil, []alloc.Warning{{Code: alloc.WarnNoGit,
			Text: "What is rewritten cannot be compared with a commit: " +
				strings.TrimSpace(err.Error()) + "."}}
	}
	return dirty, nil
}

// fixReport turns the result into a report.
func fixReport(rec *alloc.Record, result *Result) alloc.FixReport {
	before, _ := explain.Report(rec, "fix", false)
	after, _ := explain.Report(result.After, "fix", false)
	rep := alloc.FixReport{Report: before, Trials: result.Trials, After: after.Benchmarks,
		Varying:    result.Varying,
		AfterSites: after.Sites, Patch: result.Patch(rec.ModuleDir),
		Files: result.Names(rec.ModuleDir), Phases: result.Phases}
	rep.Warnings = slices.Concat(rep.Warnings, result.Warnings)
	return rep
}

// write changes the files and makes the commit, as far as the options ask.
func (opt PackagesOptions) write(ctx context.Context, s *measure.Session, dir string,
	result *Result, rep *alloc.FixReport) error {
	if !opt.Write || len(rep.Files) == 0 {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	opt.progress("writing", strings.Join(rep.Files, " "))
	if err := result.Write(s.Cache.Journals(), opt.Finisher); err != nil {
		return err
	}
	rep.Written = true
	if opt.Commit == nil {
		return nil
	}
	var files []string
	for _, name := range rep.Files {
		files = append(files, symbol.FilePath(dir, name))
	}
	if err := git.Commit(context.WithoutCancel(ctx), dir, files, opt.Commit(*rep)); err != nil {
		return fmt.Errorf("the files are changed, but the commit was not made: %w", err)
	}
	return nil
}
