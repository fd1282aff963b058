package arena_test

import (
	"runtime"
	"slices"
	"testing"
	"weak"

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

// What was deleted is forgotten: a cell that is filled again begins at zero, and
// keys and values of a map that are gone are not held on to.
func TestDeletedIsForgotten(t *testing.T) {
	var table arena.Table[int]
	r, p := table.New()
	*p = 7
	table.Delete(r)
	if _, p := table.New(); *p != 0 {
		t.Errorf("a cell that was vacated begins at %d", *p)
	} else {
		*p = 7
	}
	table.Clear()
	if _, p := table.New(); *p != 0 {
		t.Errorf("after Clear a cell begins at %d", *p)
	}
	m := arena.MakeMap[*[4]int, int](nil, 0)
	for name, forget := range map[string]func(*[4]int){
		"Delete": m.Delete, "Clear": func(*[4]int) { m.Clear() },
	} {
		key := new([4]int)
		seen := weak.Make(key)
		m.Set(key, 1)
		forget(key)
		runtime.GC()
		if seen.Value() != nil {
			t.Errorf("%s: the key is still held", name)
		}
	}
	runtime.KeepAlive(m)
}

// Whoever looks at a map while it is cleared sees what comes afterwards, and
// nothing that was there.
func TestClearWhileIterating(t *testing.T) {
	m := arena.MakeMap[int, int](nil, 0)
	for i := range 10 {
		m.Set(i, i)
	}
	var got []int
	for k := range m.All() {
		if got = append(got, k); k == 4 {
			m.Clear()
			m.Set(100, 0)
		}
	}
	if want := []int{0, 1, 2, 3, 4, 100}; !slices.Equal(got, want) {
		t.Errorf("saw %d, want %d", got, want)
	}
}
