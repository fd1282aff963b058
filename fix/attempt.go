package fix

import (
	"context"
	"errors"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

// attempt tries a batch of candidates together, since most of them stand on
// their own, and in halves where the judges do not say which one is at fault.
type attempt struct {
	*loop
	base     rewrite.Files // before the batch
	accepted []candidate
	record   *alloc.Record // of base with what is accepted

	// known holds what the comparison said of candidates in an earlier proof,
	// which fell for the sake of others.
	known map[string]alloc.Verdict
}

func (l *loop) newAttempt() *attempt {
	return &attempt{loop: l, base: l.kept, record: l.record, known: map[string]alloc.Verdict{}}
}

// with returns the files with what is accepted and some more candidates.
func (a *attempt) with(more []candidate) (rewrite.Files, error) {
	return a.apply(a.base, slices.Concat(a.accepted, more))
}

// later lets a candidate be proposed again.
func (a *attempt) later(c candidate) { delete(a.tried, c.key) }

// try proves the candidates and keeps those that are proven.
func (a *attempt) try(ctx context.Context, set []candidate) error {
	for len(set) > 0 {
		if a.over() {
			a.outOfTime(set)
			return nil
		}
		p, err := a.proof(ctx, set)
		var misfit *misfitError
		if errors.As(err, &misfit) {
			return a.halves(ctx, set, "build", misfit.Error())
		}
		if err != nil {
			return err
		}
		left, again, err := p.run(ctx)
		switch {
		case err != nil:
			return err
		case p.unclear != nil:
			return a.halves(ctx, p.set, p.unclear.Judge, p.unclear.Reason)
		case !again:
			a.keep(p)
			return nil
		}
		set = left // proven anew, without those that fell
	}
	return nil
}

// outOfTime drops candidates for which there is no time left.
func (a *attempt) outOfTime(set []candidate) {
	a.late = true
	for _, c := range set {
		a.drop(c, "budget", "the time was over before it could be tried")
	}
}

// halves tries each half of the set by itself. A single candidate is dropped,
// unless it may only not fit with what was accepted before it.
func (a *attempt) halves(ctx context.Context, set []candidate, judge, reason string) error {
	if len(set) == 1 && judge == "build" && len(a.accepted) > 0 {
		a.later(set[0])
		return nil
	}
	if len(set) == 1 {
		a.drop(set[0], judge, reason)
		return nil
	}
	if err := a.try(ctx, slices.Clone(set[:len(set)/2])); err != nil {
		return err
	}
	return a.try(ctx, slices.Clone(set[len(set)/2:]))
}

// keep accepts what p has proven.
func (a *attempt) keep(p *proof) {
	if len(p.set) == 0 {
		return
	}
	for _, c := range p.set {
		a.accepted = append(a.accepted, c)
		a.loop.accepted = append(a.loop.accepted,
			alloc.Trial{Candidate: c.Candidate, Accepted: true, Verdicts: c.verdicts})
	}
	a.record = p.counted
}

// misfitError says that edits cannot be made.
type misfitError struct{ err error }

func (e *misfitError) Error() string { return e.err.Error() }

// proof returns the proof of a set; a misfitError if its edits cannot be made.
func (a *attempt) proof(ctx context.Context, set []candidate) (*proof, error) {
	old, err := a.with(nil)
	if err != nil {
		return nil, err
	}
	now, err := a.with(set)
	if err != nil {
		return nil, &misfitError{err}
	}
	p := &proof{attempt: a, set: slices.Clone(set)}
	for i := range p.set {
		p.set[i].verdicts = nil
	}
	p.change = a.change()
	p.change.Old, p.change.New, p.change.Packages = old, now, packagesOf(set)
	p.change.Affected, err = a.importers(ctx, p.change.Packages)
	return p, err
}

// packagesOf returns the import paths of what the set changes.
func packagesOf(set []candidate) []string {
	var list []string
	for _, c := range set {
		if !slices.Contains(list, c.Package) {
			list = append(list, c.Package)
		}
	}
	slices.Sort(list)
	return list
}

// together tries, function by function, candidates that gained nothing alone:
// one may free what another holds.
func (l *loop) together(ctx context.Context) error {
	found, err := l.again(ctx)
	if err != nil {
		return err
	}
	for len(found) > 0 {
		group := []candidate{found[0]}
		var rest []candidate
		for _, c := range found[1:] {
			if c.Func == group[0].Func && !slices.ContainsFunc(group, func(d candidate) bool {
				return rewrite.Conflict(c.Edits, d.Edits)
			}) {
				group = append(group, c)
			} else if c.Func != group[0].Func {
				rest = append(rest, c)
			}
		}
		found = rest
		if len(group) < 2 || l.over() {
			continue
		}
		kept, err := l.group(ctx, group)
		if err != nil {
			return err
		}
		if kept { // what stands elsewhere may have moved
			return l.together(ctx)
		}
	}
	return nil
}

// again proposes once more what was dropped because it gained nothing.
func (l *loop) again(ctx context.Context) ([]candidate, error) {
	if len(l.idle) < 2 || l.over() {
		return nil, nil
	}
	tried := l.tried
	l.tried = map[string]bool{}
	found, err := l.propose(ctx)
	l.tried = tried
	return slices.DeleteFunc(found, func(c candidate) bool { return !l.idle[c.key] }), err
}

// group tries candidates of one function as one.
func (l *loop) group(ctx context.Context, group []candidate) (bool, error) {
	a := l.newAttempt()
	p, err := a.proof(ctx, group)
	var misfit *misfitError
	if errors.As(err, &misfit) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	p.whole = true
	left, _, err := p.run(ctx)
	if err != nil || p.unclear != nil || len(left) != len(group) {
		return false, err
	}
	a.keep(p)
	for _, c := range group {
		delete(l.idle, c.key)
		l.dropped = slices.DeleteFunc(l.dropped, func(t alloc.Trial) bool {
			return t.Rejected == "counts" && t.Technique == c.Technique && t.Func == c.Func &&
				t.Message == c.Message
		})
	}
	l.kept, l.record, l.stale = p.change.New, a.record, []string{group[0].Package}
	return true, nil
}
