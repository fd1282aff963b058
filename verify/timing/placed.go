package timing

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/clock"
)

// A benchmark that has lost less than [clock.Doubtful] is timed again in other orders of the
// functions, in fewestOrders at least: a loss that is that of a place the next change undoes. What
// all orders lose in the mean, the change loses.
const (
	fewestOrders = 4
	// leastError is of the mean over the orders; that few of them agree may be chance.
	leastError = 0.005
	// orderPart is into how many parts what is left of the time is divided, of which it takes one
	// at most to time a benchmark in other orders.
	orderPart = 8
)

// inOrder returns the name of a binary with an order, given that of the binary without.
func inOrder(o gocmd.Order, name string) string {
	if o == 0 {
		return name
	}
	return fmt.Sprintf("%s-%d", name, o)
}

// doubt is what other orders say of a benchmark that has lost.
type doubt struct {
	decision decision
	ratio    float64 // new over old, in the mean of the orders
	orders   int
}

// inOrders decides by the logarithms of new over old, one for each order, whether a benchmark has
// lost. It stays undecided where more orders may tell.
func inOrders(logs []float64) decision {
	if len(logs) < fewestOrders {
		return undecided
	}
	mean, squares := mean(logs), 0.0
	for _, l := range logs {
		squares += (l - mean) * (l - mean)
	}
	n := float64(len(logs))
	off := max(leastError, math.Sqrt(squares/(n*(n-1))))
	bound := math.Log(1 + slight)
	switch {
	case mean-off > bound, len(logs) >= clock.OtherOrders && mean > bound:
		return slower
	case mean+off < bound, len(logs) >= clock.OtherOrders:
		return unharmed
	}
	return undecided
}

func mean(list []float64) (m float64) {
	for _, v := range list {
		m += v / float64(len(list))
	}
	return m
}

// reconsider times the benchmarks by which heats have just lost a little in other orders, and
// reports whether one of the heats goes on.
func (opt Options) reconsider(ctx context.Context, group []*entry, heats []*heat,
	p alloc.Package) (bool, error) {
	again := false
	for i, h := range heats {
		name := h.doubtful()
		if name == "" || opt.over() {
			continue
		}
		d, err := opt.placed(ctx, group[i], name, p)
		if err != nil {
			return false, err
		}
		if h.settle(name, d) {
			again = true
		}
	}
	return again, nil
}

// placed times a benchmark of an entry in other orders. What does not build so, as with flags for
// the linker that are the user's own, stays undecided.
func (opt Options) placed(ctx context.Context, e *entry, name string, p alloc.Package) (
	doubt, error) {
	if len(gocmd.LinkFlags(e.Env)) == 0 {
		return doubt{}, nil
	}
	if key(opt.with(e.Old), p) == key(opt.with(e.New), p) {
		return doubt{decision: unharmed, ratio: 1}, nil // what differs is chance
	}
	enough := opt.share(orderPart)
	var logs []float64
	for o := gocmd.Order(1); o <= clock.OtherOrders && !opt.over() && !enough(); o++ {
		if (o-1)%fewestOrders == 0 {
			opt.ordersAhead(ctx, e, p, o)
		}
		opt.order = o
		old, now, err := opt.both(ctx, e, p)
		if err != nil {
			return doubt{}, ctx.Err()
		}
		ratios, err := opt.few(ctx, old, now, e, name)
		if err != nil {
			return doubt{}, err
		}
		if len(ratios) == 0 {
			return doubt{}, nil
		}
		logs = append(logs, ratios.center())
		if d := inOrders(logs); d != undecided {
			return doubt{d, math.Exp(mean(logs)), int(o)}, nil
		}
	}
	return doubt{}, nil
}

// ordersAhead builds the next fewestOrders of an entry. What does not build is built again when it
// is to be timed, which says why.
func (opt Options) ordersAhead(ctx context.Context, e *entry, p alloc.Package, next gocmd.Order) {
	b := newBuilds()
	for o := next; o < next+fewestOrders && o <= clock.OtherOrders; o++ {
		in := opt
		in.order = o
		b.add(func() { _, _ = in.binary(ctx, e.Change, e.Old, p) })
		b.add(func() { _, _ = in.binary(ctx, e.Change, e.New, p) })
	}
	b.wait.Wait()
}

// dropOrders removes what entries have built of their new code in other orders, which serves all
// of their benchmarks. That of the old code serves other entries.
func (opt Options) dropOrders(group []*entry, p alloc.Package) {
	for _, e := range group {
		old, now := key(opt.with(e.Old), p), key(opt.with(e.New), p)
		for o := gocmd.Order(1); o <= clock.OtherOrders && now != old; o++ {
			os.RemoveAll(filepath.Join(opt.folder(p), inOrder(o, now)))
		}
	}
}

// both builds the binaries of both sides of an entry.
func (opt Options) both(ctx context.Context, e *entry, p alloc.Package) (old, now clock.Binary,
	err error) {
	var errs [2]error
	var wait sync.WaitGroup
	wait.Go(func() { old, errs[0] = opt.binary(ctx, e.Change, e.Old, p) })
	wait.Go(func() { now, errs[1] = opt.binary(ctx, e.Change, e.New, p) })
	wait.Wait()
	opt.order = 0
	old.Like = opt.place(key(opt.with(e.Old), p), p).Path
	return old, now, cmp.Or(errs[0], errs[1])
}

// few runs a benchmark of two binaries for the rounds that each order gets.
func (opt Options) few(ctx context.Context, old, now clock.Binary, e *entry, name string) (pairs,
	error) {
	r, err := clock.Begin(ctx, old, []clock.Binary{now}, opt.clock(e, []string{name}))
	if err != nil {
		return nil, err
	}
	defer r.End()
	r.Apart(name)
	for rounds := 0; rounds < clock.InEachOrder; {
		n, err := r.Rounds(ctx, clock.InEachOrder-rounds, nil)
		if err != nil {
			return nil, err
		}
		rounds += n
	}
	times := r.Times(0)[name]
	if times == nil {
		return nil, nil
	}
	return paired(times.Old, times.New), nil
}

// doubtful returns a benchmark by which the heat is lost, and that may have lost by its place
// alone; "" if there is none.
func (h *heat) doubtful() string {
	var names []string
	for name, b := range h.known {
		switch {
		case b.decision != slower:
		case b.orders > 0 || b.ratio >= 1+clock.Doubtful:
			return "" // lost, whatever the others say
		default:
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return slices.Min(names)
}

// settle takes what other orders say of a benchmark by which the heat is lost, and reports whether
// the heat is to go on: with another benchmark that is lost, or with those that are undecided.
func (h *heat) settle(name string, d doubt) bool {
	if d.decision == undecided {
		return false
	}
	b := h.known[name]
	b.decision, b.orders, b.inOrders = d.decision, d.orders, d.ratio
	h.known[name] = b
	if d.decision == slower {
		return false
	}
	if !h.lost() {
		for other := range h.times {
			if _, known := h.known[other]; !known {
				h.open[other] = true
			}
		}
	}
	return true
}
