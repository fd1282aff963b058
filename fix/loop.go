package fix

import (
	"context"
	"errors"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
)

// code is the module as it is with what has been accepted.
type code struct {
	files  rewrite.Files // those that differ from the disk
	record *alloc.Record // of its benchmarks
}

// state is what a loop knows between rounds. A loop works on packages whose
// gains cannot be told apart from each other.
type state struct {
	code     code
	accepted []alloc.Trial
	dropped  []rejection
	tried    map[string]bool // keys of candidates
	warnings []alloc.Warning
	late     bool // the time was over before everything was tried

	// proposals are those for the code as it is now, by import path, and stale
	// the packages that have changed since.
	proposals map[string][]propose.Found
	stale     []string
}

// rejection is a candidate that is not kept, and who dropped it why.
type rejection struct {
	candidate     candidate
	judge, reason string
}

func (r rejection) trial() alloc.Trial {
	return alloc.Trial{Candidate: r.candidate.Candidate.Candidate, Rejected: r.judge,
		Reason: r.reason, Verdicts: r.candidate.verdicts}
}

// begin returns the state of a loop that may rewrite the packages.
func (j *job) begin(packages []string) state {
	return state{code: code{rewrite.Files{}, j.opt.Record}, stale: packages,
		tried: map[string]bool{}, proposals: map[string][]propose.Found{}}
}

// loop rewrites the packages until nothing more is gained.
func (j *job) loop(ctx context.Context, packages []string) (state, error) {
	s := j.begin(packages)
	for !j.over() {
		found, err := j.propose(ctx, &s)
		if err != nil {
			return s, err
		}
		batch := choose(found)
		if len(batch) == 0 {
			break
		}
		for _, c := range batch {
			s.tried[c.key] = true
		}
		o, err := j.try(ctx, trying{base: s.code.files, now: s.code}, batch)
		if err != nil {
			return s, err
		}
		s.take(o)
	}
	s.late = s.late || j.over()
	for {
		o, err := j.together(ctx, &s)
		if err != nil || len(o.kept) == 0 {
			return s, err
		}
		s.take(o) // what stands elsewhere may have moved
	}
}

// take notes what became of candidates. One that is kept at last is not dropped.
func (s *state) take(o outcome) {
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
		s.accepted = append(s.accepted, alloc.Trial{Candidate: c.Candidate.Candidate,
			Accepted: true, Verdicts: c.verdicts})
		s.stale = append(s.stale, c.Package)
		s.dropped = slices.DeleteFunc(s.dropped, func(r rejection) bool {
			return r.candidate.key == c.key
		})
	}
}

// idle reports whether a candidate was dropped because it gained nothing.
func (s *state) idle(c candidate) bool {
	return slices.ContainsFunc(s.dropped, func(r rejection) bool {
		return r.judge == "counts" && r.candidate.key == c.key
	})
}

// together tries, function by function, candidates that gained nothing alone:
// one may free what another holds. It ends with the first that are kept.
func (j *job) together(ctx context.Context, s *state) (outcome, error) {
	found, err := j.idle(ctx, s)
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
		o, err := j.group(ctx, s.code, group)
		if err != nil || len(o.kept) > 0 {
			return o, err
		}
	}
	return outcome{}, nil
}

// idle proposes once more what was dropped because it gained nothing.
func (j *job) idle(ctx context.Context, s *state) ([]candidate, error) {
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
	s.proposals, s.stale, s.warnings = again.proposals, again.stale, again.warnings
	return slices.DeleteFunc(found, func(c candidate) bool { return !s.idle(c) }), err
}

// group tries candidates of one function as one. Those that are not kept have
// been dropped before.
func (j *job) group(ctx context.Context, now code, group []candidate) (outcome, error) {
	p, err := j.prove(ctx, trying{base: now.files, now: now}, group, true)
	var conflict *verify.ConflictError
	if errors.As(err, &conflict) {
		return outcome{}, nil
	}
	if err != nil || p.unclear != nil || len(p.left) < len(group) {
		return outcome{}, err
	}
	return outcome{kept: p.left, code: p.code}, nil
}
