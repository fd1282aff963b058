package arena_test

import (
	"math"
	"slices"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// A handle is the same each time, and is good after Recycle.
func TestSlabIsKept(t *testing.T) {
	a := arena.NewArena()
	s := arena.For[node](a)
	for range 5 {
		if arena.For[node](a) != s {
			t.Fatal("the handle changed")
		}
		if n := s.Of(node{id: 3}); n.id != 3 {
			t.Error(n.id)
		}
		if n := s.New(); n.id != 0 {
			t.Error(n.id)
		}
		a.Recycle(math.MaxInt)
	}
}

// Types that look alike have memory of their own: int and a named int, a pointer
// to the one and to the other.
func TestTypesThatLookAlike(t *testing.T) {
	type number int
	type local struct{ next *local }
	skipUnlessPlain(t)
	a := arena.NewArena()
	before := a.Bytes()
	arena.New[int](a)
	arena.New[number](a)
	arena.New[*int](a)
	arena.New[*number](a)
	arena.New[*local](a)
	if grown := a.Bytes() - before; grown != 5*4088 {
		t.Errorf("%d bytes for five types, want five first chunks", grown)
	}
}

// Chunks double from 4 KiB to 64 KiB, less the eight bytes for the allocator.
func TestChunkSizes(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	var sizes []int
	for last := 0; len(sizes) < 7; {
		arena.New[uint64](a)
		if n := a.Bytes(); n != last {
			sizes = append(sizes, n-last+8)
			last = n
		}
	}
	if want := []int{4096, 8192, 16384, 32768, 65536, 65536, 65536}; !slices.Equal(sizes, want) {
		t.Errorf("chunks of %d bytes, want %d", sizes, want)
	}
}

// A slice that would fill more than a quarter of the next chunk has memory of its
// own, of exactly its size, and the objects around it stay together.
func TestLargeSlicesAreApart(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	one := arena.New[uint64](a)
	before := a.Bytes()
	large := arena.MakeSlice[uint64](a, 5_000, 5_000)
	if grown := a.Bytes() - before; grown != 40_000 {
		t.Errorf("%d bytes for a slice of 40,000", grown)
	}
	two := arena.New[uint64](a)
	if address(one)-address(two) != 8 {
		t.Error("objects are apart")
	}
	large[0], large[4_999] = 1, 1
	if *one != 0 || *two != 0 {
		t.Error("the large slice overlaps an object")
	}
}

// Objects and slices of a type share a chunk from its two ends, until it is full.
func TestObjectsAndSlicesShareAChunk(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	for range 51 { // 511 elements fit into the first chunk
		s := arena.MakeSlice[uint64](a, 9, 9)
		p := arena.New[uint64](a)
		for i := range s {
			s[i] = 1
		}
		if *p != 0 {
			t.Fatal("an object overlaps a slice")
		}
		*p = 2
		if slices.Contains(s, 2) {
			t.Fatal("a slice overlaps an object")
		}
	}
	if a.Bytes() != 4088 {
		t.Errorf("%d bytes, want one chunk", a.Bytes())
	}
}

// What a spare large slice is used for again fits: not too small, and not more
// than four times too large.
func TestSpareSlices(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	large := &arena.MakeSlice[byte](a, 100_000, 100_000)[0]
	a.Recycle(math.MaxInt)
	if &arena.MakeSlice[byte](a, 100_001, 100_001)[0] == large {
		t.Error("a spare slice is too small")
	}
	if &arena.MakeSlice[byte](a, 20_000, 20_000)[0] == large {
		t.Error("a spare slice is wasted")
	}
	if s := arena.MakeSlice[byte](a, 60_000, 60_000); &s[0] != large || cap(s) != 60_000 {
		t.Error("a spare slice is not used, or shows more than was asked for")
	}
}
