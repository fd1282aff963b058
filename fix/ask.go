package fix

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/verify"
)

// apply records the verdicts of a judgement and drops the rejected candidates.
func (p proof) apply(said verify.Judgement) proof {
	if p.ambiguous = said.Ambiguous; p.ambiguous != nil {
		return p
	}
	set := p.remaining
	p.remaining = nil
	for i, v := range said.Verdicts {
		c := set[i]
		c.verdicts = append(c.verdicts, v)
		if v.Outcome == alloc.Rejected {
			p.dropped = append(p.dropped, rejection{candidate: c, judge: v.Judge, reason: v.Reason})
			continue
		}
		p.remaining = append(p.remaining, c)
	}
	return p
}

// split removes from p the candidates for whose latest verdict is reports true, and
// returns them.
func (p proof) split(is func(alloc.Verdict) bool) (proof, []candidate) {
	set := p.remaining
	p.remaining = nil
	var out []candidate
	for _, c := range set {
		if is(c.verdicts[len(c.verdicts)-1]) {
			out = append(out, c)
		} else {
			p.remaining = append(p.remaining, c)
		}
	}
	return p, out
}

// dropLate drops the candidates for which the judge had no time left.
func (p proof) dropLate() proof {
	p, late := p.split(func(v alloc.Verdict) bool { return v.OutOfTime })
	if len(late) > 0 {
		p.dropped, p.late = outcome{dropped: p.dropped}.outOfTime(late).dropped, true
	}
	return p
}

// judgeBuild asks which candidates build. Those that only fail together with
// others are left for the next round, which proposes for the code as it is
// then.
func (j *job) judgeBuild(ctx context.Context, _ trying, c verify.Change, m verify.Measurements,
	p proof) (proof, error) {
	j.progress("building", describe(p.remaining))
	defer j.phases.begin("build")()
	said, err := j.judges.build(ctx, c, m)
	if err != nil {
		return p, err
	}
	if p = p.apply(said); p.ambiguous != nil {
		return p, nil // a group is judged as one
	}
	return p.leaveUnbuilt(), nil
}

// leaveUnbuilt leaves those that only fail to build together with others for later.
func (p proof) leaveUnbuilt() proof {
	p, later := p.split(func(v alloc.Verdict) bool { return v.Outcome == alloc.Unknown })
	p.later = append(p.later, later...)
	return p
}

func notAccepted(v alloc.Verdict) bool { return v.Outcome != alloc.Accepted }

// judgeCounts asks which candidates gain. If not all do, the others must build
// without them.
func (j *job) judgeCounts(ctx context.Context, _ trying, c verify.Change, m verify.Measurements,
	p proof) (proof, error) {
	j.progress("counting", describe(p.remaining))
	defer j.phases.begin("counts")()
	p.remaining = byFunc(p.remaining)
	c.Candidates = verifyCandidates(p.remaining)
	said, err := j.judges.counts(ctx, c, m)
	if err != nil {
		return p, err
	}
	if said.Ambiguous == nil {
		for i, v := range said.Verdicts {
			p.remaining[i].knows(v)
		}
	}
	p = p.apply(said)
	if j.over() {
		p = p.dropLate()
	} else { // counting had its share of the time: they come with the next round
		var late []candidate
		p, late = p.split(func(v alloc.Verdict) bool { return v.OutOfTime })
		p.later = append(p.later, late...)
	}
	p.code.record = said.After
	if p.ambiguous != nil || len(p.remaining) == 0 || len(p.remaining) == len(c.Candidates) {
		return p, nil
	}
	return j.rebuild(ctx, c, m, p)
}

// byFunc puts the first candidate for each function before the second ones, in
// the order in which they are counted.
func byFunc(set []candidate) []candidate {
	occurs, rank := map[string]int{}, map[string]int{}
	for _, c := range set {
		rank[c.key] = occurs[c.Func]
		occurs[c.Func]++
	}
	return slices.SortedStableFunc(slices.Values(set), func(a, b candidate) int {
		return cmp.Compare(rank[a.key], rank[b.key])
	})
}

// rebuild asks whether the remaining candidates build without those that gained
// nothing.
func (j *job) rebuild(ctx context.Context, c verify.Change, m verify.Measurements, p proof) (
	proof, error) {
	c, err := c.With(verifyCandidates(p.remaining))
	if err != nil {
		return p, err
	}
	defer j.phases.begin("build")()
	c.Together = true
	said, err := j.judges.build(ctx, c, m)
	if err != nil {
		return p, err
	}
	p.ambiguous = said.Ambiguous
	if p.ambiguous == nil && said.Verdicts[0].Outcome == alloc.Rejected {
		p.ambiguous = &said.Verdicts[0]
	}
	return p, nil
}

