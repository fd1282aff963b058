package arena_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// A Map gives the same answers as a native map, whatever is done to both.
func FuzzMap(f *testing.F) {
	f.Add([]byte{1, 1, 1, 2, 2, 2, 1, 3, 3, 0, 1, 3, 0, 2, 2})
	f.Add([]byte{0, 7, 0, 8, 0, 9, 4, 7, 4, 8, 0, 7, 5, 0, 6, 0, 0, 3})
	churn := make([]byte, 0, 4000)
	for i := range 1000 {
		churn = append(churn, 0, byte(i), 3, byte(i-3))
	}
	f.Add(churn)
	f.Fuzz(func(t *testing.T, ops []byte) {
		for _, a := range arenas() {
			mapLike(t, arena.MakeMap[string, int](a, len(ops)%20), ops)
		}
	})
}

// mapLike runs operations of two bytes each on m and on a native map.
func mapLike(t *testing.T, m arena.Map[string, int], ops []byte) {
	native := make(map[string]int)
	for i := 0; i+1 < len(ops); i += 2 {
		key := fmt.Sprint("key", ops[i+1])
		switch ops[i] % 8 {
		case 0, 1:
			m.Set(key, i)
			native[key] = i
		case 2:
			*m.Ptr(key) += i
			native[key] += i
		case 3, 4:
			m.Delete(key)
			delete(native, key)
		case 5:
			m.Clear()
			clear(native)
		default:
			got, ok := m.Get(key)
			if want, exists := native[key]; got != want || ok != exists || m.At(key) != want {
				t.Fatalf("%s is %d, %t, want %d, %t", key, got, ok, want, exists)
			}
		}
		if m.Len() != len(native) {
			t.Fatalf("%d keys, want %d", m.Len(), len(native))
		}
	}
	if got := maps.Collect(m.All()); !maps.Equal(got, native) {
		t.Fatalf("all are %v, want %v", got, native)
	}
}

// Keys that are equal but have different bits are one key, keys that differ
// from themselves are always new, and interfaces compare by type and value.
func TestMapKeys(t *testing.T) {
	forEach(t, func(t *testing.T, a *arena.Arena) {
		floats := arena.MakeMap[float64, int](a, 0)
		floats.Set(0, 1)
		floats.Set(math.Copysign(0, -1), 2)
		for i := range 100 {
			floats.Set(math.NaN(), i)
		}
		if v, ok := floats.Get(0); v != 2 || !ok || floats.Len() != 101 {
			t.Error(v, ok, floats.Len())
		}
		if _, ok := floats.Get(math.NaN()); ok {
			t.Error("found a key that is not equal to itself")
		}
		mixed := arena.MakeMap[any, int](a, 0)
		for i, k := range []any{1, int8(1), "1", [1]int{1}, nil, 1.0} {
			mixed.Set(k, i)
		}
		if mixed.Len() != 6 || mixed.At(int8(1)) != 1 || mixed.At(nil) != 4 {
			t.Error(mixed.Len())
		}
		wantPanic(t, "uncomparable", "unhashable", func() { mixed.Set([]int{1}, 1) })
	})
}

// The zero Map is like a nil map.
func TestZeroMap(t *testing.T) {
	var m arena.Map[string, int]
	m.Delete("x")
	m.Clear()
	if _, ok := m.Get("x"); ok || m.Len() != 0 || len(maps.Collect(m.All())) != 0 {
		t.Error("the zero Map is not empty")
	}
	wantPanic(t, "Set", "zero Map", func() { m.Set("x", 1) })
}

// Iteration is in the order of insertion, and goes on correctly when keys are
// deleted and added meanwhile, so many that entries move: each key that was
// there all the time is seen once, and none that was deleted before.
func TestMapChangesWhileIterating(t *testing.T) {
	forEach(t, func(t *testing.T, a *arena.Arena) {
		m := arena.MakeMap[int, int](a, 0)
		for i := range 100 {
			m.Set(i, i)
		}
		var seen []int
		for k := range m.All() {
			if k >= 100 {
				break // added below
			}
			seen = append(seen, k)
			m.Delete(k)
			if k%2 == 0 {
				m.Delete(k + 1)
			}
			for i := range 10 {
				m.Set(1000+k*10+i, 0)
			}
		}
		if len(seen) != 50 || !slices.IsSorted(seen) {
			t.Errorf("seen: %v", seen)
		}
		if m.Len() != 500 {
			t.Errorf("%d keys are left", m.Len())
		}
	})
}

// Clear in the middle of an iteration ends it.
func TestMapClearWhileIterating(t *testing.T) {
	m := arena.MakeMap[int, int](nil, 0)
	for i := range 10 {
		m.Set(i, i)
	}
	n := 0
	for range m.All() {
		n++
		m.Clear()
	}
	if n != 1 || m.Len() != 0 {
		t.Errorf("%d keys seen, %d left", n, m.Len())
	}
}

// A Map that lives on while keys come and go does not fill the arena.
func TestMapUsesItsMemoryAgain(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	m := arena.MakeMap[int, [8]int](a, 0)
	for i := range 100 {
		m.Set(i, [8]int{})
	}
	before := a.Bytes()
	for i := range 1_000_000 {
		m.Set(i+100, [8]int{i})
		m.Delete(i)
	}
	if after := a.Bytes(); after > 3*before {
		t.Errorf("%d bytes became %d", before, after)
	}
}

// A Map is of no use after its arena took its memory back, and says so.
func TestStaleMap(t *testing.T) {
	for name, end := range map[string]func(*arena.Arena){
		"Free":    (*arena.Arena).Free,
		"Recycle": func(a *arena.Arena) { a.Recycle(math.MaxInt) },
	} {
		if debugBuild {
			t.Skip("this build reports the map as a leak before that")
		}
		a := arena.NewArena()
		m := arena.MakeMap[int, int](a, 0)
		m.Set(1, 1)
		end(a)
		for op, f := range map[string]func(){
			"Get":    func() { m.Get(1) },
			"Set":    func() { m.Set(1, 2) },
			"Delete": func() { m.Delete(1) },
			"Clear":  m.Clear,
			"Len":    func() { m.Len() },
			"All":    func() { _ = maps.Collect(m.All()) },
		} {
			wantPanic(t, op+" after "+name, "use of a Map after", f)
		}
	}
}
