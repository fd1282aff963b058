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

// trying is where candidates are tried.
type trying struct {
	base rewrite.Files // what their edits are for
	made []candidate   // those of them that are kept already
	now  code          // base with made
}

// outcome is what became of candidates.
type outcome struct {
	kept    []candidate
	dropped []rejection
	later   []candidate // to be proposed again, for the code as it is then
	code    code        // with kept
	late    bool        // the time was over
}

// and returns what o and then p came to.
func (o outcome) and(p outcome) outcome {
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
		o.dropped = append(o.dropped, rejection{c, "budget",
			"the time was over before it could be tried"})
	}
	return o
}

// try has candidates proven together, since most of them stand on their own, and
// in halves where the judges do not say which one is at fault.
func (j *job) try(ctx context.Context, at trying, set []candidate) (outcome, error) {
	o := outcome{code: at.now}
	for len(set) > 0 {
		if j.over() {
			return o.outOfTime(set), nil
		}
		p, err := j.prove(ctx, at, set, false)
		var conflict *verify.ConflictError
		if errors.As(err, &conflict) {
			p = proof{left: set, unclear: &alloc.Verdict{Judge: "build", Reason: conflict.Error()}}
		} else if err != nil {
			return o, err
		}
		o = o.and(outcome{dropped: p.dropped, later: p.later, late: p.late, code: at.now})
		switch {
		case p.unclear != nil:
			halves, err := j.halves(ctx, at, p.left, *p.unclear)
			return o.and(halves), err
		case !p.again:
			if len(p.left) > 0 {
				o.kept, o.code = p.left, p.code
			}
			return o, nil
		}
		set = p.left // proven anew, without those that fell
	}
	return o, nil
}

// halves tries each half of a set by itself. A single candidate is dropped,
// unless it may only not fit with what was kept before it.
func (j *job) halves(ctx context.Context, at trying, set []candidate, no alloc.Verdict) (
	outcome, error) {
	if len(set) == 1 {
		o := outcome{code: at.now}
		if no.Judge == "build" && len(at.made) > 0 {
			o.later = set
		} else {
			o.dropped = []rejection{{set[0], no.Judge, no.Reason}}
		}
		return o, nil
	}
	first, err := j.try(ctx, at, set[:len(set)/2])
	if err != nil {
		return first, err
	}
	at.made, at.now = slices.Concat(at.made, first.kept), first.code
	second, err := j.try(ctx, at, set[len(set)/2:])
	return first.and(second), err
}

// proof is what the judges say of candidates.
type proof struct {
	left    []candidate // those that no judge has dropped, with their verdicts
	dropped []rejection
	later   []candidate // those that build, but not together with the others
	late    bool
	code    code           // with left
	unclear *alloc.Verdict // a no that may be meant for any of those left
	again   bool           // those left must be proven without the dropped ones
}

// prove asks the judges about candidates. Those that are fast to say no come
// first; the clock comes last, when the machine has nothing else to do. It
// ends early when the judges of behaviour and time have dropped some. The error
// is a [verify.ConflictError] if the edits cannot be made.
func (j *job) prove(ctx context.Context, at trying, set []candidate, together bool) (
	p proof, err error) {
	for _, c := range set {
		c.verdicts = nil
		p.left = append(p.left, c)
	}
	change, err := j.change(ctx, at, p.left)
	if err != nil {
		return p, err
	}
	change.Together = together
	m := verify.Measurements{Before: at.now.record}
	for _, ask := range []func(context.Context, verify.Change, verify.Measurements, proof) (
		proof, error){j.build, j.count, j.behave, j.time} {
		if change, err = change.With(plain(p.left)); err != nil {
			return p, err
		}
		p.code.files = change.New
		end := j.turns.step()
		p, err = ask(ctx, change, m, p)
		end()
		if err != nil || p.unclear != nil || p.again || len(p.left) == 0 {
			return p, err
		}
	}
	return p, nil
}

// change returns the change that the candidates make.
func (j *job) change(ctx context.Context, at trying, set []candidate) (verify.Change, error) {
	c := j.unchanged()
	c.Base, c.Made, c.Old = at.base, plain(at.made), at.now.files
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
	return c.With(plain(set))
}

// plain returns the candidates as judges see them.
func plain(set []candidate) []verify.Candidate {
	var list []verify.Candidate
	for _, c := range set {
		list = append(list, c.Candidate)
	}
	return list
}

// what names a set for the progress line.
func what(set []candidate) string {
	if len(set) == 1 {
		return set[0].Technique + " in " + symbol.Short(set[0].Func)
	}
	return fmt.Sprintf("%d rewrites of %s", len(set), path.Base(set[0].Package))
}
