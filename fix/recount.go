package fix

import (
	"context"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/verify/counts"
)

// recounts is how often what is said against a set is counted again, and slight
// the objects per operation from which on a gain needs no second count. Pools
// that the collector empties and maps that grow by chance make small
// differences between two runs of the same code.
const (
	recounts = 3
	slight   = 0.5
)

// heavier returns which benchmark became heavier each time that it was counted.
func (p *proof) heavier(ctx context.Context, cfg trace.Config,
	old, now *alloc.Record) (string, error) {
	grown := counts.Growths(old, now, counts.Options{})
	for range recounts {
		if len(grown) == 0 {
			return "", nil
		}
		cfg.Bench = counts.Pattern(old, func(name string) bool {
			return slices.ContainsFunc(grown, func(g counts.Growth) bool {
				return g.Benchmark == name
			})
		})
		was, is, err := p.recount(ctx, cfg)
		if err != nil {
			return "", err
		}
		if is == nil {
			break
		}
		grown = counts.Both(counts.Growths(old, is, counts.Options{}), grown)
		grown = counts.Both(counts.Growths(was, is, counts.Options{}), grown)
	}
	if len(grown) == 0 {
		return "", nil
	}
	return grown[0].Benchmark + ": " + grown[0].Reason, nil
}

// recount measures the code without and with the set once more. The records are
// nil where it cannot be measured.
func (p *proof) recount(ctx context.Context, cfg trace.Config) (was, is *alloc.Record, err error) {
	old := p.change
	old.New = old.Old
	if was, err = counts.Measure(ctx, cfg, old); err == nil {
		is, err = counts.Measure(ctx, cfg, p.change)
	}
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, nil
	}
	return was, is, nil
}

// confirm counts slight gains again, and drops what does not gain each time.
func (p *proof) confirm(ctx context.Context, cfg trace.Config, old *alloc.Record) error {
	var doubtful []candidate
	for _, c := range p.set {
		v := c.verdicts[len(c.verdicts)-1]
		if e := v.Evidence.ObjectsPerOp; e != nil && e[0]-e[1] < slight {
			doubtful = append(doubtful, c)
		}
	}
	if len(doubtful) == 0 {
		return nil
	}
	names := p.benchmarks(doubtful)
	cfg.Bench = counts.Pattern(old, func(full string) bool {
		return slices.ContainsFunc(old.Benchmarks, func(b alloc.Benchmark) bool {
			return b.FullName() == full && slices.Contains(names[b.Package], b.Name)
		})
	})
	was, is, err := p.recount(ctx, cfg)
	if err != nil || is == nil {
		return err
	}
	p.each(func(c *candidate) (string, string) {
		if !slices.ContainsFunc(doubtful, func(d candidate) bool { return d.key == c.key }) {
			return "", ""
		}
		for _, before := range []*alloc.Record{old, was} {
			v := counts.Lighter(before, is, []string{c.Func})
			if v.Outcome == alloc.Rejected {
				return v.Judge, v.Reason
			}
		}
		return "", ""
	})
	return nil
}
