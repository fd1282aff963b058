package arena_test

import (
	"context"
	"sync"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// A context carries the arena that was put into it; without one it is the heap.
func TestContext(t *testing.T) {
	ctx := context.Background()
	if arena.FromContext(ctx) != nil {
		t.Error("an arena from nowhere")
	}
	a := arena.NewArena()
	ctx = arena.NewContext(ctx, a)
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	if arena.FromContext(inner) != a {
		t.Error("the arena is lost")
	}
	if arena.FromContext(arena.NewContext(inner, nil)) != nil {
		t.Error("nil does not stand for the heap")
	}
}

// A pool gives arenas that are empty, and gives them again.
func TestPoolReuses(t *testing.T) {
	skipUnlessPlain(t)
	var p arena.Pool
	a := p.Get()
	first := arena.Of(a, node{id: 1})
	p.Recycle(a)
	b := p.Get()
	if c := p.Get(); b != a || c == a {
		t.Error("the arena did not come back once")
	}
	if second := arena.New[node](b); second != first || second.id != 0 {
		t.Error("the memory did not come back zeroed")
	}
}

// What waits in a pool never exceeds the budget, and what came first stays.
func TestPoolBudget(t *testing.T) {
	skipUnlessPlain(t)
	p := arena.Pool{Budget: 100_000}
	var out []*arena.Arena
	for range 10 {
		a := p.Get()
		arena.MakeSlice[byte](a, 30_000, 30_000)
		out = append(out, a)
	}
	for _, a := range out {
		p.Recycle(a)
	}
	held := 0
	for range out {
		held += p.Get().Bytes()
	}
	if held != 90_000 {
		t.Errorf("the pool held %d bytes, want 90000", held)
	}
	if n := p.Get().Bytes(); n != 0 {
		t.Errorf("an empty pool gave an arena of %d bytes", n)
	}
}

// Do gives the arena back even if the work panics.
func TestPoolDoPanics(t *testing.T) {
	skipUnlessPlain(t)
	var p arena.Pool
	var used *arena.Arena
	wantPanic(t, "Do", "work", func() {
		p.Do(func(a *arena.Arena) {
			used = a
			arena.New[int](a)
			panic("work")
		})
	})
	if p.Get() != used {
		t.Error("the arena is lost")
	}
}

// Goroutines that share a pool never share memory.
func TestPoolInParallel(t *testing.T) {
	var p arena.Pool
	parallel(t, func(t *testing.T, g int) {
		for range 200 {
			p.Do(func(a *arena.Arena) { ownMemory(t, g, arena.For[[2]int](a).New) })
		}
	})
}

// Goroutines that share a locked arena never get the same memory.
func TestLockedInParallel(t *testing.T) {
	var l arena.Locked
	slab := arena.LockedFor[[2]int](&l)
	parallel(t, func(t *testing.T, g int) {
		for range 200 {
			ownMemory(t, g, slab.New)
			s := slab.Append(slab.MakeSlice(0, 1), [2]int{g, g}, [2]int{g, g})
			text := l.Concat(l.String("so"), "me")
			l.Do(func(a *arena.Arena) { arena.Of(a, g) })
			if s[0] != s[1] || *slab.Of(s[0]) != s[1] || text != "some" {
				t.Error(s, text)
			}
		}
	})
	l.Recycle(1 << 20)
	l.Free()
	wantPanic(t, "New", "after Free", func() { slab.New() })
}

// parallel runs f in eight goroutines.
func parallel(t *testing.T, f func(t *testing.T, g int)) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() { f(t, g) })
	}
	wg.Wait()
}

// ownMemory fills some values and fails if another goroutine writes to them.
func ownMemory(t *testing.T, g int, alloc func() *[2]int) {
	var all []*[2]int
	for i := range 100 {
		p := alloc()
		if *p != [2]int{} {
			t.Errorf("not zero: %v", *p)
		}
		*p = [2]int{g, i}
		all = append(all, p)
	}
	for i, p := range all {
		if *p != [2]int{g, i} {
			t.Errorf("%v, want %v", *p, [2]int{g, i})
		}
	}
}
