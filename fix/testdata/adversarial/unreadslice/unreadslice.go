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

// Page has lists.
type Page struct {
	List, Rest []string
	N          int
}

func (p *Page) count() int { return len(p.List) }

func upto(words []string, n int) []string { return append([]string{}, words[:n]...) }

// Sized looks at the length of the list that it replaces.
func Sized(words []string, n int) *Page {
	p := new(Page)
	p.List = make([]string, len(words))
	p.Rest = make([]string, len(words))
	p.N = p.count()
	p.List = upto(words, n)
	p.Rest = upto(words, 0)
	return p
}

// Merged gets the lists of a page that may be nil.
func Merged(from *Page, words func() []string) *Page {
	p := &Page{}
	p.List = make([]string, len(from.List))
	p.List = words()
	return p
}

// Recovered returns what a page has got when something fails.
func Recovered(words []string, n int) (p Page) {
	q := &p
	defer func() {
		if recover() != nil {
			q.N = -1
		}
	}()
	p.List = make([]string, len(words))
	p.N = n
	p.List = upto(words, n)
	return p
}

// Emptied gets the second list in some cases only.
func Emptied(words []string, n int) *Page {
	p := new(Page)
	p.List = make([]string, 2)
	if n < len(words) {
		p.List = upto(words, n)
	}
	return p
}
