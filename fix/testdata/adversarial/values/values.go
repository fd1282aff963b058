// Package values has functions that return pointers to small structs, with
// which their callers do what they cannot do with values.
package values

import (
	"strconv"
	"strings"
)

type point struct{ x, y int }

func parse(s string) *point {
	a, b, ok := strings.Cut(s, ",")
	if !ok {
		return nil
	}
	x, _ := strconv.Atoi(a)
	y, _ := strconv.Atoi(b)
	return &point{x, y}
}

// Read asks whether there is one.
func Read(s string) int {
	p := parse(s)
	if p == nil {
		return -1
	}
	return p.x*1000 + p.y
}

// Trusting panics where there is none.
func Trusting(s string) int { return parse(s).x }

func at(x, y int) *point { return &point{x, y} }

// Same compares addresses: two are never the same.
func Same(x, y int) bool { return at(x, y) == at(x, y) }

// Moved changes one through two names.
func Moved(x, y int) int {
	p := at(x, y)
	q := p
	q.x += 10
	return p.x*100 + q.x
}

// Counted has pointers as keys.
func Counted(n int) int {
	seen := map[*point]int{}
	for i := range n {
		seen[at(i%2, 0)]++
	}
	return len(seen)
}

func corner(x int) *point { return &point{x, -x} }

// Corners only reads: here a value is as good.
func Corners(xs []int) int {
	sum := 0
	for _, x := range xs {
		c := corner(x)
		sum += c.x*3 + c.y
	}
	return sum
}

type node struct {
	value int
	next  *node
}

func push(list *node, v int) *node { return &node{v, list} }

// Stacked keeps every one.
func Stacked(xs []int) string {
	var list *node
	for _, x := range xs {
		list = push(list, x)
	}
	s := ""
	for ; list != nil; list = list.next {
		s += strconv.Itoa(list.value) + " "
	}
	return s
}

// Points are local, and one of them is changed through a second list.
func Points(xs []int) int {
	var list []*point
	for _, x := range xs {
		list = append(list, &point{x, x})
	}
	first := list[:1]
	first[0].x = 99
	sum := 0
	for i, p := range list {
		p.y += i
		sum += p.x + p.y
	}
	return sum
}

type cache struct{ last *point }

func (c *cache) fresh(x int) *point { return &point{x, x * x} }

// Kept is what the cache remembers and another goroutine changes.
func Kept(x int) int {
	c := &cache{}
	c.last = c.fresh(x)
	p := c.last
	p.y++
	return c.last.y
}

func origin(x int) *point {
	p := &point{x, x}
	if x < 0 {
		p.y = -x
	}
	return p
}

// Visited writes to one of two that began as the same.
func Visited(xs []int) string {
	seen := map[point]int{}
	s := ""
	for _, x := range xs {
		p := origin(x)
		before := *p
		if p != nil {
			p.x = len(seen)
		}
		seen[*p]++
		seen[before]++
		s += strconv.Itoa(seen[*p]) + strconv.Itoa(seen[before]) + " "
	}
	return s
}
