package fix

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify/build"
)

// proof is a set of candidates before the judges. The judges that are fast to
// say no come first; the clock comes last, when the machine has nothing else
// to do.
type proof struct {
	*attempt
	set    []candidate
	change alloc.Change
	whole  bool // the set is tried as one: nobody asks who gains what

	built   int            // how many were known to build
	counted *alloc.Record  // of the code with the set
	unclear *alloc.Verdict // a no that may be meant for any of the set
}

// run asks the judges and returns the candidates that all of them accept, of
// those that build together and gain. It ends early when the judges of behaviour
// and time have dropped some: the others must be proven without them.
func (p *proof) run(ctx context.Context) (left []candidate, again bool, err error) {
	for _, step := range []func(context.Context) error{p.build, p.count, p.rebuild} {
		if err := p.turn(ctx, step); err != nil || p.unclear != nil || len(p.set) == 0 {
			return p.set, false, err
		}
	}
	n := len(p.set)
	for _, step := range []func(context.Context) error{p.behave, p.time} {
		if err := p.turn(ctx, step); err != nil || p.unclear != nil || len(p.set) < n {
			return p.set, true, err
		}
	}
	return p.set, false, nil
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

// build drops what does not build. What does not build together with something
// else is left for the next round, which proposes for the code as it is then.
func (p *proof) build(ctx context.Context) error {
	p.progress("building", p.what())
	defer p.phases.begin("build")()
	v, err := build.Judge(ctx, p.change)
	if err != nil {
		return err
	}
	if v.Outcome == alloc.Rejected && !p.whole {
		return p.buildEach(ctx)
	}
	p.all(v)
	p.built = len(p.set)
	return nil
}

// buildEach keeps what builds with what is kept so far.
func (p *proof) buildEach(ctx context.Context) error {
	set := p.set
	p.set = nil
	for _, c := range set {
		v, err := p.judge(ctx, append(slices.Clone(p.set), c))
		if err != nil {
			return err
		}
		c.verdicts = append(c.verdicts, v)
		if v.Outcome == alloc.Accepted {
			p.set = append(p.set, c)
			continue
		}
		if len(p.set)+len(p.accepted) > 0 {
			if v, err = p.judgeAlone(ctx, c); err != nil {
				return err
			}
		}
		if v.Outcome == alloc.Accepted {
			p.later(c)
			continue
		}
		p.drop(c, v.Judge, v.Reason)
	}
	p.built = len(p.set)
	var err error
	p.change.New, err = p.with(p.set)
	return err
}

// judge builds the code with a list of candidates.
func (p *proof) judge(ctx context.Context, list []candidate) (alloc.Verdict, error) {
	change := p.change
	var err error
	if change.New, err = p.with(list); err != nil {
		return alloc.Verdict{}, err
	}
	return build.Judge(ctx, change)
}

// judgeAlone builds the code with nothing of this attempt but one candidate.
func (p *proof) judgeAlone(ctx context.Context, c candidate) (alloc.Verdict, error) {
	change := p.change
	var err error
	change.Old = p.base
	if change.New, err = p.apply(p.base, []candidate{c}); err != nil {
		return alloc.Verdict{}, err
	}
	return build.Judge(ctx, change)
}

// rebuild builds what is left when some have gained nothing.
func (p *proof) rebuild(ctx context.Context) error {
	if len(p.set) == p.built {
		return nil
	}
	defer p.phases.begin("build")()
	v, err := build.Judge(ctx, p.change)
	if err == nil && v.Outcome == alloc.Rejected {
		p.unclear = &v
	}
	return err
}