// variants asks which candidates build for other systems and tags; nothing where that is
// deferred, as the tests of importing packages are.
func (j *job) variants(ctx context.Context, at trying, c verify.Change, m verify.Measurements) (
	verify.Judgement, error) {
	if at.deferred {
		return verify.Judgement{}, nil
	}
	defer j.phases.begin("build")()
	return j.judges.variants(ctx, c, m)
}

// judgeBehavior asks whether the code behaves as before, by its tests and by
// comparison.
func (j *job) judgeBehavior(ctx context.Context, at trying, c verify.Change,
	m verify.Measurements, p proof) (proof, error) {
	j.progress("comparing behaviour of", describe(p.remaining))
	var wait sync.WaitGroup
	var tested, compared, built verify.Judgement
	var errs [3]error
	wait.Go(func() {
		defer j.phases.begin("differential")()
		compared, errs[0] = j.judges.compare(ctx, c, m)
	})
	wait.Go(func() {
		tested, errs[1] = j.tests(ctx, at, c, m)
	})
	wait.Go(func() {
		built, errs[2] = j.variants(ctx, at, c, m)
	})
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return p, err
		}
	}
	all := len(p.remaining)
	p = p.learn(compared)
	if built.Ambiguous != nil || slices.ContainsFunc(built.Verdicts, notAccepted) {
		if p = p.apply(built); p.ambiguous == nil {
			p = p.leaveUnbuilt()
			p.retry = true
		}
		return p, nil
	}
	if p = p.apply(tested); p.ambiguous == nil && len(p.remaining) == all {
		if p.ambiguous = compared.Ambiguous; compared.Verdicts != nil {
			p = j.combine(p, tested, compared)
		}
	}
	p.retry = p.ambiguous == nil && len(p.remaining) < all
	return p, nil
}

// learn keeps the verdicts of the comparison for later proofs.
func (p proof) learn(compared verify.Judgement) proof {
	p.remaining = slices.Clone(p.remaining)
	for i, v := range compared.Verdicts {
		if v.Judge != "" && !v.OutOfTime {
			p.remaining[i].knows(v)
			p.remaining[i].beside = besides(p.remaining[i], p.remaining)
		}
	}
	return p
}

// combine drops the candidates for which the two judges of behavior together do
// not prove enough. What the comparison cannot attribute leaves suspects, but none for whom
// it makes no difference: several that are trusted, in a function that could not be compared.
func (j *job) combine(p proof, tested, compared verify.Judgement) proof {
	set := p.remaining
	p.remaining = nil
	for i, c := range set {
		said := compared.Verdicts[i]
		if said.OutOfTime { // comparing had its share of the time: it comes with the next round
			p.later = append(p.later, c)
			continue
		}
		trusted := c.Risk == string(technique.Safe) || j.opt.Risk == technique.Ask
		if said.Judge == "" && compared.Ambiguous.Outcome == alloc.Unknown && trusted &&
			tested.Verdicts[i].Outcome == alloc.Accepted {
			said = *compared.Ambiguous
		}
		if said.Judge == "" {
			p.suspects = append(p.suspects, c)
			p.remaining = append(p.remaining, c)
			continue
		}
		c.verdicts = append(c.verdicts, said)
		v := verify.Sufficient(said, tested.Verdicts[i], trusted)
		if v.Outcome == alloc.Rejected {
			p.dropped = append(p.dropped, rejection{candidate: c, judge: v.Judge, reason: v.Reason})
			continue
		}
		p.remaining = append(p.remaining, c)
	}
	if len(p.suspects) == 0 {
		p.ambiguous = nil
	}
	return p
}

// judgeTime asks which candidates make benchmarks slower.
func (j *job) judgeTime(ctx context.Context, _ trying, c verify.Change, m verify.Measurements,
	p proof) (proof, error) {
	if j.judges.time == nil {
		return p, nil
	}
	j.progress("timing", describe(p.remaining))
	defer j.phases.begin("timing")()
	said, err := j.judges.time(ctx, c, m)
	if err != nil {
		return p, err
	}
	for i, v := range said.Verdicts {
		p.remaining[i].knows(v)
	}
	if p = p.apply(said); p.ambiguous != nil {
		return p, nil
	}
	p = p.dropLate()
	p.retry = len(p.remaining) < len(c.Candidates)
	return p, nil
}
