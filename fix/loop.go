package fix

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/production"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
)

// code is the module as it is with what has been accepted.
type code struct {
	files  rewrite.Files // those that differ from the disk
	record *alloc.Record // of its benchmarks
}

// state is what a loop knows between rounds. A loop works on packages that
// share benchmarks, so that their gains cannot be measured separately.
type state struct {
	code     code
	accepted []alloc.Trial
	kept     []candidate          // the accepted, in the same order
	claims   [][]production.Place // of the accepted
	dropped  []rejection
	tried    map[string]bool // keys of candidates
	warnings []alloc.Warning
	late     bool // the time was over before everything was tried
	pace     pace // of the rounds

	// marks are those of the rounds, the first one before any. proven is how many of
	// the kept have passed the tests of importing packages, too; careful says that these
	// run in each round.
	marks   []mark
	proven  int
	careful bool

	// proposals are those for the code as it is now, by import path, and stale
	// the packages that have changed since.
	proposals map[string][]propose.Found
	outdated  []string
}

// rejection is a candidate that is not kept, with the judge that dropped it and
// the reason; together is what spoke against it with the others for its function.
type rejection struct {
	candidate               candidate
	judge, reason, together string
}

func (r rejection) trial() alloc.Trial {
	if r.together != "" {
		r.reason += "; with the others for this function: " + r.together
	}
	return alloc.Trial{Candidate: r.candidate.reported(), Rejected: r.judge,
		Reason: r.reason, Verdicts: r.candidate.verdicts}
}

// begin returns the state of a loop that may rewrite the packages.
func (j *job) begin(packages []string) state {
	return state{code: code{rewrite.Files{}, j.opt.Record}, outdated: packages,
		pace: pace{measured: j.before}, tried: map[string]bool{},
		proposals: map[string][]propose.Found{}}
}

// loop rewrites the packages of a state until nothing more is gained.
func (j *job) loop(ctx context.Context, s state) (state, error) {
	s.marks = []mark{{code: s.code}}
	for {
		var err error
		if s, err = j.rounds(ctx, s); err != nil {
			return s, err
		}
		fine := false
		if s, fine, err = j.confirm(ctx, s); err != nil || fine {
			return s, err
		}
		if j.over() {
			s.late = true
			return s, nil
		}
	}
}

// rounds tries what is proposed until nothing more is gained.
func (j *job) rounds(ctx context.Context, s state) (state, error) {
	timed, stop, expired := j.withinStep(ctx)
	defer stop()
	var found []candidate
	for !j.over() {
		var err error
		if found, err = j.propose(timed, &s); expired(err) {
			break
		}
		if err != nil {
			return s, err
		}
		batch := j.portion(s.pace, choose(found))
		if len(batch) == 0 {
			break
		}
		if batch, err = j.better(timed, &s, batch, found); expired(err) {
			break
		}
		if err != nil {
			return s, err
		}
		for _, c := range batch {
			s.tried[c.key] = true
		}
		deferred := j.defers(&s)
		begun := time.Now()
		o, err := j.try(ctx, trying{base: s.code.files, now: s.code, deferred: deferred}, batch)
		if err != nil {
			return s, err
		}
		took := time.Since(begun)
		s.apply(o, deferred)
		if !deferred && j.defers(&s) { // what the next rounds do without
			took = max(took/2, took-time.Duration(j.tested.Load()))
		}
		s.pace = s.pace.with(len(batch), took)
	}
	if j.over() {
		s.giveUp(found)
	}
	for {
		deferred := j.defers(&s)
		o, err := j.tryGroups(timed, &s, deferred)
		if expired(err) {
			s.late = true
			return s, nil
		}
		if err != nil || len(o.kept) == 0 {
			return s, err
		}
		s.apply(o, deferred) // positions may have moved
	}
}

// giveUp drops the candidates that were not tried: there is no time left for them.
func (s *state) giveUp(found []candidate) {
	left := slices.DeleteFunc(slices.Clone(found), func(c candidate) bool { return s.tried[c.key] })
	for _, c := range left {
		s.tried[c.key] = true
	}
	s.dropped = outcome{dropped: s.dropped}.outOfTime(left).dropped
	s.late = true
}

