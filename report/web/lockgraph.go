package web

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/service/locks"
)

// lockGraph is the drawing of who waits for whom: those that wait on the left, what
// they wait for, who holds it, what that waits for, and so on to the right.
type lockGraph struct {
	Width, Height int
	Nodes         []*lockNode
	Arrows        []lockArrow
	Hidden        int // locks that are not drawn
}

// lockNode is a box.
type lockNode struct {
	Kind  string // waiters, lock or holder
	Title string // what the browser shows of it
	Lines [2]string
	X, Y  int
	Cycle bool

	column int
	next   []*lockNode
}

// lockArrow leads from who waits to what is waited for, or from a lock to who holds
// it.
type lockArrow struct {
	Kind  string // waits, or a grade of locks.Holder
	Path  string
	Head  string // the corners of its point
	Cycle bool
}

// The measures of the drawing.
const (
	boxWidth, boxHeight = 230, 44
	gapX, gapY          = 46, 14
	edge                = 8
	boxText             = 29 // letters in a box
	maxLocks            = 15 // in a drawing
)

// drawLocks draws the locks that have waiters, those with most of them first.
func drawLocks(all []locks.Lock) *lockGraph {
	g := &lockGraph{}
	b := lockBuilder{graph: g, holders: map[int64]*lockNode{}, waits: map[int64]*lockNode{},
		grades: map[[2]*lockNode]string{}}
	for i := range all {
		if len(all[i].Waiters) == 0 {
			continue
		}
		if len(b.locks) == maxLocks {
			g.Hidden++
			continue
		}
		b.addLock(&all[i])
	}
	if len(b.locks) == 0 {
		return nil
	}
	for i, n := range b.nodes {
		b.addWaiters(n, b.locks[i])
	}
	g.place()
	g.draw(b.grades)
	return g
}

// lockBuilder makes the nodes.
type lockBuilder struct {
	graph   *lockGraph
	locks   []*locks.Lock
	nodes   []*lockNode         // of the locks
	holders map[int64]*lockNode // by goroutine
	waits   map[int64]*lockNode // the lock that a goroutine waits for
	grades  map[[2]*lockNode]string
}

func (b *lockBuilder) add(n *lockNode) *lockNode {
	b.graph.Nodes = append(b.graph.Nodes, n)
	return n
}

// addLock adds a lock and those who hold it.
func (b *lockBuilder) addLock(l *locks.Lock) {
	waiting := fmt.Sprintf("%s, %d waiting", l.Kind, len(l.Waiters))
	if l.Longest > 0 {
		waiting += fmt.Sprintf(" up to %d min", l.Longest)
	}
	n := b.add(&lockNode{Kind: "lock", Title: l.Lock + " " + l.Address, Cycle: l.Cycle,
		Lines: [2]string{fit(symbol.Short(l.Lock)), fit(waiting)}})
	b.locks, b.nodes = append(b.locks, l), append(b.nodes, n)
	for _, id := range l.Waiters {
		b.waits[id] = n
	}
	for _, h := range l.Holders {
		holder := b.holders[h.Goroutine]
		if holder == nil {
			holder = b.add(&lockNode{Kind: "holder",
				Title: fmt.Sprintf("%s %s:%d %s", h.Func, h.File, h.Line, h.Evidence),
				Lines: [2]string{fit(symbol.Short(h.Func)),
					fit(fmt.Sprintf("goroutine %d, %s", h.Goroutine, h.State))}})
			b.holders[h.Goroutine] = holder
		}
		n.next = append(n.next, holder)
		b.grades[[2]*lockNode{n, holder}] = h.Grade
	}
}

// addWaiters adds those who wait for a lock: who holds another one by itself, the
// rest together by route.
func (b *lockBuilder) addWaiters(n *lockNode, l *locks.Lock) {
	rest := len(l.Waiters)
	for _, id := range l.Waiters {
		if h := b.holders[id]; h != nil && b.waits[id] == n {
			h.next = append(h.next, n)
			h.Cycle = h.Cycle || n.Cycle
			rest--
		}
	}
	group := func(count int, what string) {
		w := b.add(&lockNode{Kind: "waiters", Title: what, next: []*lockNode{n},
			Lines: [2]string{fmt.Sprintf("%d waiting", count), fit(what)}})
		w.column = -1
	}
	for _, r := range l.Routes {
		if r.Waiters <= rest {
			group(r.Waiters, r.Route)
			rest -= r.Waiters
		}
	}
	if rest > 0 {
		what := "other goroutines"
		if len(l.Routes) == 0 {
			what = "goroutines"
		}
		group(rest, what)
	}
}

