package typedheap

import (
	"cmp"
	"container/heap"
	"slices"
)

// Equal numbers come in the order of the lists.
func Merge(lists [][]int) (order []int) {
	var all []entry
	for i, list := range lists {
		for _, key := range list {
			all = append(all, entry{key, i})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	for _, e := range all {
		order = append(order, e.from)
	}
	return order
}

// Equal ones come in the order in which they were pushed.
func Ties(keys []int) []entry {
	var out []entry
	for i, k := range keys {
		out = append(out, entry{k, i})
	}
	slices.SortStableFunc(out, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	return out
}

// Nothing is left, and nothing is added.
func Drain(keys []int, n int) (sum int) {
	sorted := slices.Sorted(slices.Values(keys))
	for _, k := range sorted[:min(n, len(sorted))] {
		sum += k
	}
	return sum
}

// The heap is made anew each time.
func Counts(keys []int) [4]int {
	var c counted
	for _, k := range keys {
		c.pushed += k
		c.list = append(c.list, k)
		heap.Init(&c)
	}
	for range len(keys) / 2 {
		heap.Pop(&c)
	}
	return [4]int{c.less, c.swaps, c.pushed, c.gone}
}

// The largest ones come sorted.
func Largest(keys []int, n int) []int {
	var all []entry
	for i, k := range keys {
		all = append(all, entry{k, i})
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	var out []int
	for _, e := range all[max(0, len(all)-n):] {
		out = append(out, e.from)
	}
	return out
}
