package wring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/fix"
	"github.com/wring-go/wring/internal/git"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/technique"
)

// FixOptions say what to rewrite. Of Options, Run, Sampled and Callees are not
// used: rewrites are proven by benchmarks.
type FixOptions struct {
	Options
	Techniques []string      // names; none means all that are not off by default
	Risk       string        // the highest that is taken: safe, checked or ask; "" means checked
	Budget     time.Duration // when it is over no more candidates are tried; 0 means never
	Slower     bool          // keep what takes more time, too

	Write bool // change the files; without it the report holds the patch only
	Force bool // change files with uncommitted changes, too
	// Finisher is a program and its arguments that calls [FinishWrite] with one
	// more argument. It sees to it that several files are written wholly should
	// this process be killed meanwhile. Without one the next measurement does.
	Finisher []string
	// Commit, when not nil, asks for a git commit of what was written and gives
	// its message.
	Commit func(alloc.FixReport) string
}

// Fix measures the packages, rewrites them, and keeps what is proven: it builds,
// the tests pass, it does the same as before, it allocates less, and it is not
// slower. Files are written at the end, all of them or none, and only if
// opt.Write says so.
func Fix(ctx context.Context, opt FixOptions) (alloc.FixReport, error) {
	if err := opt.check(); err != nil {
		return alloc.FixReport{}, err
	}
	chosen, err := chooseTechniques(opt.Techniques)
	if err != nil {
		return alloc.FixReport{}, err
	}
	start := time.Now()
	s, rec, err := measureExactly(ctx, opt.Options)
	if err != nil {
		return alloc.FixReport{}, err
	}
	measured := alloc.Phase{Name: "measure", Runs: 1, Seconds: time.Since(start).Seconds()}
	skip, warnings := opt.skip(ctx, rec.ModuleDir)
	rec.Warnings = append(rec.Warnings, warnings...)
	result, err := fix.Run(ctx, fix.Options{
		Trace: s.traceConfig(s.traced), Record: rec, Techniques: chosen,
		Risk: technique.Risk(opt.Risk), Time: opt.Budget, Slower: opt.Slower, Skip: skip,
	})
	if err != nil {
		return alloc.FixReport{}, err
	}
	rep := fixReport(rec, result)
	rep.Phases = append([]alloc.Phase{measured}, rep.Phases...)
	rep.Seconds = time.Since(start).Seconds()
	return rep, opt.write(ctx, s, rec.ModuleDir, result, &rep)
}

// measureExactly books the benchmarks and asks the compiler about them.
func measureExactly(ctx context.Context, opt Options) (*session, *alloc.Record, error) {
	s, err := begin(ctx, opt)
	if err != nil {
		return nil, nil, err
	}
	s.unasked = true // the loop asks them itself, for each state of the code
	rec, err := s.trace(ctx)
	if err != nil {
		return nil, nil, s.explain(err)
	}
	return s, rec, s.complete(ctx, rec)
}

func (opt FixOptions) check() error {
	risk := technique.Risk(cmp.Or(opt.Risk, string(technique.Checked)))
	if !technique.Ask.Allows(risk) {
		return fmt.Errorf("the risk %q must be one of safe, checked, ask", opt.Risk)
	}
	if opt.Commit != nil && !opt.Write {
		return errors.New("nothing can be committed that is not written")
	}
	return nil
}

// skip returns what says of a file why it is not to be changed.
func (opt FixOptions) skip(ctx context.Context, dir string) (func(string) string,
	[]alloc.Warning) {
	modules := opt.mainModules(ctx)
	dirty, warnings := opt.dirty(ctx, dir)
	return func(file string) string {
		real, err := filepath.EvalSymlinks(file)
		switch {
		case err != nil:
			return err.Error()
		case !slices.ContainsFunc(modules, func(dir string) bool { return below(dir, file) }):
			return file + " is outside of the module that is worked on"
		case dirty[real] || dirty[file]:
			return filepath.Base(file) + " has changes that are not committed: commit or stash " +
				"them, or use -force"
		}
		return ""
	}, warnings
}

func below(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

// mainModules returns the folders of the modules whose code is the user's: the
// one around the folder, or those of the workspace.
func (opt FixOptions) mainModules(ctx context.Context) []string {
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: opt.Dir, Env: opt.Env,
		Args: []string{"list", "-m", "-f", "{{.Dir}}"}})
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// dirty returns the files that must not be written over.
func (opt FixOptions) dirty(ctx context.Context, dir string) (map[string]bool, []alloc.Warning) {
	if opt.Force || !opt.Write {
		return nil, nil
	}
	dirty, err := git.Dirty(ctx, dir)
	if err != nil {
		return nil, []alloc.Warning{{Code: "no-git", Text: "What is rewritten cannot be compared " +
			"with a commit: " + strings.TrimSpace(err.Error()) + "."}}
	}
	return dirty, nil
}

// fixReport puts the result into the form that is printed.
func fixReport(rec *alloc.Record, result *fix.Result) alloc.FixReport {
	before, _ := Explain(rec, "fix", false)
	after, _ := Explain(result.After, "fix", false)
	rep := alloc.FixReport{Report: before, Trials: result.Trials, After: after.Benchmarks,
		AfterSites: after.Sites, Patch: result.Patch(rec.ModuleDir),
		Files: result.Names(rec.ModuleDir), Phases: result.Phases}
	rep.Warnings = slices.Concat(rep.Warnings, result.Warnings)
	return rep
}

// write changes the files and makes the commit, as far as the options ask.
func (opt FixOptions) write(ctx context.Context, s *session, dir string, result *fix.Result,
	rep *alloc.FixReport) error {
	if !opt.Write || len(rep.Files) == 0 {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	opt.progress("writing", strings.Join(rep.Files, " "))
	if err := result.Write(s.cache.journals(), opt.Finisher); err != nil {
		return err
	}
	rep.Written = true
	if opt.Commit == nil {
		return nil
	}
	var files []string
	for _, name := range rep.Files {
		files = append(files, filepath.Join(dir, filepath.FromSlash(name)))
	}
	if err := git.Commit(context.WithoutCancel(ctx), dir, files, opt.Commit(*rep)); err != nil {
		return fmt.Errorf("the files are changed, but the commit was not made: %w", err)
	}
	return nil
}

func (opt FixOptions) progress(phase, what string) {
	if opt.Progress != nil {
		opt.Progress(phase, what)
	}
}

// FinishWrite waits until the process that writes what a journal says is done,
// and does what is left when it was killed.
func FinishWrite(journal string) error { return fix.FinishWrite(journal) }
