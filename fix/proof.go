package fix

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify/build"
	"github.com/wring-go/wring/verify/counts"
)

// proof is a set of candidates before the judges. The judges that are fast to
// say no come first; the clock comes last, when the machine has nothing else
// to do.
type proof struct {
	*loop
	set    []candidate
	change alloc.Change
	before *alloc.Record
	whole  bool // the set is tried as one: nobody asks who gains what

	// known holds what the comparison said of candidates in an earlier proof
	// of the same attempt, which fell for the sake of others.
	known map[string]alloc.Verdict

	record  *alloc.Record  // of the code with the set
	unclear *alloc.Verdict // a no that may be meant for any of the set
}

// run asks the judges and returns the candidates that all of them accept. It
// ends early when some have fallen: the others must be proven without them.
func (p *proof) run(ctx context.Context) ([]candidate, error) {
	for _, step := range []func(context.Context) error{
		p.build, p.count, p.behave, p.time,
	} {
		n := len(p.set)
		if err := p.turn(ctx, step); err != nil {
			return nil, err
		}
		if p.unclear != nil || len(p.set) < n {
			break
		}
	}
	return p.set, nil
}

// turn asks a judge when there is room for it.
func (p *proof) turn(ctx context.Context, step func(context.Context) error) error {
	defer p.turns.step()()
	return step(ctx)
}

// what names the set for the progress line.
func (p *proof) what() string {
	if len(p.set) == 1 {
		return p.set[0].Technique + " in " + short(p.set[0].Func)
	}
	return fmt.Sprintf("%d rewrites of %s", len(p.set), short(p.set[0].Package))
}

// short returns a function's name without the folders before its package.
func short(fn string) string { return fn[strings.LastIndexByte(fn, '/')+1:] }

// all notes a verdict that holds for the whole set.
func (p *proof) all(v alloc.Verdict) {
	for i := range p.set {
		p.set[i].verdicts = append(p.set[i].verdicts, v)
	}
	if v.Outcome == alloc.Rejected {
		p.unclear = &v
	}
}

// each keeps the candidates for which judge finds no reason against.
func (p *proof) each(judge func(c *candidate) (name, reason string)) {
	var left []candidate
	for _, c := range p.set {
		if name, reason := judge(&c); name != "" {
			p.drop(c, name, reason)
			continue
		}
		left = append(left, c)
	}
	p.set = left
}

func (p *proof) build(ctx context.Context) error {
	p.progress("building", p.what())
	defer p.phases.begin("build")()
	v, err := build.Judge(ctx, p.change)
	if err == nil {
		p.all(v)
	}
	return err
}

// count measures, and drops what gains nothing.
func (p *proof) count(ctx context.Context) error {
	p.progress("counting", p.what())
	defer p.phases.begin("counts")()
	cfg := p.Trace
	cfg.Progress = nil
	cfg.Packages = nil
	for _, path := range slices.Concat(p.change.Packages, p.change.Affected) {
		if pkg, ok := listed(p.Trace.Packages, path); ok {
			cfg.Packages = append(cfg.Packages, pkg)
		}
	}
	now, err := counts.Measure(ctx, cfg, p.change)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		p.all(alloc.Verdict{Judge: "counts", Outcome: alloc.Rejected,
			Reason: "it cannot be measured: " + err.Error()})
		return nil
	}
	old, n := only(p.before, cfg.Packages), len(p.set)
	now = settle(old, now, p.funcs())
	reason, err := p.heavier(ctx, cfg, old, now)
	if err != nil {
		return err
	}
	if reason != "" {
		p.all(alloc.Verdict{Judge: "counts", Outcome: alloc.Rejected, Reason: reason})
		return nil
	}
	if p.gains(old, now); len(p.set) < n {
		return nil
	}
	if err := p.confirm(ctx, cfg, old); err != nil || len(p.set) < n {
		return err
	}
	if counts.Moved(old, now, p.claims()) {
		p.unclear = &alloc.Verdict{Judge: "counts", Outcome: alloc.Rejected,
			Reason: counts.MovedReason}
	}
	p.record = merge(p.before, now)
	return nil
}

// funcs returns the functions that the set is about.
func (p *proof) funcs() []string {
	var list []string
	for _, c := range p.set {
		list = append(list, c.Func)
	}
	return list
}

// gains drops the candidates that gain nothing. Of a group in which that cannot
// be told only the heaviest stays; the others have their turn later.
func (p *proof) gains(old, now *alloc.Record) {
	later := map[string]bool{}
	for _, group := range groups(p.set, old) {
		if p.whole || len(group) == 1 || clear(old, now, group) {
			continue
		}
		for _, c := range group[1:] {
			later[c.key] = true
			delete(p.tried, c.key)
		}
	}
	p.set = slices.DeleteFunc(p.set, func(c candidate) bool { return later[c.key] })
	if len(later) > 0 {
		return // what was counted speaks of all of them
	}
	p.each(func(c *candidate) (string, string) {
		v := counts.Lighter(old, now, []string{c.Func})
		c.verdicts = append(c.verdicts, v)
		if v.Outcome == alloc.Rejected {
			return v.Judge, v.Reason
		}
		return "", ""
	})
}

// claims returns what the counts say of each function that is rewritten: once,
// however many candidates share its gain.
func (p *proof) claims() []alloc.Verdict {
	var list []alloc.Verdict
	seen := map[string]bool{}
	for _, c := range p.set {
		for _, v := range c.verdicts {
			if v.Judge == "counts" && !seen[c.Func] {
				seen[c.Func] = true
				list = append(list, v)
			}
		}
	}
	return list
}
