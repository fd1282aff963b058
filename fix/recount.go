package fix

import (
	"context"
	"slices"

	"github.com/wring-go/wring/alloc"
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
func (c *counter) heavier(ctx context.Context, s step) (string, error) {
	grown := counts.Growths(c.record, s.now, counts.Options{})
	for range recounts {
		if len(grown) == 0 {
			return "", nil
		}
		was, is, err := c.recount(ctx, s, func(name string) bool {
			return slices.ContainsFunc(grown, func(g counts.Growth) bool {
				return g.Benchmark == name
			})
		})
		if err != nil {
			return "", err
		}
		if is == nil {
			break
		}
		grown = counts.Both(counts.Growths(c.record, is, counts.Options{}), grown)
		grown = counts.Both(counts.Growths(was, is, counts.Options{}), grown)
	}
	if len(grown) == 0 {
		return "", nil
	}
	return grown[0].Benchmark + ": " + grown[0].Reason, nil
}

// recount measures the benchmarks that keep names once more, without and with
// the step. The records are nil where they cannot be measured.
func (c *counter) recount(ctx context.Context, s step,
	keep func(name string) bool) (was, is *alloc.Record, err error) {
	cfg, old := c.cfg, s.change
	cfg.Bench = counts.Pattern(c.record, keep)
	old.New = old.Old
	if was, err = c.trace(ctx, cfg, old, "old"); err == nil {
		is, err = c.trace(ctx, cfg, s.change, "now")
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
func (c *counter) confirm(ctx context.Context, s step, list []candidate) ([]candidate, error) {
	var doubtful []candidate
	for i, v := range claims(list) {
		if e := v.Evidence.ObjectsPerOp; e[0]-e[1] < slight {
			doubtful = append(doubtful, list[i])
		}
	}
	if len(doubtful) == 0 {
		return list, nil
	}
	names := c.benchmarks(doubtful)
	was, is, err := c.recount(ctx, s, func(full string) bool {
		return slices.ContainsFunc(c.record.Benchmarks, func(b alloc.Benchmark) bool {
			return b.FullName() == full && slices.Contains(names[b.Package], b.Name)
		})
	})
	if err != nil || is == nil {
		return list, err
	}
	return slices.DeleteFunc(slices.Clone(list), func(one candidate) bool {
		if !slices.ContainsFunc(doubtful, func(d candidate) bool { return d.key == one.key }) {
			return false
		}
		for _, before := range []*alloc.Record{c.record, was} {
			v := counts.Share(before, is, one.Func, funcsOf(s.more))
			if v.Outcome == alloc.Rejected {
				c.drop(one, v.Judge, v.Reason)
				return true
			}
		}
		return false
	}), nil
}
