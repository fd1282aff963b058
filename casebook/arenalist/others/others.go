// Package others builds the list of the case with memory from arenas of others.
package others

import (
	"github.com/jokruger/slab"
	"github.com/wundergraph/go-arena"

	"github.com/wring-go/wring/casebook/arenalist/after"
)

// InBytes returns a list of the numbers below n from an arena whose memory is
// []byte. The collector does not see the pointers in it: this is correct because
// all of them lead into the arena, and only as long as the caller keeps a.
func InBytes(a arena.Arena, n int) *after.List {
	l := arena.Allocate[after.List](a).Init()
	for i := range n {
		l.PushNumber(arena.Allocate[after.Number](a), i)
	}
	return l
}

// Slabs are memory for a list, for as many numbers as were announced.
type Slabs struct{ numbers slab.Slab[after.Number] }

// NewSlabs returns memory for a list of n numbers.
func NewSlabs(n int) *Slabs {
	return &Slabs{slab.NewSlab[after.Number](n, nil)}
}

// Reset has the memory handed out again.
func (s *Slabs) Reset() { s.numbers.Reset() }

// Numbers returns a list of the numbers below n.
func (s *Slabs) Numbers(n int) *after.List {
	l := new(after.List).Init()
	for i := range n {
		l.PushNumber(s.numbers.Alloc(), i)
	}
	return l
}