// fit shortens a text to a box.
func fit(text string) string {
	letters := []rune(text)
	if len(letters) <= boxText {
		return text
	}
	return string(letters[:boxText-1]) + "…"
}

// place gives each node its column and its place there. What closes a circle leads
// back; all other arrows lead to the right.
func (g *lockGraph) place() {
	state := make(map[*lockNode]int) // 1 while its followers are looked at, 2 after
	var order []*lockNode            // followers first
	back := make(map[[2]*lockNode]bool)
	var visit func(n *lockNode)
	visit = func(n *lockNode) {
		state[n] = 1
		for _, m := range n.next {
			if state[m] == 1 {
				back[[2]*lockNode{n, m}] = true
			} else if state[m] == 0 {
				visit(m)
			}
		}
		state[n] = 2
		order = append(order, n)
	}
	for _, n := range g.Nodes {
		if state[n] == 0 {
			visit(n)
		}
	}
	for _, n := range g.Nodes {
		n.column = 0
		if n.Kind == "lock" {
			n.column = 1 // its waiters are on its left
		}
	}
	for _, n := range slices.Backward(order) {
		for _, m := range n.next {
			if !back[[2]*lockNode{n, m}] {
				m.column = max(m.column, n.column+1)
			}
		}
	}
	columns := make(map[int][]*lockNode)
	for _, n := range g.Nodes {
		if n.Kind == "waiters" {
			n.column = n.next[0].column - 1
		}
		columns[n.column] = append(columns[n.column], n)
	}
	g.stack(columns)
}

// stack puts the nodes of each column below each other, near those that lead to
// them.
func (g *lockGraph) stack(columns map[int][]*lockNode) {
	before := make(map[*lockNode][]*lockNode)
	for _, n := range g.Nodes {
		for _, m := range n.next {
			before[m] = append(before[m], n)
		}
	}
	middle := func(n *lockNode) float64 {
		sum, count := 0.0, 0
		for _, m := range before[n] {
			if m.column < n.column {
				sum, count = sum+float64(m.Y), count+1
			}
		}
		return sum / float64(max(count, 1))
	}
	for _, c := range slices.Sorted(maps.Keys(columns)) {
		list := columns[c]
		if c > 0 {
			slices.SortStableFunc(list, func(a, b *lockNode) int {
				return cmp.Compare(middle(a), middle(b))
			})
		}
		for i, n := range list {
			n.X, n.Y = edge+c*(boxWidth+gapX), edge+i*(boxHeight+gapY)
			if want := int(middle(n)); c > 0 && want > n.Y {
				n.Y = want
			}
			if i > 0 {
				n.Y = max(n.Y, list[i-1].Y+boxHeight+gapY)
			}
			g.Width = max(g.Width, n.X+boxWidth+edge)
			g.Height = max(g.Height, n.Y+boxHeight+edge)
		}
	}
}

// draw makes the arrows.
func (g *lockGraph) draw(grades map[[2]*lockNode]string) {
	floor := g.Height // below all boxes
	for _, n := range g.Nodes {
		for _, m := range n.next {
			kind := cmp.Or(grades[[2]*lockNode{n, m}], "waits")
			g.Arrows = append(g.Arrows, arrow(n, m, kind, n.Cycle && m.Cycle, floor))
			if m.column <= n.column {
				g.Height = floor + bow
			}
		}
	}
}

// bow is how far below all boxes an arrow that leads back runs.
const bow = 24

func arrow(from, to *lockNode, kind string, cycle bool, floor int) lockArrow {
	a := lockArrow{Kind: kind, Cycle: cycle}
	if to.column > from.column {
		x1, y1, x2, y2 := from.X+boxWidth, from.Y+boxHeight/2, to.X, to.Y+boxHeight/2
		bend := (x2 - x1) / 2
		a.Path = fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, x1+bend, y1, x2-bend, y2, x2-6, y2)
		a.Head = fmt.Sprintf("%d,%d %d,%d %d,%d", x2, y2, x2-8, y2-4, x2-8, y2+4)
		return a
	}
	x1, y1, x2, y2 := from.X+boxWidth/2, from.Y+boxHeight, to.X+boxWidth/2, to.Y+boxHeight
	side := bow
	if x1 > x2 {
		side = -bow
	}
	a.Path = fmt.Sprintf("M%d %dV%dQ%d %d %d %dH%dQ%d %d %d %dV%d", x1, y1, floor-bow/2, x1,
		floor+bow/2, x1+side, floor+bow/2, x2-side, x2, floor+bow/2, x2, floor-bow/2, y2+6)
	a.Head = fmt.Sprintf("%d,%d %d,%d %d,%d", x2, y2, x2-4, y2+8, x2+4, y2+8)
	return a
}
