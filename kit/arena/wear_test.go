package arena_test

import (
	"math"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// A cell is used until its epochs are, and never again: the next one would be
// that of the first handle, which could then not be told from a new one.
func TestCellWearsOut(t *testing.T) {
	var table arena.Table[int]
	first, old := table.New()
	worn := arena.Aged(&table, first, math.MaxUint32-4)
	if !table.Delete(worn) {
		t.Fatal("the cell is not as old as it was made")
	}
	last, p := table.New()
	if p != old || !table.Delete(last) {
		t.Fatal("a cell was given up before its epochs were used")
	}
	for range 3 {
		r, p := table.New()
		if p == old {
			t.Fatal("a cell was used after its last epoch")
		}
		if _, ok := table.Get(r); !ok {
			t.Error("a new handle is of no use")
		}
	}
	for _, r := range []arena.Ref[int]{first, worn, last, {}} {
		if _, ok := table.Get(r); ok {
			t.Errorf("%v is taken for a handle of today", r)
		}
	}
	if table.Len() != 3 {
		t.Errorf("%d values, want 3", table.Len())
	}
}

// A table that is full says so, instead of giving a cell to two.
func TestTableIsFull(t *testing.T) {
	var table arena.Table[struct{}]
	arena.Fill(&table)
	wantPanic(t, "New", "Table is full", func() { table.New() })
}

// Clear keeps the memory: what is added afterwards lies where the old values lay.
func TestClearKeepsCells(t *testing.T) {
	var table arena.Table[int]
	before := make(map[*int]bool)
	for range 500 {
		_, p := table.New()
		before[p] = true
	}
	table.Clear()
	for i := range 500 {
		if _, p := table.New(); !before[p] {
			t.Fatalf("value %d is in new memory", i)
		}
	}
}

// An iteration over a table ends where its loop does.
func TestTableAllEnds(t *testing.T) {
	var table arena.Table[int]
	for range 10 {
		table.New()
	}
	n := 0
	for range table.All() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d values were seen, want 3", n)
	}
}
