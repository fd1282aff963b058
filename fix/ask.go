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

// hear notes a judgement: the verdicts, and whom they drop.
func (p proof) hear(said verify.Judgement) proof {
	if p.unclear = said.Unclear; p.unclear != nil {
		return p
	}
	set := p.left
	p.left = nil
	for i, v := range said.Verdicts {
		c := set[i]
		c.verdicts = append(c.verdicts, v)
		if v.Outcome == alloc.Rejected {
			p.dropped = append(p.dropped, rejection{c, v.Judge, v.Reason})
			continue
		}
		p.left = append(p.left, c)
	}
	return p
}

// unknown takes those out of p on whom the verdict of the judge heard last is
// unknown.
func (p proof) unknown() (proof, []candidate) {
	set := p.left
	p.left = nil
	var out []candidate
	for _, c := range set {
		if c.verdicts[len(c.verdicts)-1].Outcome == alloc.Unknown {
			out = append(out, c)
		} else {
			p.left = append(p.left, c)
		}
	}
	return p, out
}

// build asks what builds. What does not build together with something else is
// left for the next round, which proposes for the code as it is then.
func (j *job) build(ctx context.Context, c verify.Change, m verify.Measurements, p proof) (
	proof, error) {
	j.progress("building", what(p.left))
	defer j.phases.begin("build")()
	said, err := j.judges.build(ctx, c, m)
	if err != nil {
		return p, err
	}
	p, p.later = p.hear(said).unknown()
	return p, nil
}

// count asks what gains. If not all do, the others must build without them.
func (j *job) count(ctx context.Context, c verify.Change, m verify.Measurements, p proof) (
	proof, error) {
	j.progress("counting", what(p.left))
	defer j.phases.begin("counts")()
	p.left = byFunc(p.left)
	c.Candidates = plain(p.left)
	said, err := j.judges.counts(ctx, c, m)
	if err != nil {
		return p, err
	}
	p, late := p.hear(said).unknown()
	if len(late) > 0 {
		out := outcome{dropped: p.dropped}.outOfTime(late)
		p.dropped, p.late = out.dropped, true
	}
	p.code.record = said.After
	if p.unclear != nil || len(p.left) == 0 || len(p.left) == len(c.Candidates) {
		return p, nil
	}
	return j.rebuild(ctx, c, m, p)
}

// byFunc puts the first candidate for each function before the second ones, as
// they are counted.
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

// rebuild asks whether what is left builds when some have gained nothing.
func (j *job) rebuild(ctx context.Context, c verify.Change, m verify.Measurements, p proof) (
	proof, error) {
	c, err := c.With(plain(p.left))
	if err != nil {
		return p, err
	}
	defer j.phases.begin("build")()
	c.Together = true
	said, err := j.judges.build(ctx, c, m)
	if err != nil {
		return p, err
	}
	if p.unclear = said.Unclear; p.unclear == nil && said.Verdicts[0].Outcome == alloc.Rejected {
		p.unclear = &said.Verdicts[0]
	}
	return p, nil
}

// behave asks whether the code does the same, by its tests and by comparison.
func (j *job) behave(ctx context.Context, c verify.Change, m verify.Measurements, p proof) (
	proof, error) {
	j.progress("comparing behaviour of", what(p.left))
	var wait sync.WaitGroup
	var tested, compared verify.Judgement
	var errs [2]error
	wait.Go(func() {
		defer j.phases.begin("differential")()
		compared, errs[0] = j.judges.compare(ctx, c, m)
	})
	wait.Go(func() {
		defer j.phases.begin("tests")()
		tested, errs[1] = j.judges.tests(ctx, c, m)
	})
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return p, err
		}
	}
	all := len(p.left)
	p = p.hear(tested)
	if p.unclear != nil || len(p.left) < all {
		return p, nil
	}
	if p.unclear = compared.Unclear; p.unclear == nil {
		p = j.weigh(p, tested, compared)
	}
	p.again = len(p.left) < all
	return p, nil
}

// weigh drops those for whom the two judges of behaviour together do not prove
// enough. The others keep what the comparison said, for another proof.
func (j *job) weigh(p proof, tested, compared verify.Judgement) proof {
	set := p.left
	p.left = nil
	for i, c := range set {
		c.verdicts = append(c.verdicts, compared.Verdicts[i])
		c.Known = compared.Verdicts[i : i+1]
		trusted := c.Risk == string(technique.Safe) || j.opt.Risk == technique.Ask
		v := verify.Sufficient(compared.Verdicts[i], tested.Verdicts[i], trusted)
		if v.Outcome == alloc.Rejected {
			p.dropped = append(p.dropped, rejection{c, v.Judge, v.Reason})
			continue
		}
		p.left = append(p.left, c)
	}
	return p
}

// time asks what makes the benchmarks slower.
func (j *job) time(ctx context.Context, c verify.Change, m verify.Measurements, p proof) (
	proof, error) {
	if j.judges.time == nil {
		return p, nil
	}
	j.progress("timing", what(p.left))
	defer j.phases.begin("timing")()
	said, err := j.judges.time(ctx, c, m)
	if err != nil {
		return p, err
	}
	p = p.hear(said)
	p.again = len(p.left) < len(c.Candidates)
	return p, nil
}
