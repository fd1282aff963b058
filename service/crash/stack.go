package crash

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/wring-go/wring/service/stackdump"
)

// recursion blames the functions that repeat, and folds the stack to one period.
func (q *inquiry) recursion() {
	g := q.crashed()
	if g == nil {
		return
	}
	period, start, times := fold(g.Frames)
	q.rep.Depth = len(g.Frames) + max(g.Elided, 0)
	if period == 0 {
		q.direct(100)
		return
	}
	for i := range period {
		f := &g.Frames[start+i]
		q.rep.Recursion = append(q.rep.Recursion,
			fmt.Sprintf("%s %s:%d", f.Func, f.File, f.Line))
		score := 200 - i
		if !q.ours(f) {
			score = 50 - i
		}
		q.add(g, f, score, fmt.Sprintf("one of %s that repeat, %d times in the part of the "+
			"stack that was printed", plural(period, "frame"), times))
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprint(n, " ", what, "s")
}

// fold finds the shortest period with which the stack repeats for the longest
// time: where it starts, and how often. The period is 0 when nothing repeats.
func fold(frames []stackdump.Frame) (period, start, times int) {
	const longest = 32
	best := 0
	for p := 1; p <= min(longest, len(frames)/2); p++ {
		for from := 0; from < min(len(frames), 2*longest); from++ {
			run := 0
			for i := from; i+p < len(frames) && same(frames[i], frames[i+p]); i++ {
				run++
			}
			if run >= p && run+p > best+p {
				best, period, start, times = run, p, from, run/p+1
			}
		}
	}
	return period, start, times
}

func same(a, b stackdump.Frame) bool { return a.Func == b.Func && a.Line == b.Line }

// creators counts the goroutines by the place that started them.
func (q *inquiry) creators() {
	type key struct {
		name string
		line int
	}
	counts := map[key]*Creator{}
	states := map[key]map[string]int{}
	sample := map[key]*stackdump.Goroutine{}
	for _, g := range q.dump.Goroutines {
		if g.Created.Func == "" {
			continue
		}
		k := key{g.Created.Func, g.Created.Line}
		if counts[k] == nil {
			counts[k] = &Creator{Func: g.Created.Func, File: g.Created.File, Line: g.Created.Line}
			states[k] = map[string]int{}
			sample[k] = g
		}
		counts[k].Count += g.Count
		states[k][g.State] += g.Count
	}
	for k, c := range counts {
		for state, n := range states[k] {
			if best := states[k][c.State]; n > best || n == best && state < c.State {
				c.State = state
			}
		}
		q.rep.Creators = append(q.rep.Creators, *c)
		if c.Count >= 1000 && 2*c.Count > q.rep.Goroutines && q.ours(&sample[k].Created) {
			q.add(sample[k], &sample[k].Created, 150,
				fmt.Sprintf("started %d of %d goroutines; most are in [%s]", c.Count,
					q.rep.Goroutines, c.State))
		}
	}
	slices.SortFunc(q.rep.Creators, func(a, b Creator) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Func, b.Func), a.Line-b.Line)
	})
	q.rep.Creators = q.rep.Creators[:min(len(q.rep.Creators), 20)]
}

// most blames, where nothing else points into the program, what most goroutines run and what
// started most of them. A process without memory may die before it has printed the
// stack of the one that it died in.
func (q *inquiry) most() {
	type lead struct {
		g *stackdump.Goroutine
		f *stackdump.Frame
		n int
	}
	leads := map[string]*lead{}
	note := func(g *stackdump.Goroutine, f *stackdump.Frame) {
		key := fmt.Sprint(f.Func, f.Line)
		if leads[key] == nil {
			leads[key] = &lead{g: g, f: f}
		}
		leads[key].n += max(g.Count, 1)
	}
	for _, g := range q.dump.Goroutines {
		for i := range g.Frames {
			if q.ours(&g.Frames[i]) {
				note(g, &g.Frames[i])
				break
			}
		}
		if g.Created.Func != "" && q.ours(&g.Created) {
			note(g, &g.Created)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(leads)) {
		l := leads[key]
		q.add(l.g, l.f, 200+min(l.n, 40), fmt.Sprintf("in the stacks of %d of %d goroutines; "+
			"nothing else points into the program", l.n, q.rep.Goroutines))
	}
}
