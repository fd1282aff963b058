package arena_test

import (
	"math/rand/v2"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// A Table gives the same answers as a map from handles to values, and no handle
// from before is ever taken for one from after.
func FuzzTable(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 2, 0, 1, 3, 0, 0, 4, 0, 1, 2})
	f.Add([]byte{0, 0, 1, 1, 0, 4, 0, 0, 1, 4, 4, 0})
	f.Fuzz(func(t *testing.T, ops []byte) {
		var table arena.Table[int]
		alive := make(map[arena.Ref[int]]int)
		var all []arena.Ref[int]
		for i, op := range ops {
			pick := func() arena.Ref[int] {
				if len(all) == 0 {
					return arena.Ref[int]{}
				}
				return all[int(op>>3)%len(all)]
			}
			switch op & 7 {
			case 0, 1, 2:
				r, p := table.New()
				if _, exists := alive[r]; exists || *p != 0 {
					t.Fatalf("new value %d at %v", *p, r)
				}
				*p, alive[r], all = i, i, append(all, r)
			case 3, 4:
				_, exists := alive[pick()]
				if table.Delete(pick()) != exists {
					t.Fatalf("Delete(%v) is not %t", pick(), exists)
				}
				delete(alive, pick())
			case 5:
				table.Clear()
				clear(alive)
			}
			checkTable(t, &table, alive, all)
		}
	})
}

func checkTable(t *testing.T, table *arena.Table[int], alive map[arena.Ref[int]]int,
	all []arena.Ref[int]) {
	t.Helper()
	if table.Len() != len(alive) {
		t.Fatalf("%d values, want %d", table.Len(), len(alive))
	}
	for _, r := range all {
		p, ok := table.Get(r)
		want, exists := alive[r]
		if ok != exists || ok && *p != want {
			t.Fatalf("%v: %t, want %t and %d", r, ok, exists, want)
		}
	}
	n := 0
	for r, p := range table.All() {
		if n++; *p != alive[r] {
			t.Fatalf("%v is %d, want %d", r, *p, alive[r])
		}
	}
	if n != len(alive) {
		t.Fatalf("%d values in all, want %d", n, len(alive))
	}
}

// A stale handle panics where a value must be there, and so does the zero one.
func TestStaleRef(t *testing.T) {
	var table arena.Table[string]
	r, p := table.New()
	*p = "x"
	if *table.At(r) != "x" {
		t.Error(*table.At(r))
	}
	table.Delete(r)
	again, _ := table.New()
	if again == r {
		t.Error("a handle came again")
	}
	wantPanic(t, "stale", "stale or zero Ref", func() { table.At(r) })
	wantPanic(t, "zero", "stale or zero Ref", func() { table.At(arena.Ref[string]{}) })
	wantPanic(t, "empty", "stale or zero Ref", func() { new(arena.Table[string]).At(again) })
}

// Values stay where they are while the table grows, over many chunks.
func TestTableGrows(t *testing.T) {
	var table arena.Table[int]
	refs := make([]arena.Ref[int], 100_000)
	places := make([]*int, len(refs))
	for i := range refs {
		refs[i], places[i] = table.New()
		*places[i] = i
	}
	for i := range rand.Perm(len(refs)) {
		if p := table.At(refs[i]); p != places[i] || *p != i {
			t.Fatalf("value %d is %d at %p", i, *p, p)
		}
	}
}
