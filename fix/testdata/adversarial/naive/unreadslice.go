package unreadslice

// Empty ones count too.
func Counted(words []string) int { return len(words) }

// Nothing is called.
func Called(words []string, f func(string) string) (n int) { return len(words) }

// Nothing panics.
func Indexed(words []string, at []int) int { return len(at) }

// There is nothing to read later.
func Watched(xs []int) func() int { return func() int { return 0 } }

// The address holds nothing.
func Pointed(xs []int, into **[]int) int {
	*into = new([]int)
	return len(xs)
}

// The list is not made.
func Named(xs []int) (list []int, n int) {
	for _, x := range xs {
		n += x
	}
	return
}

// What is in order is not looked at.
func Sorted(words []string) int { return len(words) }

type Page struct {
	List, Rest []string
	N          int
}

// The length is that of nothing.
func Sized(words []string, n int) *Page {
	p := new(Page)
	p.N = p.count()
	p.List = upto(words, n)
	p.Rest = upto(words, 0)
	return p
}

// A page that is nil has lists.
func Merged(from *Page, words func() []string) *Page {
	p := &Page{}
	p.List = words()
	return p
}

// What has failed has no list.
func Recovered(words []string, n int) (p Page) {
	q := &p
	defer func() {
		if recover() != nil {
			q.N = -1
		}
	}()
	p.N = n
	p.List = upto(words, n)
	return p
}

// There is no list.
func Emptied(words []string, n int) *Page {
	p := new(Page)
	if n < len(words) {
		p.List = upto(words, n)
	}
	return p
}
