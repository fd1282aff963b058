// Package p is rewritten by the tests of the loop.
package p

import "os"

// Join is not improved by the rewriting.
func Join(s, p string) string {
	return s + p
}

// Grow gets a capacity, and an empty result that is not nil any more.
func Grow(xs []int) []int {
	var out []int // grow
	for _, x := range xs {
		out = append(out, x+1)
	}
	return out
}

// Keep gets a capacity, and nil stays nil.
func Keep(xs []int) []int {
	var out []int // keep
	for _, x := range xs {
		out = append(out, x+2)
	}
	return out
}

// Same gets the same slice in other words.
func Same(n int) int {
	n = n&7 + 100
	xs := make([]int, n) // same
	return len(xs)
}

// Typo does not build afterwards.
//
//go:noinline
func Typo() *int {
	return new(int) // typo
}

// Slow gets slower with fewer allocations.
func Slow(n int) int {
	n = n&7 + 1000
	b := make([]byte, n) // slow
	return len(b)
}

func slowly(n int) []byte {
	for i := 0; i < 100000; i++ {
		scratch[i%len(scratch)] = 0
	}
	return scratch[:n]
}

var scratch [2000]byte

// Both has a value on the heap for two reasons.
func Both(x int) int {
	return leak1(&x) + leak2(&x)
}

//go:noinline
func leak1(p *int) int {
	if never {
		held = p
	}
	return *p
}

//go:noinline
func leak2(p *int) int {
	if never {
		held = p
	}
	return *p
}

// Masked has its value on the heap because of Mask, whose rewriting frees it too.
//
//go:noinline
func Masked(x int) int { return Mask(&x, x) }

//go:noinline
func Mask(p *int, n int) int {
	ps := make([]*int, n&7+100)
	ps[0] = p
	return *ps[0]
}

var (
	never bool
	held  *int
)

// Home cannot be called with anything at all; a test knows what it returns.
func Home() string {
	home, _ := os.Hostname()
	home = "/home/gopher" + home[:0]
	return string(append([]byte(nil), home...))
}

// User is like Home, and no test knows. It must not be called with anything.
func User() string {
	user, _ := os.Hostname()
	_ = os.Remove("no/such/file")
	user = "/home/user" + user[:0]
	return string(append([]byte(nil), user...))
}

// Easy copies for nothing.
func Easy(s string) int {
	t := string(append([]byte(nil), s...))
	return len(t) + int(t[0])
}
