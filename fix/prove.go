package fix

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
)

// trying is the code in which candidates are tried.
type trying struct {
	base rewrite.Files // the files that their edits are for
	made []candidate   // candidates that are kept already
	now  code          // base with made

	deferred bool // the tests of importing packages run later
}

// outcome is what became of candidates.
type outcome struct {
	kept    []candidate
	dropped []rejection
	later   []candidate // to be proposed again in the next round
	code    code        // with kept
	late    bool        // time ran out
}

// join returns the outcome of o followed by p.
func (o outcome) join(p outcome) outcome {
	p.kept = slices.Concat(o.kept, p.kept)
	p.dropped = slices.Concat(o.dropped, p.dropped)
	p.later = slices.Concat(o.later, p.later)
	p.late = o.late || p.late
	return p
}

// outOfTime drops candidates for which there is no time left.
func (o outcome) outOfTime(set []candidate) outcome {
	o.late = true
	for _, c := range set {
		o.dropped = append(o.dropped, rejection{candidate: c, judge: "budget",
			reason: "time ran out before it could be tried"})
	}
	return o
}

// try has candidates proven together, because most of them are fine, and in
// halves if the judges cannot say which one is at fault.
func (j *job) try(ctx context.Context, at trying, set []candidate) (outcome, error) {
	o := outcome{code: at.now}
	late := false // what is left of the time is for those that were timed
	for len(set) > 0 {
		if j.over() && !late {
			return o.outOfTime(set), nil
		}
		timed, stop, expired := j.withinStep(ctx)
		p, err := j.prove(timed, at, set, false)
		gaveUp := expired(err)
		stop()
		if gaveUp {
			return o.outOfTime(set), nil
		}
		var conflict *verify.ConflictError
		if errors.As(err, &conflict) {
			p = proof{remaining: set,
				ambiguous: &alloc.Verdict{Judge: "build", Reason: conflict.Error()}}
		} else if err != nil {
			return o, err
		}
		o = o.join(outcome{dropped: p.dropped, later: p.later, late: p.late, code: at.now})
		switch {
		case p.ambiguous != nil:
			halves, err := j.halves(ctx, at, p)
			return o.join(halves), err
		case !p.retry:
			if len(p.remaining) > 0 {
				o.kept, o.code = p.remaining, p.code
			}
			return o, nil
		}
		set, late = p.remaining, p.late // proven again, without the dropped ones
	}
	return o, nil
}

// halves tries the candidates of an ambiguous rejection without half of the suspects, and
// then these. A single candidate is dropped, unless it may just conflict with what was kept
// before it.
func (j *job) halves(ctx context.Context, at trying, p proof) (outcome, error) {
	set, no := p.remaining, *p.ambiguous
	if len(set) == 1 {
		o := outcome{code: at.now}
		if no.Judge == "build" && len(at.made) > 0 {
			o.later = set
		} else {
			o.dropped = []rejection{{candidate: set[0], judge: no.Judge, reason: no.Reason}}
		}
		return o, nil
	}
	one, other := divided(set, p.suspects)
	first, err := j.try(ctx, at, one)
	if err != nil {
		return first, err
	}
	at.made, at.now = slices.Concat(at.made, first.kept), first.code
	second, err := j.try(ctx, at, other)
	return first.join(second), err
}

// divided splits a set of several into one with half of the suspects, which are of several
// functions alike, and the other half of them. Neither is empty.
func divided(set, suspects []candidate) (one, other []candidate) {
	if len(suspects) == 0 {
		suspects = set
	}
	left := map[string]bool{}
	suspects = byFunc(suspects)
	for _, c := range suspects[len(suspects)/2:] {
		left[c.key] = true
	}
	for _, c := range set {
		if left[c.key] {
			other = append(other, c)
		} else {
			one = append(one, c)
		}
	}
	return one, other
}

// proof is the result of asking judges about candidates.
type proof struct {
	remaining []candidate // those that no judge has dropped, with their verdicts
	dropped   []rejection
	later     []candidate // those that build, but not together with the others
	late      bool
	code      code           // with left
	ambiguous *alloc.Verdict // a rejection that may be due to any of the suspects
	suspects  []candidate    // of the remaining ones; none for all
	retry     bool           // the remaining ones must be proven without the dropped ones
}

// prove asks the judges about candidates. The judges that reject fastest come
// first; timing comes last, when no other step runs. It ends early when the
// judges of behavior and time have dropped some. The error is a
// [verify.ConflictError] if the edits cannot be made.
func (j *job) prove(ctx context.Context, at trying, set []candidate, together bool) (
	p proof, err error) {
	for _, c := range set {
		c.verdicts = nil
		c.recall(set)
		p.remaining = append(p.remaining, c)
	}
	change, err := j.change(ctx, at, p.remaining)
	if err != nil {
		return p, err
	}
	change.Together = together
	m := verify.Measurements{Before: at.now.record}
	for _, ask := range []func(context.Context, trying, verify.Change, verify.Measurements,
		proof) (proof, error){j.judgeBuild, j.judgeCounts, j.judgeBehavior, j.judgeTime} {
		if change, err = change.With(verifyCandidates(p.remaining)); err != nil {
			return p, err
		}
		p.code.files = change.New
		end := j.scheduler.step()
		p, err = ask(ctx, at, change, m, p)
		end()
		if err != nil || p.ambiguous != nil || p.retry || len(p.remaining) == 0 {
			return p, err
		}
	}
	return p, nil
}

// change returns the change that the candidates make.
func (j *job) change(ctx context.Context, at trying, set []candidate) (verify.Change, error) {
	c := j.unchanged()
	c.Base, c.Made, c.Old = at.base, verifyCandidates(at.made), at.now.files
	for _, one := range set {
		if !slices.Contains(c.Packages, one.Package) {
			c.Packages = append(c.Packages, one.Package)
		}
	}
	slices.Sort(c.Packages)
	var err error
	if c.Affected, err = j.importers(ctx, c.Packages); err != nil {
		return c, err
	}
	return c.With(verifyCandidates(set))
}

// verifyCandidates returns the candidates as judges see them.
func verifyCandidates(set []candidate) []verify.Candidate {
	var list []verify.Candidate
	for _, c := range set {
		list = append(list, c.Candidate)
	}
	return list
}

// describe names a set for the progress line.
func describe(set []candidate) string {
	if len(set) == 1 {
		return set[0].Technique + " in " + symbol.Short(set[0].Func)
	}
	return fmt.Sprintf("%d rewrites of %s", len(set), path.Base(set[0].Package))
}
