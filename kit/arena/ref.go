package arena

import (
	"iter"
	"math"
	"math/bits"
)

// Ref refers to a value in a Table, like a pointer of which the garbage
// collector knows nothing. The zero Ref refers to nothing. Refs can be compared.
type Ref[T any] struct {
	at    uint32 // index of the cell
	epoch uint32 // that of the cell while it holds the value; odd
}

// Table holds values that are referred to by Refs instead of pointers. It is for
// graphs that are large and live long: when T has no pointers but Refs, the
// collector does not look into the table at all. A Ref to a value that was
// deleted is recognized, always.
//
// The zero value is an empty table. It is used by one goroutine at a time, and
// must not be copied. It holds at most 4,294,967,231 values.
type Table[T any] struct {
	chunks [][]cell[T] // chunk k has firstCells<<k cells
	used   uint32      // cells that hold a value or did since the last Clear
	free   uint32      // 1 + index of the first deleted cell, or 0
	live   int
	_      noCopy
}

// firstCells is how many cells the first chunk has.
const firstCells = 64

// cell holds a value while its epoch is odd.
type cell[T any] struct {
	value T
	epoch uint32
	next  uint32 // in a deleted cell: 1 + index of the next, or 0
}

// New adds a zero T. The pointer is good until the value is deleted.
func (t *Table[T]) New() (Ref[T], *T) {
	for {
		at := t.vacant()
		c := t.cell(at)
		if c.epoch == math.MaxUint32-1 {
			continue // its epochs are used up; it stays empty for good
		}
		c.epoch++
		t.live++
		return Ref[T]{at, c.epoch}, &c.value
	}
}

// vacant returns the index of a cell that is not in use, and takes it.
func (t *Table[T]) vacant() uint32 {
	if t.free != 0 {
		at := t.free - 1
		t.free = t.cell(at).next
		return at
	}
	if t.used == math.MaxUint32-firstCells {
		panic("arena: Table is full")
	}
	if k := len(t.chunks); uint64(t.used)+firstCells == firstCells<<k {
		t.chunks = append(t.chunks, make([]cell[T], firstCells<<k))
	}
	t.used++
	return t.used - 1
}

// cell returns the cell with the given index, which must exist.
func (t *Table[T]) cell(at uint32) *cell[T] {
	i := at + firstCells
	k := bits.Len32(i/firstCells) - 1
	return &t.chunks[k][i-firstCells<<k]
}

// Get returns the value that r refers to. It reports false if there is none any
// more. The pointer is good until the value is deleted.
func (t *Table[T]) Get(r Ref[T]) (*T, bool) {
	if r.at >= t.used || r.epoch&1 == 0 {
		return nil, false
	}
	c := t.cell(r.at)
	if c.epoch != r.epoch {
		return nil, false
	}
	return &c.value, true
}

// At is Get for a Ref that must refer to a value. It panics if it does not.
func (t *Table[T]) At(r Ref[T]) *T {
	p, ok := t.Get(r)
	if !ok {
		panic("arena: use of a stale or zero Ref")
	}
	return p
}

// Delete removes the value that r refers to, and reports whether there was one.
func (t *Table[T]) Delete(r Ref[T]) bool {
	if _, ok := t.Get(r); !ok {
		return false
	}
	t.vacate(t.cell(r.at))
	t.cell(r.at).next = t.free
	t.free = r.at + 1
	return true
}

func (t *Table[T]) vacate(c *cell[T]) {
	*c = cell[T]{epoch: c.epoch + 1}
	t.live--
}

// Clear removes all values, and keeps the memory. No Ref from before is
// mistaken for one from after.
func (t *Table[T]) Clear() {
	for at := range t.used {
		c := t.cell(at)
		if c.epoch&1 == 1 {
			t.vacate(c)
		}
	}
	t.used, t.free = 0, 0
}

// Len returns the number of values.
func (t *Table[T]) Len() int { return t.live }

// All yields the values with what refers to them, in no particular order. A
// value that is added or deleted meanwhile may be yielded or not.
func (t *Table[T]) All() iter.Seq2[Ref[T], *T] {
	return func(yield func(Ref[T], *T) bool) {
		for at := uint32(0); at < t.used; at++ {
			c := t.cell(at)
			if c.epoch&1 == 1 && !yield(Ref[T]{at, c.epoch}, &c.value) {
				return
			}
		}
	}
}
