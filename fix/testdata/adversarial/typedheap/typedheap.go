// Package typedheap has heaps of values, where the order of equal ones, the number of
// comparisons, and what happens when nothing is left can be seen.
package typedheap

import (
	"container/heap"
	"slices"
)

type entry struct{ key, from int }

type entries []entry

func (e entries) Len() int           { return len(e) }
func (e entries) Less(i, j int) bool { return e[i].key < e[j].key }
func (e entries) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *entries) Push(x any)        { *e = append(*e, x.(entry)) }

func (e *entries) Pop() any {
	old := *e
	x := old[len(old)-1]
	old[len(old)-1] = entry{}
	*e = old[:len(old)-1]
	return x
}

// Merge merges sorted lists; which list equal numbers come from can be seen.
func Merge(lists [][]int) (order []int) {
	var e entries
	next := make([]int, len(lists))
	for i, list := range lists {
		if len(list) > 0 {
			heap.Push(&e, entry{list[0], i})
			next[i] = 1
		}
	}
	for len(e) > 0 {
		first := heap.Pop(&e).(entry)
		order = append(order, first.from)
		if list := lists[first.from]; next[first.from] < len(list) {
			heap.Push(&e, entry{list[next[first.from]], first.from})
			next[first.from]++
		}
	}
	return order
}

// Ties pops equal ones in the order that the heap has.
func Ties(keys []int) []entry {
	e := &entries{}
	for i, k := range keys {
		heap.Push(e, entry{k, i})
	}
	var out []entry
	for e.Len() > 0 {
		out = append(out, heap.Pop(e).(entry))
	}
	return out
}

// Drain pops one more than there are, where so many are wanted.
func Drain(keys []int, n int) (sum int) {
	e := &entries{}
	for _, k := range keys {
		heap.Push(e, entry{key: k})
	}
	for range n {
		sum += heap.Pop(e).(entry).key
	}
	return sum
}

// counted counts what is done with it.
type counted struct {
	list         []int
	less, swaps  int
	pushed, gone int
}

func (c *counted) Len() int { return len(c.list) }

func (c *counted) Less(i, j int) bool {
	c.less++
	return c.list[i] > c.list[j]
}

func (c *counted) Swap(i, j int) {
	c.swaps++
	c.list[i], c.list[j] = c.list[j], c.list[i]
}

func (c *counted) Push(x any) {
	n := x.(int)
	c.pushed += n
	c.list = append(c.list, n)
}

func (c *counted) Pop() any {
	n := c.list[len(c.list)-1]
	c.gone += n
	c.list = c.list[:len(c.list)-1]
	return n
}

// Counts tells how often elements were compared and exchanged.
func Counts(keys []int) [4]int {
	var c counted
	for _, k := range keys {
		heap.Push(&c, k)
	}
	for range len(keys) / 2 {
		heap.Pop(&c)
	}
	return [4]int{c.less, c.swaps, c.pushed, c.gone}
}

// Largest has the largest ones, in the order in which the heap holds them.
func Largest(keys []int, n int) []int {
	e := &entries{}
	for i, k := range keys {
		heap.Push(e, entry{k, i})
		if e.Len() > n {
			heap.Pop(e)
		}
	}
	var out []int
	for _, x := range *e {
		out = append(out, x.from)
	}
	return out
}

// Replaced gives the first another key.
func Replaced(keys []int, key int) []int {
	e := &entries{}
	for i, k := range keys {
		heap.Push(e, entry{k, i})
	}
	(*e)[0].key = key
	heap.Fix(e, 0)
	out := make([]int, 0, len(keys))
	for len(*e) > 0 {
		x := heap.Pop(e).(entry)
		out = append(out, x.key, x.from)
	}
	return slices.Clip(out)
}
