package arena_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// node has pointers of each kind that a chunk may hold.
type node struct {
	next  *node
	name  string
	list  []int
	value any
	id    int
}

// arenas are the three ways in which every function of the package works. The
// recycled one has been full of something else.
func arenas() map[string]*arena.Arena {
	used := arena.NewArena()
	fillWith(used, 300)
	used.Recycle(math.MaxInt)
	return map[string]*arena.Arena{"heap": nil, "fresh": arena.NewArena(), "recycled": used}
}

// fillWith hands out n values of several types, none of them zero.
func fillWith(a *arena.Arena, n int) {
	for i := range n {
		arena.Of(a, node{name: "x", list: []int{1}, value: i, id: -1})
		arena.Of(a, -1)
		arena.Of(a, [3]byte{1, 2, 3})
		arena.Append(a, arena.MakeSlice[int32](a, 0, i%50), 1, 2, 3)
		arena.Of(a, [20_000]byte{0: 1, 19_999: 1})
		s := arena.MakeSlice[int](a, 5_000, 5_000)
		s[0], s[4_999] = 1, 1
		arena.String(a, "some text")
	}
}

func forEach(t *testing.T, f func(*testing.T, *arena.Arena)) {
	for name, a := range arenas() {
		t.Run(name, func(t *testing.T) { f(t, a) })
	}
}

// What is handed out is zero, and no two values share memory: each is filled
// with its number, and looked at when all are there.
func TestNewGivesZeroedMemoryOfItsOwn(t *testing.T) {
	forEach(t, func(t *testing.T, a *arena.Arena) {
		var nodes []*node
		var bytes []*byte
		var triples []*[3]byte
		var large []*[20_000]byte
		for i := range 5_000 {
			nodes = append(nodes, zero(t, arena.New[node](a), func(n *node) bool {
				return n.next == nil && n.name == "" && n.list == nil && n.value == nil && n.id == 0
			}))
			bytes = append(bytes, zero(t, arena.New[byte](a),
				func(b *byte) bool { return *b == 0 }))
			triples = append(triples, zero(t, arena.New[[3]byte](a),
				func(b *[3]byte) bool { return *b == [3]byte{} }))
			*nodes[i] = node{name: fmt.Sprint(i), list: []int{i}, value: i, id: i}
			*bytes[i] = byte(i)
			*triples[i] = [3]byte{byte(i), byte(i >> 8), 1}
			if i%50 == 0 {
				large = append(large, zero(t, arena.New[[20_000]byte](a),
					func(b *[20_000]byte) bool { return *b == [20_000]byte{} }))
				large[i/50][0], large[i/50][19_999] = byte(i), byte(i)
			}
		}
		for i, n := range nodes {
			if n.id != i || n.name != fmt.Sprint(i) || n.list[0] != i || n.value != i {
				t.Fatalf("node %d is %+v", i, *n)
			}
			if *bytes[i] != byte(i) || *triples[i] != [3]byte{byte(i), byte(i >> 8), 1} {
				t.Fatalf("value %d is %d and %d", i, *bytes[i], *triples[i])
			}
			if l := large[i/50]; l[0] != byte(i/50*50) || l[19_999] != l[0] {
				t.Fatalf("large value %d is %d and %d", i/50, l[0], l[19_999])
			}
		}
	})
}

func zero[T any](t *testing.T, p *T, isZero func(*T) bool) *T {
	t.Helper()
	if !isZero(p) {
		t.Fatalf("not zero: %v", *p)
	}
	return p
}

// The memory is aligned for atomic operations and for everything else, whatever
// was handed out before.
func TestAlignment(t *testing.T) {
	forEach(t, func(t *testing.T, a *arena.Arena) {
		for i := range 2_000 {
			arena.String(a, strings.Repeat("x", i%7))
			arena.New[byte](a)
			arena.MakeSlice[[3]byte](a, i%5, i%5)
			for name, at := range map[string]uintptr{
				"uint64":  address(arena.New[uint64](a)) % 8,
				"uint32":  address(arena.New[uint32](a)) % 4,
				"string":  address(arena.New[string](a)) % 8,
				"complex": address(&arena.MakeSlice[complex128](a, 1, 1)[0]) % 8,
			} {
				if at != 0 {
					t.Fatalf("%s is off by %d", name, at)
				}
			}
		}
	})
}

// Values without a size need no memory, and asking for them does no harm.
func TestNothing(t *testing.T) {
	forEach(t, func(t *testing.T, a *arena.Arena) {
		for range 100_000 {
			if arena.New[struct{}](a) == nil {
				t.Fatal("nil")
			}
		}
		s := arena.MakeSlice[struct{}](a, 3, 5)
		if len(s) != 3 || cap(s) != 5 {
			t.Error(len(s), cap(s))
		}
		if s = arena.Append(a, s, make([]struct{}, 10)...); len(s) != 13 {
			t.Error(len(s))
		}
	})
}

// The table of types grows, and finds each of them afterwards.
func TestManyTypes(t *testing.T) {
	a := arena.NewArena()
	var want []int
	var have []*[1]int
	add := func(p *[1]int) {
		p[0] = len(want)
		want = append(want, len(want))
		have = append(have, p)
	}
	for range 3 {
		manyTypes(a, add)
	}
	for i, p := range have {
		if p[0] != want[i] {
			t.Errorf("value %d is %d", i, p[0])
		}
	}
	if len(have) != 3*64 {
		t.Errorf("%d types", len(have)/3)
	}
}

