package production

import "github.com/wring-go/wring/alloc"

// Merge makes one of what the reports of several shards say of production, nil if
// they say nothing. Each has all lines, and what its own rewrites remove of them.
func Merge(reports []alloc.FixReport) *alloc.Production {
	var sum *alloc.Production
	type key struct {
		fn, file string
		line     int
	}
	at := map[key]int{}
	for _, r := range reports {
		if r.Production == nil {
			continue
		}
		if sum == nil {
			p := *r.Production
			p.Lines = nil
			sum = &p
		}
		for _, l := range r.Production.Lines {
			k := key{l.Func, l.File, l.Line}
			i, ok := at[k]
			if !ok {
				at[k] = len(sum.Lines)
				sum.Lines = append(sum.Lines, l)
				continue
			}
			sum.Lines[i].Reached = sum.Lines[i].Reached || l.Reached
			sum.Lines[i].Removed[0] += l.Removed[0]
			sum.Lines[i].Removed[1] += l.Removed[1]
		}
	}
	if sum == nil {
		return nil
	}
	b := &Book{total: sum.Total, cpu: sum.AllCPU}
	for _, l := range sum.Lines {
		b.own = b.own.Plus(l.Held)
	}
	sum.Removed = b.weighted(sum.Lines, func(l alloc.ProductionLine) figures { return l.Removed })
	sum.Unreached = []alloc.ProductionLine{}
	b.cover(sum)
	return sum
}
