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

// List is a doubly linked list, as in container/list, whose elements are in an
// arena.
type List struct {
	root     Element
	len      int
	elements *arena.Slab[Element]
}

// NewList returns an empty list in a.
func NewList(a *arena.Arena) *List {
	l := arena.New[List](a)
	l.root.next, l.root.prev = &l.root, &l.root
	l.elements = arena.For[Element](a)
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

// PushBack appends an element.
func (l *List) PushBack(v any) *Element {
	e := l.elements.New()
	l.push(e, v)
	return e
}

// push appends e, whose fields are zero, with the value v.
func (l *List) push(e *Element, v any) {
	at := l.root.prev
	e.prev, e.next = at, &l.root
	at.next, l.root.prev = e, e
	e.list, e.Value = l, v
	l.len++
}

// number is an element with the number that is its value.
type number struct {
	Element
	box int
}

// Numbers returns a list of the numbers below n. The box of each number stands
// beside its element: an interface that holds a pointer needs no other.
func Numbers(a *arena.Arena, n int) *List {
	l := NewList(a)
	numbers := arena.For[number](a)
	for i := range n {
		e := numbers.New()
		e.box = i
		l.push(&e.Element, &e.box)
	}
	return l
}
