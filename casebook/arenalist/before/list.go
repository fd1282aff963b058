// Package before has the work of the case as one writes it: with new, append and
// whatever the library at hand allocates.
package before

import "container/list"

// List returns a list of the numbers below n.
func List(n int) *list.List {
	l := list.New()
	for i := range n {
		l.PushBack(i)
	}
	return l
}
