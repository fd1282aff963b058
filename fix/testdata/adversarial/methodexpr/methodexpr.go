// Package methodexpr has variables that hold methods.
package methodexpr

import "fmt"

// Counter counts.
type Counter struct {
	n    int
	next *Counter
}

func (c *Counter) up(x int)         { c.n += x }
func (c *Counter) down(x int)       { c.n -= x }
func (c Counter) show(x int) int    { return c.n + x }
func (c *Counter) check(x int) bool { return c == nil || c.n < x }

// Sum chooses by sign.
func Sum(list []int) int {
	c := &Counter{}
	var f func(int)
	for _, x := range list {
		if f = c.up; x < 0 {
			f = c.down
		}
		f(x)
	}
	return c.n
}

// Chain goes on to the next one, and what was bound before is still called.
func Chain(list []int) string {
	first := &Counter{next: &Counter{}}
	c := first
	var f func(int)
	for i, x := range list {
		if i%2 == 0 || f == nil {
			f = c.up
		}
		if x > 3 && c.next != nil {
			c = c.next
		}
		f(x)
	}
	return fmt.Sprint(first.n, first.next.n)
}

// Both has two receivers.
func Both(list []int) string {
	a, b := &Counter{}, &Counter{n: 100}
	var f func(int)
	for _, x := range list {
		if f = a.up; x > 3 {
			f = b.down
		}
		f(x)
	}
	return fmt.Sprint(a.n, b.n)
}

// Copied is bound to what the counter was.
func Copied(list []int) int {
	c := &Counter{}
	sum := 0
	var f func(int) int
	for i, x := range list {
		if i%3 == 0 {
			f = c.show
		}
		c.n += x
		sum += f(x)
	}
	return sum
}

// Later calls what was chosen when all is over.
func Later(list []int) int {
	c := &Counter{}
	var all []func(int)
	var f func(int)
	for _, x := range list {
		if f = c.up; x < 0 {
			f = c.down
		}
		all = append(all, f)
	}
	for i, f := range all {
		f(i)
	}
	return c.n
}

// Ended stops where there is none.
func Ended(list []int) (text string) {
	c := &Counter{}
	var f func(int)
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r, c.n)
		}
	}()
	for _, x := range list {
		if f = c.up; x == 7 {
			f = nil
		}
		f(x)
	}
	return fmt.Sprint(c.n)
}

// Missing asks a counter that may not be there.
func Missing(there bool, list []int) int {
	var c *Counter
	if there {
		c = &Counter{n: 5}
	}
	count := 0
	var f func(int) bool
	for _, x := range list {
		if f = c.check; x < 0 {
			f = nil
		}
		if f != nil && f(x) {
			count++
		}
	}
	return count
}
