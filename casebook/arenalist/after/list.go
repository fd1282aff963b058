// Package after does the work of the case with memory from an arena.
package after

import "github.com/wring-go/wring/kit/arena"

// Element is an element of a List, as in container/list.
type Element struct {
	next, prev *Element
	list       *List
	Value      any
}

// Next returns the element after e, or nil.
func (e *Element) Next() *Element {
	if e.next == &e.list.root {
		return nil
	}
	return e.next
}

// List is a doubly linked list, as in container/list, whose elements the caller
// makes.
type List struct {
	root Element
	len  int
}

// Init makes l empty, and returns it.
func (l *List) Init() *List {
	l.root.next, l.root.prev, l.len = &l.root, &l.root, 0
	return l
}

// Front returns the first element, or nil.
func (l *List) Front() *Element {
	if l.len == 0 {
		return nil
	}
	return l.root.next
}

// Len returns the number of elements.
func (l *List) Len() int { return l.len }

// PushBack appends e, a zero element, with a value.
func (l *List) PushBack(e *Element, v any) {
	at := l.root.prev
	e.prev, e.next = at, &l.root
	at.next, l.root.prev = e, e
	e.list, e.Value = l, v
	l.len++
}

// Number is an element with the number that is its value: an interface that
// holds a pointer needs no box of its own.
type Number struct {
	Element
	box int
}

// PushNumber appends e, a zero Number, with the value n.
func (l *List) PushNumber(e *Number, n int) {
	e.box = n
	l.PushBack(&e.Element, &e.box)
}

// Numbers returns a list of the numbers below n.
func Numbers(a *arena.Arena, n int) *List {
	l := arena.New[List](a).Init()
	numbers := arena.For[Number](a)
	for i := range n {
		l.PushNumber(numbers.New(), i)
	}
	return l
}
