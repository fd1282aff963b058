package arena_test

import (
	"math"
	"slices"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// MakeSlice refuses what make refuses.
func TestMakeSlicePanics(t *testing.T) {
	forEach(t, func(t *testing.T, a *arena.Arena) {
		wantPanic(t, "negative length", "out of range", func() { arena.MakeSlice[int](a, -1, 1) })
		wantPanic(t, "negative capacity", "out of range", func() { arena.MakeSlice[int](a, 0, -1) })
		wantPanic(t, "length above", "out of range", func() { arena.MakeSlice[int](a, 2, 1) })
		wantPanic(t, "too large", "out of range", func() {
			arena.MakeSlice[int](a, 0, math.MaxInt/8+1)
		})
	})
}

// A slice is never nil, has the length and capacity asked for, is zero, and has
// memory of its own, also when it is one of the large ones.
func TestMakeSlice(t *testing.T) {
	forEach(t, func(t *testing.T, a *arena.Arena) {
		var all [][]int32
		for i := range 400 {
			n, c := i*7%90, i*7%90+i%3
			if i%20 == 0 {
				n, c = i*100, i*100+i%60
			}
			s := arena.MakeSlice[int32](a, n, c)
			if s == nil || len(s) != n || cap(s) != c {
				t.Fatalf("asked for %d, %d, got %d, %d", n, c, len(s), cap(s))
			}
			s = s[:c]
			for j := range s {
				if s[j] != 0 {
					t.Fatalf("slice %d is %d at %d", i, s[j], j)
				}
				s[j] = int32(i)
			}
			*arena.New[int32](a) = -1
			all = append(all, s)
		}
		for i, s := range all {
			if slices.ContainsFunc(s, func(v int32) bool { return v != int32(i) }) {
				t.Fatalf("slice %d was written to", i)
			}
		}
	})
}

// The last slice grows where it is, any other is copied, and both leave the
// elements of other slices alone.
func TestAppendInPlace(t *testing.T) {
	skipUnlessPlain(t)
	a := arena.NewArena()
	s := arena.Append(a, nil, 1, 2, 3)
	grown := arena.Append(a, s, 4)
	if &grown[0] != &s[0] {
		t.Error("the last slice was copied")
	}
	other := arena.Append(a, s, 5) // is not the last any more
	if &other[0] == &s[0] {
		t.Error("a slice grew over another")
	}
	if !slices.Equal(grown, []int{1, 2, 3, 4}) || !slices.Equal(other, []int{1, 2, 3, 5}) {
		t.Error(grown, other)
	}
	tail := arena.Append(a, other[2:], 6) // a part that ends where the slice ends
	if &tail[0] != &other[2] || !slices.Equal(tail, []int{3, 5, 6}) {
		t.Error(tail)
	}
	cut := arena.Append(a, tail[:1:1], 7) // a part that does not
	if &cut[0] == &tail[0] || tail[1] != 5 {
		t.Error(cut, tail)
	}
}

// A slice of the heap that happens to end where a chunk begins is not taken for
// one of the arena's. Neighbours in memory cannot be made to order, so many
// heap slices of the size of a first chunk are tried.
func TestAppendToHeapSlice(t *testing.T) {
	for range 200 {
		var heap [8][]uint64
		for i := range heap {
			heap[i] = make([]uint64, 512)
		}
		a := arena.NewArena()
		arena.For[uint64](a).MakeSlice(0, 0)
		p := arena.New[uint64](a)
		for i := range heap {
			s := arena.Append(a, heap[i], 1)
			if &s[0] == &heap[i][0] {
				t.Fatal("a heap slice grew in place")
			}
		}
		if *p != 0 {
			t.Fatal("a value was written to")
		}
	}
}

// Append with the memory of an arena does what append does, for any sequence of
// operations on a few slices.
func FuzzAppend(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 250, 251, 252, 253})
	f.Add([]byte{255, 255, 0, 0, 3, 9, 12, 200, 100, 50, 25, 12, 6, 3, 1})
	f.Fuzz(func(t *testing.T, ops []byte) {
		for _, a := range arenas() {
			appendLike(t, a, ops)
		}
	})
}

// appendLike runs each operation on slices of an arena and of the heap. The
// first half of an element says which slice it was meant for.
func appendLike(t *testing.T, a *arena.Arena, ops []byte) {
	var want, got [4][]uint32
	slab := arena.For[uint32](a)
	for i, op := range ops {
		k, arg := i%4, int(op>>3)
		values := make([]uint32, arg)
		for j := range values {
			values[j] = uint32(k)<<16 | uint32(i)
		}
		switch op & 7 {
		case 0: // begin anew with a copy, which has room of its own
			want[k] = append(make([]uint32, 0, arg*50), want[k]...)
			got[k] = append(slab.MakeSlice(0, max(arg*50, len(got[k]))), got[k]...)
		case 1: // cut
			n := min(arg, len(want[k]))
			want[k], got[k] = want[k][n:], got[k][n:]
		case 2: // cut, without room
			n := min(arg, len(want[k]))
			want[k], got[k] = want[k][:n:n], got[k][:n:n]
		case 3:
			slab.Of(1 << 31)
		case 4:
			want[k], got[k] = append(want[k], values...), slab.Append(got[k], values...)
		default:
			want[k], got[k] = append(want[k], values...), arena.Append(a, got[k], values...)
		}
	}
	for k := range want {
		if !slices.Equal(want[k], got[k]) {
			t.Fatalf("slice %d is %x, want %x", k, got[k], want[k])
		}
	}
}
