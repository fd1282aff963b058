package arena_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"weak"

	"github.com/wring-go/wring/kit/arena"
)

// No chunk loses more than a quarter to slices that do not fit into its rest, so
// slices of any one size take little more memory than they have, once there are
// many.
func TestLittleIsLost(t *testing.T) {
	skipUnlessPlain(t)
	const total = 16 << 20
	for size := 64; size < 200_000; size = size*5/4 + 8 {
		a := arena.NewArena()
		for a.Bytes() < 200<<10 {
			arena.New[byte](a) // until chunks are as large as they become
		}
		count := total / size
		for range count {
			arena.MakeSlice[byte](a, size, size)
		}
		if used := a.Bytes(); used > size*count*4/3+(400<<10) {
			t.Errorf("%d slices of %d bytes take %d", count, size, used)
		}
	}
}

// A slice that is appended to again and again moves seldom, also when it cannot
// grow where it is, and what it leaves behind is not much more than it has.
func TestAppendMovesSeldom(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	var s []uint64
	moves := 0
	for i := range uint64(100_000) {
		before := s
		s = arena.Append(a, s, i)
		if len(before) > 0 && &before[0] != &s[0] {
			moves++
		}
		arena.MakeSlice[uint64](a, 1, 1) // in its way
	}
	for i, v := range s {
		if v != uint64(i) {
			t.Fatalf("%d at %d", v, i)
		}
	}
	// 8 doublings to 256, and then at least a quarter more each time.
	if moves > 45 {
		t.Errorf("it moved %d times", moves)
	}
	if used := a.Bytes(); used > 10*8*100_000 {
		t.Errorf("%d bytes are used", used)
	}
}

// Large slices are handed out again after Recycle, in whatever order they are
// asked for: the arena takes no more memory, and none of it is used twice.
func TestLargeSlicesComeBack(t *testing.T) {
	skipUnlessPlain(t)
	r := rand.New(rand.NewPCG(1, 2))
	sizes := []int{100_000, 150_000, 200_000, 250_000, 300_000, 350_000, 390_000}
	a := arena.NewArena()
	held := 0
	for round := range 50 {
		r.Shuffle(len(sizes), func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
		if round%2 == 0 { // the order in which each finds its own
			sizes = []int{390_000, 350_000, 300_000, 250_000, 200_000, 150_000, 100_000}
		}
		var all [][]byte
		for i, n := range sizes {
			s := arena.MakeSlice[byte](a, n, n)
			for j := 0; j < n; j += 1000 {
				if s[j] != 0 {
					t.Fatalf("round %d: a slice of %d is not zero", round, n)
				}
				s[j] = byte(i + 1)
			}
			all = append(all, s)
		}
		for i, s := range all {
			for j := 0; j < len(s); j += 1000 {
				if s[j] != byte(i+1) {
					t.Fatalf("round %d: slice %d was written to", round, i)
				}
			}
		}
		if round == 0 {
			held = a.Bytes()
		}
		if used := a.Bytes(); used > 3*held {
			t.Fatalf("round %d: %d bytes are held, %d at first", round, used, held)
		}
		a.Recycle(math.MaxInt)
	}
}

// Slices of ever other sizes do not pile up: not much more is held than was in
// use at a time, and less when it is no longer wanted.
func TestLargeSlicesDoNotPileUp(t *testing.T) {
	skipUnlessPlain(t)
	r := rand.New(rand.NewPCG(1, 2))
	a := arena.NewArena()
	most, held := 0, 0
	for range 300 {
		used := 0
		for range 20 {
			n := 20_000 + r.IntN(200_000)
			arena.MakeSlice[byte](a, n, n)
			used += n
		}
		most, held = max(most, used), max(held, a.Bytes())
		a.Recycle(math.MaxInt)
	}
	if held > 5*most {
		t.Errorf("%d bytes are held, %d were in use at most", held, most)
	}
	for range 30 {
		a.Recycle(math.MaxInt)
	}
	if a.Bytes() > 64<<10 {
		t.Errorf("%d bytes are held that are not wanted", a.Bytes())
	}
}

// The same slices in the same order need no memory after the first round.
func TestLargeSlicesAllocateOnce(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	round := func() {
		for _, n := range []int{90_000, 300_000, 120_000, 200_000, 90_000} {
			arena.MakeSlice[byte](a, n, n)
		}
		a.Recycle(math.MaxInt)
	}
	round()
	held := a.Bytes()
	if n := testing.AllocsPerRun(100, round); n != 0 {
		t.Errorf("%v allocations in each round", n)
	}
	if a.Bytes() != held {
		t.Errorf("%d bytes are held, %d after the first round", a.Bytes(), held)
	}
}

// Recycle keeps as much as it was told and not a chunk more, whatever was used.
func TestRecycleKeepsExactly(t *testing.T) {
	skipUnlessPlain(t)
	for keep := 0; keep < 400_000; keep += 3_777 {
		a := arena.NewArena()
		for i := range 30_000 {
			*arena.New[int](a) = i
		}
		arena.MakeSlice[int](a, 5_000, 5_000)
		arena.String(a, "text")
		a.Recycle(keep)
		if used := a.Bytes(); used > keep || used+(64<<10) < min(keep, 240_000) {
			t.Errorf("told to keep %d, and holds %d", keep, used)
		}
		for range 30_000 {
			if v := *arena.New[int](a); v != 0 {
				t.Fatalf("kept %d: a value of %d", keep, v)
			}
		}
	}
}

// What is not kept goes to the collector: the arena holds on to none of it.
func TestRecycleLetsGo(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	var objects []weak.Pointer[uint64]
	for range 5_000 {
		objects = append(objects, weak.Make(arena.New[uint64](a)))
	}
	objects = append(objects, weak.Make(&arena.MakeSlice[uint64](a, 50_000, 50_000)[0]))
	a.Recycle(0)
	runtime.GC()
	for i, o := range objects {
		if o.Value() != nil {
			t.Fatalf("object %d is still held", i)
		}
	}
	runtime.KeepAlive(a)
}

// A chunk that is exactly as large as what may be kept is kept.
func TestRecycleKeepsTheLast(t *testing.T) {
	skipUnlessPlain(t)
	for _, f := range []func(*arena.Arena){
		func(a *arena.Arena) { arena.New[int](a) },
		func(a *arena.Arena) { arena.MakeSlice[int](a, 10_000, 10_000) },
	} {
		a := arena.NewArena()
		f(a)
		held := a.Bytes()
		a.Recycle(held)
		if a.Bytes() != held {
			t.Errorf("%d bytes of %d are kept", a.Bytes(), held)
		}
		a.Recycle(held - 1)
		if a.Bytes() != 0 {
			t.Errorf("%d bytes are kept, one too many", a.Bytes())
		}
	}
}
