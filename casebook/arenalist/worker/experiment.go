//go:build goexperiment.arenas

package main

import (
	"arena"
	"fmt"
)

// addExperiment adds the list with the arenas of Go's experiment.
func addExperiment(all map[string]func(n int) error, size int) {
	all[fmt.Sprint("list-", size, "/experiment")] = repeat(func() error {
		a := arena.NewArena()
		defer a.Free()
		return wantLen(numbers(a, size).len, size)
	})
}

// element and list are those of container/list, as far as they are needed.
type element struct {
	next, prev *element
	list       *list
	Value      any
}

type list struct {
	root element
	len  int
}

// numbers is after.Numbers with the experiment's arena.
func numbers(a *arena.Arena, n int) *list {
	l := arena.New[list](a)
	l.root.next, l.root.prev = &l.root, &l.root
	for i := range n {
		box := arena.New[int](a)
		*box = i
		l.pushBack(a, box)
	}
	return l
}

func (l *list) pushBack(a *arena.Arena, v any) {
	e := arena.New[element](a)
	at := l.root.prev
	e.prev, e.next = at, &l.root
	at.next, l.root.prev = e, e
	e.list, e.Value = l, v
	l.len++
}
