package arena_test

import (
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// A cell that was vacated is the next to be filled, and after Clear all are
// vacant and none is given to two.
func TestTableUsesCellsAgain(t *testing.T) {
	var table arena.Table[int]
	var refs []arena.Ref[int]
	for range 500 {
		r, _ := table.New()
		refs = append(refs, r)
	}
	for _, i := range []int{3, 77, 499, 0} {
		old := table.At(refs[i])
		table.Delete(refs[i])
		if _, p := table.New(); p != old {
			t.Errorf("cell %d was left empty", i)
		}
	}
	last, other := table.At(refs[100]), table.At(refs[200])
	table.Delete(refs[200])
	table.Delete(refs[100])
	_, p := table.New()
	_, q := table.New()
	if p != last || q != other {
		t.Error("of two vacant cells only one was filled")
	}
	table.Delete(refs[300])
	table.Clear()
	seen := make(map[*int]bool)
	for range 600 {
		r, p := table.New()
		if seen[p] || *p != 0 || table.At(r) != p {
			t.Fatalf("%d: seen %v, value %d", len(seen), seen[p], *p)
		}
		seen[p] = true
		*p = 1
	}
}

// A pool holds no more than its budget, and what was taken out of it makes room
// again.
func TestPoolHolds(t *testing.T) {
	skipUnlessPlain(t)
	pool := arena.Pool{Budget: 1 << 20}
	use := func(n int) *arena.Arena {
		a := pool.Get()
		arena.MakeSlice[byte](a, n, n)
		return a
	}
	for i := range 100 {
		pool.Recycle(use(600_000))
		a := pool.Get()
		if held := a.Bytes(); held < 600_000 {
			t.Fatalf("round %d: %d bytes came back", i, held)
		}
		pool.Recycle(a)
	}
	var out []*arena.Arena
	for range 5 {
		out = append(out, use(400_000))
	}
	for _, a := range out {
		pool.Recycle(a)
	}
	held := 0
	for range 10 {
		held += pool.Get().Bytes()
	}
	if held > 1<<20 || held < 400_000 {
		t.Errorf("the pool held %d bytes", held)
	}
}

// A clone has no room behind it that it could share or waste.
func TestCloneHasNoRoom(t *testing.T) {
	type text []byte
	a := arena.NewArena()
	if c := arena.Clone(arena.MakeSlice[byte](a, 3, 100)); len(c) != 3 || cap(c) != 3 {
		t.Errorf("[]byte: %d, %d", len(c), cap(c))
	}
	if c := arena.Clone(text(arena.MakeSlice[byte](a, 3, 100))); len(c) != 3 || cap(c) != 3 {
		t.Errorf("a named type: %d, %d", len(c), cap(c))
	}
	if c := arena.Clone(arena.MakeSlice[int](a, 3, 100)); len(c) != 3 || cap(c) != 3 {
		t.Errorf("[]int: %d, %d", len(c), cap(c))
	}
}
