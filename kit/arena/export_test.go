package arena

import "math"

// ReuseAlways makes a reuse its memory also in builds with a detector, so that
// what happens in ordinary builds can be tested there.
func ReuseAlways(a *Arena) *Arena {
	a.reuse = true
	return a
}

// GuardSize is how much address space a stale pointer can reach into.
const GuardSize = guardSize

// Aged gives the cell that r refers to an epoch, as if it had been filled and
// vacated that often, and returns what refers to its value now.
func Aged[T any](t *Table[T], r Ref[T], epoch uint32) Ref[T] {
	t.cell(r.at).epoch = epoch
	return Ref[T]{r.at, epoch}
}

// Fill makes t as full as a table can be, without the memory for that. Nothing
// but New may be called afterwards.
func Fill[T any](t *Table[T]) { t.used = math.MaxUint32 - firstCells }

// ChunkIn makes memory the first chunk of an empty arena, so that a test knows
// what lies around it.
func ChunkIn[T any](a *Arena, memory []T) {
	s := For[T](a)
	s.chunks = append(s.chunks, memory)
}
