// Package others builds the list of the case with memory from arenas of others.
package others

import (
	"github.com/jokruger/slab"
	"github.com/wundergraph/go-arena"
)

// Element is an element of a List, as in container/list.
type Element struct {
	next, prev *Element
	list       *List
	Value      any
}

// List is a doubly linked list, as in container/list, whose elements the caller
// makes.
type List struct {
	root Element
	Len  int
}

// Init makes l empty, and returns it.
func (l *List) Init() *List {
	l.root.next, l.root.prev, l.Len = &l.root, &l.root, 0
	return l
}

// PushBack appends e, a zero element, with a value.
func (l *List) PushBack(e *Element, v any) {
	at := l.root.prev
	e.prev, e.next = at, &l.root
	at.next, l.root.prev = e, e
	e.list, e.Value = l, v
	l.Len++
}

// Number is an element with the number that is its value.
type Number struct {
	Element
	box int
}

// PushNumber appends e, a zero Number, with the value n.
func (l *List) PushNumber(e *Number, n int) {
	e.box = n
	l.PushBack(&e.Element, &e.box)
}

// Values calls yield with each value, in order.
func (l *List) Values(yield func(any) bool) {
	for e := l.root.next; e != &l.root && yield(e.Value); e = e.next {
	}
}

// InBytes returns a list of the numbers below n from an arena whose memory is
// []byte. The collector does not see the pointers in it: this is correct because
// all of them lead into the arena, and only as long as the caller keeps a.
func InBytes(a arena.Arena, n int) *List {
	l := arena.Allocate[List](a).Init()
	for i := range n {
		l.PushNumber(arena.Allocate[Number](a), i)
	}
	return l
}

// Slabs are memory for a list, for as many numbers as were announced.
type Slabs struct{ numbers slab.Slab[Number] }

// NewSlabs returns memory for a list of n numbers.
func NewSlabs(n int) *Slabs {
	return &Slabs{slab.NewSlab[Number](n, nil)}
}

// Reset has the memory handed out again.
func (s *Slabs) Reset() { s.numbers.Reset() }

// Numbers returns a list of the numbers below n.
func (s *Slabs) Numbers(n int) *List {
	l := new(List).Init()
	for i := range n {
		l.PushNumber(s.numbers.Alloc(), i)
	}
	return l
}
