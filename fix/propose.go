package fix

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
)

// propose returns the candidates for the current code that were not tried
// before. It asks the techniques only about packages that changed.
func (j *job) propose(ctx context.Context, s *state) ([]candidate, error) {
	j.progress("proposing", fmt.Sprintf("%d accepted", len(s.accepted)))
	defer j.scheduler.step()()
	defer j.phases.begin("propose")()
	if err := j.ask(ctx, s); err != nil {
		return nil, err
	}
	sites := explain.Findings(s.code.record, explain.Options{})
	runs := benchmarked(s.code.record)
	var found []candidate
	for _, path := range slices.Sorted(maps.Keys(s.proposals)) {
		for _, p := range s.proposals[path] {
			c, ok, err := j.candidate(s, p, sites)
			if err != nil {
				return nil, err
			}
			if ok {
				c.benched = runs(c.Func)
				found = append(found, c)
				j.foresee(c)
			}
		}
	}
	return found, nil
}

// foresee notes the function of a candidate, which may be tried in this round or a later one.
func (j *job) foresee(c candidate) {
	j.mu.Lock()
	defer j.mu.Unlock()
	name := symbol.Source(c.Func)
	if !slices.Contains(j.ahead[c.Package], name) {
		j.ahead[c.Package] = append(j.ahead[c.Package], name)
	}
}

// foreseen returns the functions of a package for which something is proposed.
func (j *job) foreseen(path string) []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.ahead[path])
}

// ask asks about the outdated packages.
func (j *job) ask(ctx context.Context, s *state) error {
	if len(s.outdated) == 0 {
		return nil
	}
	list, warnings, err := j.proposals(ctx, s)
	if err != nil {
		return err
	}
	for _, path := range s.outdated {
		delete(s.proposals, path)
	}
	s.outdated = nil
	for _, w := range warnings {
		if !slices.Contains(s.warnings, w) {
			s.warnings = append(s.warnings, w)
		}
	}
	for _, p := range list {
		if len(p.Edits) > 0 {
			s.proposals[p.Package] = append(s.proposals[p.Package], p)
		}
	}
	return nil
}

// proposals returns those for the outdated packages. For the code as it is on
// disk they may be known.
func (j *job) proposals(ctx context.Context, s *state) ([]propose.Found, []alloc.Warning, error) {
	if j.opt.Asked == nil || len(s.code.files) > 0 {
		return j.source(ctx, s.code.files, s.outdated)
	}
	var list []propose.Found
	for _, f := range j.opt.Asked.Found {
		if slices.Contains(s.outdated, f.Package) {
			list = append(list, f)
		}
	}
	return list, j.opt.Asked.Failed, nil
}

// source returns the proposals for packages, given the files that differ from
// those on disk.
type source func(ctx context.Context, files rewrite.Files, packages []string) (
	[]propose.Found, []alloc.Warning, error)

// techniques is the source of proposals outside of tests.
func (j *job) techniques(ctx context.Context, files rewrite.Files, packages []string) (
	[]propose.Found, []alloc.Warning, error) {
	answer, err := propose.Ask(ctx, propose.Question{Dir: j.opt.Trace.Dir, Patterns: packages,
		Tags: j.opt.Trace.Tags, Env: j.opt.Trace.Env, Techniques: j.opt.Techniques,
		Overlay: files, Loader: j.opt.Loader})
	return answer.Found, answer.Failed, err
}
