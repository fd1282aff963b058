package arena_test

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"unsafe"
	"weak"

	"github.com/wring-go/wring/kit/arena"
)

// The zero key is a key like others. Deleted entries hold it too, and must not
// be found in its place.
func TestMapDeletesZeroKey(t *testing.T) {
	for n := range 30 {
		m := arena.MakeMap[int, int](nil, 0)
		for i := range n {
			m.Set(i, i+1)
		}
		for i := n - 1; i >= 0; i-- {
			m.Delete(i)
		}
		if v, ok := m.Get(0); ok || m.Len() != 0 {
			t.Fatalf("of %d keys the deleted zero is %d, %d are left", n, v, m.Len())
		}
		m.Set(0, 7)
		if v, ok := m.Get(0); v != 7 || !ok || m.Len() != 1 {
			t.Fatalf("the zero key is %d, %t, and %d are there", v, ok, m.Len())
		}
	}
}

// A map that is full uses its memory again if at least half of the entries are
// deleted, and moves to new memory if fewer are: else each of the next keys
// could move all of them.
func TestMapMovesWhenItMust(t *testing.T) {
	for deleted := 1; deleted < 6; deleted++ {
		m := arena.MakeMap[int, int](nil, 6)
		for i := range 6 {
			m.Set(i, i)
		}
		first := m.Ptr(0)
		for i := range deleted {
			m.Delete(i)
		}
		m.Set(6, 6)
		stayed := m.Ptr(deleted) == first
		if want := deleted >= 3; stayed != want {
			t.Errorf("%d of 6 deleted: in the same memory: %t, want %t", deleted, stayed, want)
		}
	}
}

// A map grows with what is in it: all the memory that it had is at most four
// times as much as it needs, and one that is made with room for some keys has
// this room at once, and not twice as much.
func TestMapRoom(t *testing.T) {
	skipUnlessPlain(t)
	type value [2000]int
	const size = int(unsafe.Sizeof(value{})) + 16 // with the key and the stamp
	for _, n := range []int{1, 5, 6, 7, 12, 13, 48, 49, 97} {
		a := arena.NewArena()
		m := arena.MakeMap[int64, value](a, 0)
		for i := range int64(n) {
			m.Ptr(i)
		}
		if room := a.Bytes() / size; room < n || room > 4*n+12 {
			t.Errorf("%d keys took room for %d", n, room)
		}
		a = arena.NewArena()
		m = arena.MakeMap[int64, value](a, n)
		before := a.Bytes()
		for i := range int64(n) {
			m.Ptr(i)
		}
		if after := a.Bytes(); after != before {
			t.Errorf("a map for %d keys grew from %d bytes to %d", n, before, after)
		}
		if room := before / size; room < n || room >= max(2*n, 7) {
			t.Errorf("a map for %d keys has room for %d", n, room)
		}
	}
}

// What was deleted from a map is let go: the value at once, and a key also if its
// entry had moved before.
func TestMapLetsGo(t *testing.T) {
	m := arena.MakeMap[*[4]int, *[4]int](nil, 6)
	var keys [7]weak.Pointer[[4]int]
	fill := func(i int) {
		k := new([4]int)
		keys[i] = weak.Make(k)
		m.Set(k, nil)
	}
	for i := range 6 {
		fill(i)
	}
	for i := range 3 {
		m.Delete(keys[i].Value())
	}
	fill(6) // moves 3, 4 and 5 to the front
	m.Delete(keys[4].Value())
	m.Delete(keys[5].Value())
	key := new([4]int)
	m.Set(key, new([4]int))
	value := weak.Make(m.At(key))
	m.Delete(key)
	runtime.GC()
	for _, i := range []int{0, 1, 2, 4, 5} {
		if keys[i].Value() != nil {
			t.Errorf("key %d is still held", i)
		}
	}
	if keys[3].Value() == nil || keys[6].Value() == nil {
		t.Error("a key that is in the map is gone")
	}
	if value.Value() != nil {
		t.Error("the value is still held")
	}
	runtime.KeepAlive(m)
}

// Whatever is added and deleted during an iteration, it yields in the order of
// insertion, yields nothing twice and nothing that is gone, and leaves out
// nothing that was there all the time.
func TestMapIterationGoesOn(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := arena.MakeMap[int, int](nil, 0)
		next := 3 + r.IntN(20)
		there, always := make(map[int]bool), make(map[int]bool)
		for i := range next {
			m.Set(i, i)
			there[i], always[i] = true, true
		}
		last := -1
		for k := range m.All() {
			if k <= last || !there[k] {
				t.Fatalf("seed %d: %d is yielded after %d, there: %t", seed, k, last, there[k])
			}
			last = k
			delete(always, k)
			for range r.IntN(12) {
				if r.IntN(2) == 0 && next < 100 {
					m.Set(next, next)
					there[next] = true
					next++
				} else {
					gone := r.IntN(next)
					m.Delete(gone)
					delete(there, gone)
					delete(always, gone)
				}
			}
		}
		if len(always) > 0 {
			t.Fatalf("seed %d: not yielded: %v", seed, always)
		}
	}
}

// An iteration stops with a panic when the arena takes the memory back meanwhile.
func TestMapIterationNoticesRecycle(t *testing.T) {
	if debugBuild {
		t.Skip("this build reports the map as a leak before that")
	}
	a := arena.NewArena()
	m := arena.MakeMap[int, int](a, 0)
	m.Set(1, 1)
	m.Set(2, 2)
	wantPanic(t, "All", "use of a Map after", func() {
		for range m.All() {
			a.Recycle(1 << 20)
		}
	})
}