// apply records an outcome, proven without the tests of importing packages if these are
// deferred. A candidate that is kept after all is removed from the dropped ones.
func (s *state) apply(o outcome, deferred bool) {
	s.dropped = append(s.dropped, o.dropped...)
	s.late = s.late || o.late
	for _, c := range o.later {
		delete(s.tried, c.key)
	}
	if len(o.kept) == 0 {
		return
	}
	s.code = o.code
	for _, c := range o.kept {
		s.accepted = append(s.accepted, alloc.Trial{Candidate: c.reported(),
			Accepted: true, Verdicts: c.verdicts})
		s.kept = append(s.kept, c)
		s.claims = append(s.claims, c.claims)
		if !slices.Contains(s.outdated, c.Package) {
			s.outdated = append(s.outdated, c.Package)
		}
		s.dropped = slices.DeleteFunc(s.dropped, func(r rejection) bool {
			return r.candidate.key == c.key
		})
	}
	s.marks = append(s.marks, mark{s.code, len(s.kept)})
	if !deferred {
		s.proven = len(s.kept)
	}
}

// gainedNothing reports whether a candidate was dropped because it gained
// nothing.
func (s *state) gainedNothing(c candidate) bool {
	return slices.ContainsFunc(s.dropped, func(r rejection) bool {
		return r.judge == "counts" && r.candidate.key == c.key
	})
}

// tryGroups tries, function by function, the candidates together that gained
// nothing alone: one may remove what kept another from helping. It stops at the
// first group that is kept.
func (j *job) tryGroups(ctx context.Context, s *state, deferred bool) (outcome, error) {
	found, err := j.withoutGain(ctx, s)
	if err != nil {
		return outcome{}, err
	}
	for len(found) > 0 {
		var group, rest []candidate
		for _, c := range found {
			if c.Func != found[0].Func {
				rest = append(rest, c)
			} else if !slices.ContainsFunc(group, c.conflicts) {
				group = append(group, c)
			}
		}
		found = rest
		if len(group) < 2 || j.over() {
			continue
		}
		o, why, err := j.tryGroup(ctx, trying{base: s.code.files, now: s.code,
			deferred: deferred}, group)
		if err != nil || len(o.kept) > 0 {
			return o, err
		}
		s.note(group, why)
	}
	return outcome{}, nil
}

// withoutGain proposes again the candidates that were dropped because they
// gained nothing.
func (j *job) withoutGain(ctx context.Context, s *state) ([]candidate, error) {
	dropped := 0
	for _, r := range s.dropped {
		if r.judge == "counts" {
			dropped++
		}
	}
	if dropped < 2 || j.over() {
		return nil, nil
	}
	again := *s
	again.tried = map[string]bool{}
	found, err := j.propose(ctx, &again)
	s.proposals, s.outdated, s.warnings = again.proposals, again.outdated, again.warnings
	return slices.DeleteFunc(found, func(c candidate) bool { return !s.gainedNothing(c) }), err
}

// tryGroup tries candidates of one function as one. Those that are not kept are
// among the dropped ones already; why says what speaks against all of them.
func (j *job) tryGroup(ctx context.Context, at trying, group []candidate) (
	o outcome, why string, err error) {
	p, err := j.prove(ctx, at, group, true)
	var conflict *verify.ConflictError
	switch {
	case errors.As(err, &conflict):
		return outcome{}, conflict.Error(), nil
	case err != nil:
		return outcome{}, "", err
	case p.ambiguous != nil:
		return outcome{}, p.ambiguous.Reason, nil
	case len(p.dropped) > 0:
		return outcome{}, p.dropped[0].reason, nil
	case len(p.remaining) < len(group):
		return outcome{}, "some of them are left for later", nil
	}
	return outcome{kept: p.remaining, code: p.code}, "", nil
}

// note records what speaks against all of a group, each of which gained nothing alone.
func (s *state) note(group []candidate, why string) {
	for i, r := range s.dropped {
		if r.judge == "counts" && slices.ContainsFunc(group, func(c candidate) bool {
			return c.key == r.candidate.key
		}) {
			s.dropped[i].together = why
		}
	}
}
