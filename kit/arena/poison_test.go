package arena_test

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/wring-go/wring/kit/arena"
)

// kinds has a field of each kind that is overwritten in its own way.
type kinds struct {
	small   int16
	pointer *int
	unsafe  unsafe.Pointer
	table   map[int]int
	pipe    chan int
	call    func()
	any     any
	err     error
	text    string
	list    []int
	array   [2]string
	inner   struct {
		flag bool
		list []int
	}
}

// words returns the memory of a value of at least a word, as words.
func words[T any](p *T) []uintptr {
	n := unsafe.Sizeof(*p) / unsafe.Sizeof(uintptr(0))
	return unsafe.Slice((*uintptr)(unsafe.Pointer(p)), n)
}

// Stale values of every kind lead to memory that faults: each pointer, whatever
// it is part of, and whatever follows it. Lengths are positive, so that loops
// run into it, and the same with capacities.
func TestEveryKindIsOverwritten(t *testing.T) {
	a, _ := watched(arena.Debug{Poison: true})
	v := arena.New[kinds](a)
	a.Free()
	guard := words(&v.pointer)[0]
	if guard != 0 && !a.Poisoned(guard) {
		t.Errorf("stale pointers lead to %#x", guard)
	}
	const long = ^uintptr(0) >> 8 / 0xFF * 0xDB
	if int(long) <= 0 {
		t.Errorf("stale lengths are %d", int(long))
	}
	text, list := []uintptr{guard, long}, []uintptr{guard, long, long}
	for name, c := range map[string]struct{ got, want []uintptr }{
		"unsafe.Pointer": {words(&v.unsafe), []uintptr{guard}},
		"map":            {words(&v.table), []uintptr{guard}},
		"chan":           {words(&v.pipe), []uintptr{guard}},
		"func":           {words(&v.call), []uintptr{guard}},
		"any":            {words(&v.any), []uintptr{guard, guard}},
		"error":          {words(&v.err), []uintptr{guard, guard}},
		"string":         {words(&v.text), text},
		"slice":          {words(&v.list), list},
		"array":          {words(&v.array), slices.Concat(text, text)},
		"inner slice":    {words(&v.inner.list), list},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %#x, want %#x", name, c.got, c.want)
		}
	}
	flag := *(*byte)(unsafe.Pointer(&v.inner.flag))
	if uint16(v.small) != 0xDBDB || flag != 0xDB {
		t.Errorf("numbers are %#x and %#x", uint16(v.small), flag)
	}
}

// All that was handed out is overwritten: objects and slices, of the chunk in use
// and of those before it, and what is large.
func TestEverythingIsOverwritten(t *testing.T) {
	a, found := watched(arena.Debug{Poison: true, Quarantine: 10 << 20})
	var all [][]uint64
	for range 2_000 {
		all = append(all, arena.MakeSlice[uint64](a, 2, 3)[:3])
		all = append(all, unsafe.Slice(arena.New[uint64](a), 1))
	}
	all = append(all, arena.MakeSlice[uint64](a, 10, 50_000)[:50_000])
	a.Recycle(1 << 30)
	for i, s := range all {
		for j, v := range s {
			if v != 0xDBDBDBDBDBDBDBDB {
				t.Fatalf("value %d is %#x at %d", i, v, j)
			}
		}
	}
	if p := arena.New[uint64](a); *p != 0 {
		t.Errorf("a new value is %#x", *p)
	}
	if a.Verify(); len(*found) > 0 {
		t.Errorf("found %v, without any write", *found)
	}
}

// An arena knows the addresses that its stale pointers reach, these and no
// others, however often it took memory back.
func TestPoisonedAddresses(t *testing.T) {
	a, _ := watched(arena.Debug{Poison: true})
	if a.Poisoned(0) || a.Poisoned(8) {
		t.Error("an arena that took nothing back knows a stale pointer")
	}
	var guards [3]uintptr
	for i := range guards {
		n := arena.New[node](a)
		a.Recycle(0)
		guards[i] = words(&n.next)[0]
	}
	g := guards[0]
	if g == 0 {
		t.Skip("this system has no memory that faults")
	}
	if guards != [3]uintptr{g, g, g} {
		t.Errorf("stale pointers lead to %#x", guards)
	}
	if !a.Poisoned(g) || !a.Poisoned(g+arena.GuardSize-1) {
		t.Error("an address is not known")
	}
	if a.Poisoned(g-1) || a.Poisoned(g+arena.GuardSize) || a.Poisoned(0) {
		t.Error("an address is taken for a stale one")
	}
}

// Free and Recycle look for stale writes as Verify does; each says in how many
// values it found one, and repairs them, so that the next finds nothing.
func TestStaleWritesAreCounted(t *testing.T) {
	for when, look := range map[string]func(*arena.Arena){
		"Free":    (*arena.Arena).Free,
		"Recycle": func(a *arena.Arena) { a.Recycle(0) },
		"Verify":  (*arena.Arena).Verify,
	} {
		a, found := watched(arena.Debug{Poison: true})
		s := arena.MakeSlice[int](a, 10, 10)
		a.Recycle(0)
		poison := s[0]
		s[1], s[5], s[9] = 1, 0, -1
		look(a)
		want := "arena: stale write found by " + when + ": int (3 of them)"
		if len(*found) != 1 || (*found)[0].String() != want {
			t.Errorf("found %v, want %q", *found, want)
		}
		if slices.ContainsFunc(s, func(v int) bool { return v != poison }) {
			t.Errorf("%s: not repaired: %#x", when, s)
		}
		if a.Verify(); len(*found) != 1 {
			t.Errorf("%s: found again: %v", when, *found)
		}
	}
}

// The quarantine keeps as many bytes as it was told, the youngest ones, from one
// check to the next; 1 MiB if it was told nothing.
func TestQuarantineKeeps(t *testing.T) {
	const held = 2 * 10 * 8
	for quarantine, want := range map[int]int{held: 2, held - 1: 1, 79: 0, 80: 1, 0: 2} {
		a, found := watched(arena.Debug{Poison: true, Quarantine: quarantine})
		var all [2][]uint64
		for i := range all {
			all[i] = arena.MakeSlice[uint64](a, 10, 10)
			a.Recycle(0)
		}
		a.Verify() // releases what is too much
		for i, s := range all {
			for j := range i + 1 {
				s[j] = 1
			}
		}
		a.Verify()
		if len(*found) != want || want > 0 && (*found)[want-1].Count != 2 {
			t.Errorf("%d bytes in quarantine: found %v, want the last %d", quarantine, *found, want)
		}
	}
}