// manyTypes calls add with the first element of a value of each of 64 types.
func manyTypes(a *arena.Arena, add func(*[1]int)) {
	four[[1]int](a, add)
	four[[2]int](a, add)
	four[[3]int](a, add)
	four[[4]int](a, add)
}

func four[T any](a *arena.Arena, add func(*[1]int)) {
	sixteenth[T, int8](a, add)
	sixteenth[T, int16](a, add)
	sixteenth[T, int32](a, add)
	sixteenth[T, int64](a, add)
}

func sixteenth[T, U any](a *arena.Arena, add func(*[1]int)) {
	type one struct {
		n [1]int
		t T
		u U
	}
	type two struct {
		n [1]int
		u U
		t T
	}
	type three struct {
		n [1]int
		t [0]T
		u *U
	}
	type four struct {
		n [1]int
		t *T
		u *U
	}
	add(&arena.New[one](a).n)
	add(&arena.New[two](a).n)
	add(&arena.New[three](a).n)
	add(&arena.New[four](a).n)
}

// What was handed out keeps its value after Free as long as it is referenced,
// whatever else is allocated.
func TestFreeLeavesValuesAlone(t *testing.T) {
	skipUnlessPlain(t) // other builds report the mistake
	a := arena.NewArena()
	kept := make([]*node, 1000)
	for i := range kept {
		kept[i] = arena.Of(a, node{name: strings.Repeat("x", i%10), id: i})
	}
	text := arena.String(a, "some text")
	a.Free()
	for range 3 {
		runtime.GC()
		fillWith(arena.NewArena(), 100)
	}
	for i, n := range kept {
		if n.id != i || n.name != strings.Repeat("x", i%10) {
			t.Fatalf("value %d is %+v after Free", i, *n)
		}
	}
	if text != "some text" || a.Bytes() != 0 {
		t.Errorf("%q, %d bytes", text, a.Bytes())
	}
}

// After Free nothing is handed out, by no way in.
func TestFreeEndsTheArena(t *testing.T) {
	a := arena.NewArena()
	slab := arena.For[node](a)
	slab.New()
	a.Free()
	a.Free()
	for name, f := range map[string]func(){
		"New":            func() { arena.New[int](a) },
		"Slab.New":       func() { slab.New() },
		"Slab.MakeSlice": func() { slab.MakeSlice(0, 3) },
		"empty":          func() { slab.MakeSlice(0, 0) },
		"MakeSlice":      func() { arena.MakeSlice[int](a, 1, 1) },
		"Append":         func() { arena.Append(a, []int{1}, 2) },
		"String":         func() { arena.String(a, "xy") },
		"MakeMap":        func() { arena.MakeMap[int, int](a, 0) },
		"Recycle":        func() { a.Recycle(0) },
	} {
		wantPanic(t, name, "Free", f)
	}
}

func wantPanic(t *testing.T, name, text string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if p := fmt.Sprint(recover()); !strings.Contains(p, text) {
			t.Errorf("%s: panic %q, want one about %q", name, p, text)
		}
	}()
	f()
}

// Ending a nil arena is nothing, because a nil arena holds nothing.
func TestNilArena(t *testing.T) {
	var a *arena.Arena
	a.Recycle(math.MaxInt)
	a.Verify()
	a.Free()
	if a.Bytes() != 0 || a.Poisoned(1) {
		t.Error("a nil arena holds something")
	}
	s := arena.For[int](a)
	p, q := s.New(), s.New()
	if *p = 1; *q != 0 {
		t.Error("two values at one place")
	}
}

// Recycle gives the same memory again, but not more than it may keep.
func TestRecycleKeeps(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	var first []*node
	for range 10_000 {
		first = append(first, arena.New[node](a))
	}
	large := arena.MakeSlice[int](a, 100_000, 100_000)
	full := a.Bytes()
	a.Recycle(math.MaxInt)
	if a.Bytes() != full {
		t.Errorf("kept %d of %d bytes", a.Bytes(), full)
	}
	for i, p := range first {
		if arena.New[node](a) != p {
			t.Fatalf("value %d is elsewhere", i)
		}
	}
	if &arena.MakeSlice[int](a, 100_000, 100_000)[0] != &large[0] {
		t.Error("the large slice is elsewhere")
	}
	for _, keep := range []int{full / 2, 100_000, 5_000, 4_000, 0} {
		a.Recycle(keep)
		if a.Bytes() > keep {
			t.Errorf("kept %d bytes of %d allowed", a.Bytes(), keep)
		}
		fillWith(a, 10)
	}
}

// A large slice that was handed out again for less is still cleared as a whole.
func TestRecycleClearsLargeSlices(t *testing.T) {
	a := arena.NewArena()
	for _, n := range []int{40_000, 20_000, 40_000, 10_000, 40_000} {
		s := arena.MakeSlice[*int](a, n, n)
		if i := slices.IndexFunc(s, func(p *int) bool { return p != nil }); i >= 0 {
			t.Fatalf("element %d of %d is not nil", i, n)
		}
		for i := range s {
			s[i] = new(int)
		}
		a.Recycle(math.MaxInt)
	}
}
