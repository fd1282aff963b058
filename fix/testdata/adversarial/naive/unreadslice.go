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
