package arena_test

import (
	"context"
	"math"
	"runtime"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// objects returns how many objects f allocates over all of n calls, after a
// first one. Nothing is rounded, and it takes the least of some attempts,
// because the runtime now and then allocates for itself.
func objects(n int, f func()) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f()
	least := uint64(math.MaxUint64)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			f()
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	return least
}

// sink is where results go, so that the compiler cannot leave out the work.
type sink struct {
	n    *node
	s    string
	list []*node
	ref  arena.Ref[node]
}

// What each function allocates in 1,000 calls when the arena has been in use
// before: nothing. This is the promise of Recycle.
func TestRecycledArenaAllocatesNothing(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	slab := arena.For[node](a)
	var l arena.Locked
	locked := arena.LockedFor[node](&l)
	var to sink
	text := []byte("some text")
	for name, f := range map[string]func(){
		"New":       func() { to.n = arena.New[node](a) },
		"Of":        func() { to.n = arena.Of(a, node{id: 1}) },
		"For":       func() { to.n = arena.For[node](a).New() },
		"Slab.New":  func() { to.n = slab.New() },
		"Slab.Of":   func() { to.n = slab.Of(node{id: 2}) },
		"MakeSlice": func() { to.list = arena.MakeSlice[*node](a, 1, 20) },
		"large":     func() { to.list = arena.MakeSlice[*node](a, 1, 20_000) },
		"Append":    func() { to.list = arena.Append(a, arena.Append(a, nil, to.n), to.n, to.n) },
		"String":    func() { to.s = arena.String(a, text) },
		"Concat":    func() { to.s = arena.Concat(a, to.s[:0], "some", " ", "text") },
		"Map":       func() { fillMap(a) },
		"Locked":    func() { to.n = locked.New(); to.list = nil },
	} {
		round := func() {
			for range 1000 {
				f()
			}
			a.Recycle(math.MaxInt)
			l.Recycle(math.MaxInt)
		}
		if name == "large" {
			round = func() { f(); f(); a.Recycle(math.MaxInt) }
		}
		round() // the memory is there, and
		round() // the lists of it have both been as long as they get
		if n := objects(5, round); n != 0 {
			t.Errorf("%s: %d objects in 5 rounds", name, n)
		}
	}
}

func fillMap(a *arena.Arena) {
	m := arena.MakeMap[int, string](a, 0)
	for i := range 50 {
		m.Set(i, "x")
	}
}

// On the plain heap each function allocates what the standard way does.
func TestNilArenaAllocatesLikeTheHeap(t *testing.T) {
	skipUnlessPlain(t)
	var a *arena.Arena
	var to sink
	text := []byte("some text that does not fit into a small buffer of the compiler")
	for _, c := range []struct {
		name string
		want uint64
		f    func()
	}{
		{"New", 1, func() { to.n = arena.New[node](a) }},
		{"Of", 1, func() { to.n = arena.Of(a, node{id: 1}) }},
		{"MakeSlice", 1, func() { to.list = arena.MakeSlice[*node](a, 1, 20) }},
		{"Append", 1, func() { to.list = arena.Append(a, nil, to.n) }},
		{"String", 1, func() { to.s = arena.String(a, text) }},
		{"Concat", 1, func() { to.s = arena.Concat(a, "some", " ", "text") }},
		{"For", 2, func() { to.n = arena.For[node](a).New() }},
		{"Clone pointer", 1, func() { to.n = arena.Clone(to.n) }},
		{"Clone slice", 3, func() { to.list = arena.Clone(to.list[:1]) }},
		{"Clone string", 1, func() { to.s = arena.Clone(to.s) }},
	} {
		if n := objects(1000, c.f); n != c.want*1000 {
			t.Errorf("%s: %d objects in 1,000 calls, want %d for each", c.name, n, c.want)
		}
	}
}

// A fresh arena costs a few objects, and one more for each chunk: 10,000 nodes
// of 72 bytes fit into 4+8+16+32 KiB and eleven times 64 KiB. That is the arena,
// its table, the list of slabs, a slab, 15 chunks, and a list of them that has
// grown to 1, 2, 4, 8 and 16.
func TestFreshArenaAllocatesChunks(t *testing.T) {
	skipUnlessPlain(t)
	var to sink
	n := objects(100, func() {
		a := arena.NewArena()
		slab := arena.For[node](a)
		for range 10_000 {
			to.n = slab.New()
		}
		a.Free()
	})
	if want := uint64(100 * (4 + 15 + 5)); n != want {
		t.Errorf("%d objects in 100 rounds, want %d", n, want)
	}
}

// A pooled arena comes back without allocating, a context costs what a context
// costs, and looking into it nothing.
func TestLifetimesAllocateNothing(t *testing.T) {
	skipUnlessPlain(t)
	var p arena.Pool
	var to sink
	work := func(a *arena.Arena) { to.n = arena.New[node](a) }
	if n := objects(1000, func() { p.Do(work) }); n != 0 {
		t.Errorf("Pool.Do: %d objects in 1,000 calls", n)
	}
	a := arena.NewArena()
	ctx := arena.NewContext(context.Background(), a)
	if n := objects(1000, func() { work(arena.FromContext(ctx)); a.Recycle(1 << 20) }); n != 0 {
		t.Errorf("FromContext: %d objects in 1,000 calls", n)
	}
	var t0 arena.Table[node]
	if n := objects(1000, func() { to.ref, to.n = t0.New(); t0.Delete(to.ref) }); n != 0 {
		t.Errorf("Table: %d objects in 1,000 calls", n)
	}
}
