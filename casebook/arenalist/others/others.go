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
		box := arena.Allocate[int](a)
		*box = i
		l.PushBack(arena.Allocate[Element](a), box)
	}
	return l
}

// Slabs are memory for the elements and numbers of a list, as many as were
// announced.
type Slabs struct {
	elements slab.Slab[Element]
	boxes    slab.Slab[int]
}

// NewSlabs returns memory for a list of n numbers.
func NewSlabs(n int) *Slabs {
	return &Slabs{slab.NewSlab[Element](n, nil), slab.NewSlab[int](n, nil)}
}

// Reset has the memory handed out again.
func (s *Slabs) Reset() {
	s.elements.Reset()
	s.boxes.Reset()
}

// Numbers returns a list of the numbers below n.
func (s *Slabs) Numbers(n int) *List {
	l := new(List).Init()
	for i := range n {
		box := s.boxes.Alloc()
		*box = i
		l.PushBack(s.elements.Alloc(), box)
	}
	return l
}
