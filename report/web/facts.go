package web

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// fact is a figure at the head of a document.
type fact struct{ Value, Label, Kind string }

// facts returns what is to be seen first of an input.
func facts(in Input, w *inputView) []fact {
	var list []fact
	add := func(value, label, kind string) { list = append(list, fact{value, label, kind}) }
	if rep := w.Report; rep != nil && len(rep.Benchmarks) > 0 {
		worst := slices.MaxFunc(rep.Benchmarks, func(a, b alloc.Benchmark) int {
			return cmp.Compare(perOperation(a), perOperation(b))
		})
		add(rate(perOperation(worst)), "objects per operation of "+short(worst.FullName()), "")
		add(count(uint64(len(rep.Sites))), "sites allocate", "")
		switch {
		case !rep.Exact:
			add("sampled", "counts are estimates", "")
		case w.Balanced:
			add("0", "objects unaccounted for", "")
		default:
			add("open", "the books do not balance", "worse")
		}
	}
	if in.Fix != nil {
		add(fmt.Sprintf("%d of %d", len(in.Fix.Accepted()), len(in.Fix.Trials)),
			"rewrites proven", "")
	}
	if in.Guard != nil {
		add(fmt.Sprint(len(in.Guard.Failures())), "budgets exceeded", "")
	}
	if w.Live != nil {
		add(fmt.Sprint(len(w.Live.Routes)), "routes", "")
		add(seconds(w.Live.Total.Sampled), "of requests seen", "")
		add(fmt.Sprint(len(w.Live.Conclusions)), "things could be saved", "")
	}
	return list
}

// perOperation returns how many objects one operation of a benchmark allocates,
// those of its first use left out.
func perOperation(b alloc.Benchmark) float64 {
	return float64(b.Objects-b.FirstUseObjects) / float64(max(1, b.N))
}
