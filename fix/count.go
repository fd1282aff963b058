package fix

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify/counts"
)

// counter counts what each candidate of a set gains by itself. Candidates for
// different functions are counted at the same time: an object belongs to the
// innermost of the functions on its stack. Of those for one function each has
// its turn, on top of the ones before it that gain.
type counter struct {
	*proof
	cfg    trace.Config
	dir    string        // for what is built
	kept   []candidate   // those that gain
	files  rewrite.Files // with kept
	record *alloc.Record // of files, the benchmarks that the set concerns
}

// count measures, and drops what gains nothing.
func (p *proof) count(ctx context.Context) error {
	p.progress("counting", p.what())
	defer p.phases.begin("counts")()
	dir, err := os.MkdirTemp(p.dir, "wring-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c := &counter{proof: p, cfg: p.Trace, dir: dir, files: p.change.Old}
	c.cfg.Progress, c.cfg.Packages = nil, nil
	for _, path := range slices.Concat(p.change.Packages, p.change.Affected) {
		if pkg, ok := listed(p.Trace.Packages, path); ok {
			c.cfg.Packages = append(c.cfg.Packages, pkg)
		}
	}
	c.record = only(p.record, c.cfg.Packages)
	if p.whole {
		return c.countWhole(ctx)
	}
	for _, level := range levels(p.set) {
		if p.over() {
			p.outOfTime(level)
			continue
		}
		if err := c.add(ctx, level); err != nil {
			return err
		}
	}
	p.set, p.change.New, p.counted = c.kept, c.files, merge(p.record, c.record)
	return nil
}

// levels divides candidates so that each function occurs once in a level.
func levels(set []candidate) [][]candidate {
	var list [][]candidate
	occurs := map[string]int{}
	for _, c := range set {
		i := occurs[c.Func]
		occurs[c.Func]++
		if i == len(list) {
			list = append(list, nil)
		}
		list[i] = append(list[i], c)
	}
	return list
}

// step is a measurement of what is kept with some more candidates.
type step struct {
	more   []candidate
	change alloc.Change // Old is the code with what is kept
	now    *alloc.Record
}

// add keeps those of the candidates that gain. A no that may be meant for any of
// them is found out about one by one.
func (c *counter) add(ctx context.Context, more []candidate) error {
	for len(more) > 0 {
		s, reason, err := c.measure(ctx, more)
		if err != nil {
			return err
		}
		var good []candidate
		if reason == "" {
			if good, err = c.gaining(ctx, s); err != nil {
				return err
			}
			if len(good) == len(more) && counts.Moved(c.record, s.now, claims(good)) {
				reason = counts.MovedReason
			}
		}
		switch {
		case reason != "" && len(more) == 1:
			c.drop(more[0], "counts", reason)
			return nil
		case reason != "":
			for _, one := range more {
				if err := c.add(ctx, []candidate{one}); err != nil {
					return err
				}
			}
			return nil
		case len(good) == len(more):
			c.kept, c.record, c.files = append(c.kept, good...), s.now, s.change.New
			return nil
		}
		more = good // counted anew, without those that gain nothing
	}
	return nil
}

// measure counts the code with more candidates. The reason is "" unless they
// cannot be measured or make a benchmark heavier.
func (c *counter) measure(ctx context.Context, more []candidate) (
	s step, reason string, err error) {
	s = step{more: more, change: c.change}
	s.change.Old = c.files
	if s.change.New, err = c.with(slices.Concat(c.kept, more)); err != nil {
		return s, "", err
	}
	now, err := c.trace(ctx, c.cfg, s.change, "now")
	if ctx.Err() != nil {
		return s, "", ctx.Err()
	}
	if err != nil {
		return s, "it cannot be measured: " + err.Error(), nil
	}
	s.now = settle(c.record, now, funcsOf(more))
	reason, err = c.heavier(ctx, s)
	return s, reason, err
}

// trace counts one side of a change. Each has a folder of its own, in which what
// was built is found again when it is counted again.
func (c *counter) trace(ctx context.Context, cfg trace.Config, change alloc.Change,
	side string) (*alloc.Record, error) {
	return counts.Measure(ctx, cfg, change, filepath.Join(c.dir, side))
}

// gaining returns the candidates that gain, with their verdicts, and drops the
// others.
func (c *counter) gaining(ctx context.Context, s step) ([]candidate, error) {
	var good []candidate
	for _, one := range s.more {
		v := counts.Share(c.record, s.now, one.Func, funcsOf(s.more))
		one.verdicts = append(slices.Clone(one.verdicts), v)
		if v.Outcome == alloc.Rejected {
			c.drop(one, v.Judge, v.Reason)
			continue
		}
		good = append(good, one)
	}
	if len(good) < len(s.more) {
		for i := range good { // counted anew: this verdict is not the last word
			good[i].verdicts = good[i].verdicts[:len(good[i].verdicts)-1]
		}
		return good, nil
	}
	return c.confirm(ctx, s, good)
}

// countWhole asks of the set as a whole whether it gains.
func (c *counter) countWhole(ctx context.Context) error {
	s, reason, err := c.measure(ctx, c.set)
	if err != nil {
		return err
	}
	v := alloc.Verdict{Judge: "counts", Outcome: alloc.Rejected, Reason: reason}
	if reason == "" {
		v = counts.Lighter(c.record, s.now, funcsOf(c.set))
		if v.Outcome == alloc.Accepted && counts.Moved(c.record, s.now, []alloc.Verdict{v}) {
			v.Outcome, v.Reason = alloc.Rejected, counts.MovedReason
		}
		c.counted = merge(c.proof.record, s.now)
	}
	c.all(v)
	return nil
}

// funcsOf returns the functions that candidates are about.
func funcsOf(set []candidate) []string {
	funcs := map[string]bool{}
	for _, c := range set {
		funcs[c.Func] = true
	}
	return slices.Sorted(maps.Keys(funcs))
}

// claims returns what the counts say of each candidate.
func claims(set []candidate) []alloc.Verdict {
	var list []alloc.Verdict
	for _, c := range set {
		list = append(list, c.verdicts[len(c.verdicts)-1])
	}
	return list
}
