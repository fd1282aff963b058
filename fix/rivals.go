package fix

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// rivalPart is the part of the time limit after which rivals are no longer counted.
const rivalPart = 0.4

// better replaces candidates of a batch by rivals that remove more objects: once a candidate is
// kept, another one for the same code may have nothing to match any more.
func (j *job) better(ctx context.Context, s *state, batch, found []candidate) (
	[]candidate, error) {
	chosen, others := rivals(batch, found)
	if len(chosen) == 0 || j.opt.Time > 0 && time.Now().After(j.end(rivalPart)) {
		return batch, nil
	}
	at := trying{base: s.code.files, now: s.code}
	gained, err := j.gains(ctx, at, chosen)
	if err != nil {
		return nil, err
	}
	gain, err := j.gains(ctx, at, others)
	if err != nil {
		return nil, err
	}
	batch = slices.Clone(batch)
	for i, c := range batch {
		at := slices.IndexFunc(chosen, func(d candidate) bool { return d.key == c.key })
		if at >= 0 && gain[others[at].key] > gained[c.key] {
			batch[i] = others[at]
		}
	}
	return batch, nil
}

// rivals returns candidates of a batch, and for each of them another one for the same function
// that cannot be made beside it, but beside the others of the batch: the one that answers the
// causes of most objects, and of at least half as many as the first one does.
func rivals(batch, found []candidate) (chosen, others []candidate) {
	found = slices.SortedStableFunc(slices.Values(found), func(a, b candidate) int {
		return cmp.Compare(b.answered, a.answered)
	})
	for i, c := range batch {
		beside := slices.Concat(batch[:i], batch[i+1:], others)
		at := slices.IndexFunc(found, func(d candidate) bool {
			return d.Func == c.Func && d.Technique != c.Technique && !d.resort &&
				2*d.answered > c.answered && c.conflicts(d) && !d.collides(beside)
		})
		if at >= 0 {
			chosen, others = append(chosen, c), append(others, found[at])
		}
	}
	return chosen, others
}

// gains counts how many objects per operation each of some candidates removes, where all of them
// are made: nothing for those that the judges of builds and counts do not accept.
func (j *job) gains(ctx context.Context, at trying, set []candidate) (map[string]float64, error) {
	defer j.scheduler.step()()
	p := proof{remaining: set}
	change, err := j.change(ctx, at, set)
	m := verify.Measurements{Before: at.now.record}
	for _, ask := range []func(context.Context, trying, verify.Change, verify.Measurements,
		proof) (proof, error){j.judgeBuild, j.countGains} {
		if err == nil {
			change, err = change.With(verifyCandidates(p.remaining))
		}
		if err == nil {
			p, err = ask(ctx, at, change, m, p)
		}
		var conflict *verify.ConflictError
		switch {
		case errors.As(err, &conflict):
			return nil, nil
		case err != nil:
			return nil, err
		case p.ambiguous != nil || len(p.remaining) == 0:
			return nil, nil
		}
	}
	gains := map[string]float64{}
	for _, c := range p.remaining {
		v := c.verdicts[len(c.verdicts)-1]
		if n := v.Evidence.ObjectsPerOp; v.Outcome == alloc.Accepted && n != nil {
			gains[c.key] = n[0] - n[1]
		}
	}
	return gains, nil
}

// countGains asks the judge of counts about each candidate.
func (j *job) countGains(ctx context.Context, _ trying, c verify.Change, m verify.Measurements,
	p proof) (proof, error) {
	j.progress("counting", "other ways: "+describe(p.remaining))
	defer j.phases.begin("counts")()
	said, err := j.judges.counts(ctx, c, m)
	if err != nil {
		return p, err
	}
	return p.apply(said), nil
}
