package arena_test

import (
	"math"
	"runtime"
	"testing"
	"weak"

	"github.com/wring-go/wring/kit/arena"
)

// The last slice grows in place up to the end of its chunk.
func TestAppendFillsTheChunk(t *testing.T) {
	skipUnlessPlain(t)
	for step := 1; step < 8; step++ {
		a := arena.NewArena()
		s := arena.Append(a, nil, uint64(1))
		first, chunk := &s[0], a.Bytes()/8
		for len(s)+step <= chunk {
			if s = arena.Append(a, s, make([]uint64, step)...); &s[0] != first {
				t.Fatalf("%d elements of %d, and it was moved", len(s), chunk)
			}
		}
		if s = arena.Append(a, s, make([]uint64, step)...); &s[0] == first {
			t.Fatalf("%d elements of %d", len(s), chunk)
		}
	}
}

// A slice that ends where a chunk begins is not the arena's, and must not grow
// into it: it would be one slice over two pieces of memory.
func TestAppendToTheNeighbour(t *testing.T) {
	skipUnlessPlain(t)
	for _, taken := range []int{0, 3} {
		memory := make([]uint64, 300)
		a := arena.NewArena()
		arena.ChunkIn(a, memory[100:])
		if p := arena.New[uint64](a); p != &memory[299] {
			t.Fatal("the chunk is not where it was put")
		}
		arena.MakeSlice[uint64](a, taken, taken)
		// It ends where the free part begins, and all but taken of it is outside.
		heap := memory[: 100+taken : 100+taken]
		if s := arena.Append(a, heap, 1); &s[0] == &heap[0] {
			t.Errorf("a slice grew into a chunk of which %d are taken", taken)
		}
	}
}

// A slice that moves gets room for later: twice as much while it is small, and
// at least a quarter more but less than twice as much when it is large.
func TestAppendLeavesRoom(t *testing.T) {
	skipUnlessPlain(t)
	for _, n := range []int{1, 10, 255, 256, 1000, 10_000, 100_000} {
		a := arena.NewArena()
		s := arena.MakeSlice[byte](a, n, n)
		arena.MakeSlice[byte](a, 1, 1) // in its way
		got := cap(arena.Append(a, s, 1))
		if n < 256 && got != 2*n || n >= 256 && got < n+n/4 || n > 256 && got >= 2*n {
			t.Errorf("a slice of %d moved to room for %d", n, got)
		}
	}
}

// Large slices find those of the round before, also in another order.
func TestSpareSlicesAreSearched(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	sizes := []int{100_000, 150_000, 200_000, 250_000, 300_000}
	places := make(map[*byte]int)
	for _, n := range sizes {
		places[&arena.MakeSlice[byte](a, n, n)[0]] = n
	}
	held := a.Bytes()
	a.Recycle(math.MaxInt)
	for i := range sizes {
		n := sizes[len(sizes)-1-i]
		if was := places[&arena.MakeSlice[byte](a, n, n)[0]]; was != n {
			t.Errorf("a slice of %d is where one of %d was", n, was)
		}
	}
	if a.Bytes() != held {
		t.Errorf("%d bytes are held, %d before", a.Bytes(), held)
	}
}

// Of the large slices that a round did not use, half are kept for the next, or
// as much as was in use if that is more.
func TestUnwantedSlicesGoByHalves(t *testing.T) {
	skipUnlessPlain(t)
	const n = 100_000
	for wanted, want := range []int{8 / 2, 1 + 7/2, 2 + 6/2, 3 + 3} {
		a := arena.NewArena()
		for range 8 {
			arena.MakeSlice[byte](a, n, n)
		}
		a.Recycle(math.MaxInt)
		for range wanted {
			arena.MakeSlice[byte](a, n, n)
		}
		a.Recycle(math.MaxInt)
		if got := a.Bytes() / n; got != want {
			t.Errorf("of 8 slices %d were wanted, and %d are kept, want %d", wanted, got, want)
		}
	}
}

// What an arena gives up goes to the collector: spare slices too, and all of it
// when the arena ends, although a handle to it remains.
func TestArenaLetsGo(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	slab := arena.For[uint64](a)
	try := func(name string, giveUp func()) {
		var held []weak.Pointer[uint64]
		for range 3 {
			held = append(held, weak.Make(&slab.MakeSlice(50_000, 50_000)[0]))
		}
		held = append(held, weak.Make(slab.New()), weak.Make(&slab.MakeSlice(3, 3)[0]))
		a.Recycle(math.MaxInt)
		slab.MakeSlice(50_000, 50_000)
		giveUp()
		runtime.GC()
		for i, w := range held {
			if w.Value() != nil {
				t.Errorf("%s: value %d is still held", name, i)
			}
		}
	}
	try("Recycle", func() { a.Recycle(0) })
	try("spare", func() { a.Recycle(math.MaxInt); a.Recycle(0) })
	try("Free", a.Free)
	runtime.KeepAlive(slab)
}
