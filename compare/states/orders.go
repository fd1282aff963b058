package states

import (
	"context"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/clock"
)

// reorder times the benchmarks again in other orders, and replaces their times by one for each
// order: what chance does with places is in the test then, too. Where the linker has no orders, or
// its flags are the user's own, the times stay.
func reorder(ctx context.Context, p [2]*state, trees [2]tree, list []compare.Bench, opt timing) (
	[]alloc.Warning, error) {
	var warnings []alloc.Warning
	if len(gocmd.LinkFlags(trees[0].Env)) == 0 || len(gocmd.LinkFlags(trees[1].Env)) == 0 {
		return nil, nil
	}
	opt.Rounds = clock.InEachOrder
	for _, group := range byPackage(list) {
		all := sideTimes{{}, {}}
		for opt.Order = 1; opt.Order <= clock.OtherOrders; opt.Order++ {
			times, err := runTimes(ctx, trees, group, opt)
			if err != nil {
				break
			}
			all.addMedians(times)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if opt.Order <= clock.OtherOrders {
			continue
		}
		for i := range p {
			for name, list := range all[i] {
				p[i].side.Times[name] = list
			}
		}
		warnings = append(warnings, reordered(group))
	}
	return warnings, nil
}

// addMedians adds to each benchmark the median of its times.
func (t sideTimes) addMedians(times sideTimes) {
	for i, side := range times {
		for name, list := range side {
			if n := len(list); n > 0 {
				slices.Sort(list)
				t[i][name] = append(t[i][name], (list[(n-1)/2]+list[n/2])/2)
			}
		}
	}
}

// reordered tells which benchmarks of a package have the times of other orders.
func reordered(group []compare.Bench) alloc.Warning {
	return alloc.Warning{Code: alloc.WarnReordered, Package: group[0].Packages[1],
		Text: fmt.Sprintf("%s of %s differed by less than a tenth, perhaps by where the code "+
			"lies: the times are those of %d other orders of the functions, one of each order.",
			andMore(group[0].Name, len(group)), group[0].Packages[1], clock.OtherOrders)}
}

// andMore names the first of n.
func andMore(first string, n int) string {
	if n < 2 {
		return first
	}
	return fmt.Sprintf("%s and %d more", first, n-1)
}
