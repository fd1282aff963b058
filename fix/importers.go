package fix

import (
	"context"
	"slices"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// mark is how far a loop had come after a round in which rewrites were kept.
type mark struct {
	code code
	kept int // rewrites until then
}

// defers reports whether the tests of importing packages, and the builds for other systems, may
// wait for the end of a loop.
// The first round that keeps something runs them, and tells how long they take: with a
// limit there must be time left for them at the end.
func (j *job) defers(s *state) bool {
	if s.careful || s.proven == 0 {
		return false
	}
	return j.opt.Time == 0 || time.Duration(j.tested.Load()) <= j.opt.Time/deferredPart
}

// tests asks the judge of tests, without those of importing packages if that is deferred,
// unless the packages have none of their own.
func (j *job) tests(ctx context.Context, at trying, c verify.Change, m verify.Measurements) (
	verify.Judgement, error) {
	defer j.phases.begin("tests")()
	if at.deferred && len(c.Affected) > 0 {
		own := c
		own.Affected = nil
		said, err := j.judges.tests(ctx, own, m)
		none := err == nil && said.Ambiguous == nil && said.Verdicts[0].Outcome == alloc.Unknown
		if !none {
			return said, err
		}
	}
	begun := time.Now()
	said, err := j.judges.tests(ctx, c, m)
	took, known := int64(time.Since(begun)), j.tested.Load()
	if known == 0 {
		took /= 2 // they have run without any change as well
	}
	for took > known && !j.tested.CompareAndSwap(known, took) {
		known = j.tested.Load()
	}
	return said, err
}

// confirm builds for other systems, and runs the tests of importing packages, with all that was
// kept without that. If
// they fail it takes the loop back to the last state with which they pass, and returns
// false: from there on they have to be run in each round.
func (j *job) confirm(ctx context.Context, s state) (state, bool, error) {
	last := len(s.marks) - 1
	good := slices.IndexFunc(s.marks, func(m mark) bool { return m.kept == s.proven })
	if s.proven == len(s.kept) || good < 0 {
		return s, true, nil
	}
	timed, stop, expired := j.within(ctx)
	defer stop()
	passes := func(i int) (bool, error) {
		ok, err := j.importersPass(timed, s, s.marks[i])
		if expired(err) {
			return false, nil // what is not proven is not kept
		}
		return ok, err
	}
	ok, err := passes(last)
	if err != nil || ok {
		s.proven = len(s.kept)
		return s, true, err
	}
	for bad := last; bad-good > 1; {
		middle := (good + bad) / 2
		if ok, err = passes(middle); err != nil {
			return s, false, err
		}
		if ok {
			good = middle
		} else {
			bad = middle
		}
	}
	return s.back(good), false, nil
}

// importersPass reports whether what was rewritten until a mark builds for other systems, and the
// tests of the packages that import it pass, with the code of then.
func (j *job) importersPass(ctx context.Context, s state, at mark) (bool, error) {
	c := j.unchanged()
	c.New = at.code.files
	var changed []string
	for _, one := range s.kept[:at.kept] {
		if !slices.Contains(changed, one.Package) {
			changed = append(changed, one.Package)
		}
	}
	j.progress("testing", "the packages that import what was rewritten")
	defer j.scheduler.step()()
	c.Packages = changed
	m := verify.Measurements{Before: at.code.record}
	said, err := j.variants(ctx, trying{}, c, m)
	if err != nil || said.Verdicts[0].Outcome == alloc.Rejected {
		return false, err
	}
	c.Packages = nil
	if c.Affected, err = j.importers(ctx, changed); err != nil || len(c.Affected) == 0 {
		return err == nil, err
	}
	defer j.phases.begin("tests")()
	if said, err = j.judges.tests(ctx, c, m); err != nil {
		return false, err
	}
	return said.Verdicts[0].Outcome != alloc.Rejected, nil
}

// back returns the state as it was at a mark, from which the rewrites that were kept since
// may be tried again.
func (s state) back(to int) state {
	m := s.marks[to]
	for _, c := range s.kept[m.kept:] {
		delete(s.tried, c.key)
		s.outdated = append(s.outdated, c.Package)
	}
	s.code, s.marks, s.proven, s.careful = m.code, s.marks[:to+1:to+1], m.kept, true
	s.kept, s.accepted = s.kept[:m.kept:m.kept], s.accepted[:m.kept:m.kept]
	s.claims = s.claims[:m.kept:m.kept]
	return s
}
