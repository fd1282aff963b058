// Package unreadslice has slices that seem to be written only.
package unreadslice

import "sort"

// Counted reads the length in the end.
func Counted(words []string) int {
	var seen []string
	for _, w := range words {
		if w != "" {
			seen = append(seen, w)
		}
	}
	return len(seen)
}

// Called has calls among what it appends.
func Called(words []string, f func(string) string) (n int) {
	var all []string
	for _, w := range words {
		all = append(all, f(w))
		n++
	}
	_ = all
	return n
}

// Indexed panics at what is not there.
func Indexed(words []string, at []int) int {
	var chosen []string
	for _, i := range at {
		chosen = append(chosen, words[i])
	}
	return len(at)
}

// Watched is read by a function that runs later.
func Watched(xs []int) func() int {
	var list []int
	for _, x := range xs {
		list = append(list, x)
	}
	return func() int { return len(list) }
}

// Pointed can be read by way of its address.
func Pointed(xs []int, into **[]int) int {
	var list []int
	*into = &list
	for _, x := range xs {
		list = append(list, 2*x)
	}
	return len(xs)
}

// Named is a result.
func Named(xs []int) (list []int, n int) {
	for _, x := range xs {
		list = append(list, x+1)
		n += x
	}
	return
}

// Sorted looks at the first letter of each word, also where there is none.
func Sorted(words []string) int {
	var all []string
	for _, w := range words {
		all = append(all, w)
	}
	sort.Slice(all, func(i, j int) bool { return all[i][0] < all[j][0] })
	return len(words)
}
