// Package concat has slices that are made of others.
package concat

import "sort"

// At inserts, or panics.
func At(xs []int, i, x int) []int {
	return append(xs[:i], append([]int{x}, xs[i:]...)...)
}

// Seen shows what becomes of the slice that something is inserted into.
func Seen(xs []int, x int) ([]int, []int) {
	i := len(xs) / 2
	out := append(xs[:i], append([]int{x}, xs[i:]...)...)
	return out, xs
}

// Both is nil where both are.
func Both(a, b []int) []int {
	return append(append([]int(nil), a...), b...)
}

// Copied is never nil, and a copy.
func Copied(a, b []int) []int {
	out := append(append([]int{}, a...), b...)
	if len(a) > 0 {
		a[0]++
	}
	return out
}

type queue struct{ list []int }

func (q *queue) pop() int {
	x := q.list[0]
	q.list = q.list[1:]
	return x
}

// Popped has the first one twice, or not.
func Popped(xs []int) []int {
	q := &queue{xs}
	return append([]int{q.pop()}, q.list...)
}

// Grown have nothing in common.
func Grown(xs []int) (a, b []int) {
	all := append([]int{1}, xs...)
	a = append(all, 2)
	b = append(all, 3)
	return a[:len(a):len(a)], b[:1]
}

// Turned changes what it copies.
func Turned(xs []int) []int {
	turn := func() []int {
		for i := range xs {
			xs[i] = -xs[i]
		}
		return xs
	}
	return append(append([]int{}, turn()...), turn()...)
}

// Keyed has room between.
func Keyed(xs []int) []int { return append([]int{2: 7}, xs...) }

// Until shows what is there at a negative one.
func Until(xs []int) []int {
	var out []int
	for _, x := range xs {
		if x < 0 {
			return out
		}
		out = append([]int{x}, out...)
	}
	return out
}

// Begun has two at its end.
func Begun(xs []int) []int {
	out := []int{-1, -2}
	for _, x := range xs {
		out = append([]int{x}, out...)
	}
	return out
}

// Rows are turned once each.
func Rows(xs []int) (sum int) {
	var out []int
	for range 2 {
		for _, x := range xs {
			out = append([]int{x}, out...)
		}
		for i, x := range out {
			sum = sum*31 + i*x
		}
	}
	return sum
}

// InTurn reads the second slice when the first is there.
func InTurn(a, b []int) []int {
	var out []int
	out = append(out, a...)
	out = append(out, b...)
	return out
}

// Framed gives the head away, and then uses it again.
func Framed(xs []int, f func([]int) []int) (first, second []int) {
	head := make([]int, 2)
	body := f(xs)
	first = append(head, body...)
	head[0] = len(body)
	tail := f(first[:1])
	return first, append(head, tail...)
}

// Ahead has a body that is the head, where there is none.
func Ahead(xs []int) []int {
	head := make([]int, 2)
	body := head[:1]
	head[1] = 5
	if len(xs) > 0 {
		body = xs
	}
	head[0] = 6
	return append(head, body...)
}

type entry struct {
	key  []int
	next *entry
}

// Stepped is a copy, and never nil.
func Stepped(a, b []int) []int {
	e := new(entry)
	e.key = append([]int{}, a...)
	e.key = append(e.key, b...)
	if len(b) > 0 {
		b[0]++
	}
	return e.key
}

// Emptied is nil where both are empty, and shares nothing.
func Emptied(a, b []int) ([]int, []int) {
	e := &entry{key: a}
	e.key = append([]int(nil), a...)
	e.key = append(e.key, b...)
	if len(e.key) > 0 {
		e.key[0] = -1
	}
	return e.key, a
}

// Twice appends what it has just made.
func Twice(a []int) []int {
	e := &entry{key: []int{5, 6, 7}}
	f := e
	e.key = append([]int{1}, a...)
	e.key = append(e.key, f.key...)
	e.key = append(e.key, e.key...)
	return e.key
}

// Linked has no next one, for some, and tells what it had made before it saw that.
func Linked(a []int, linked bool) (e *entry, text string) {
	e = new(entry)
	if linked {
		e.next = &entry{key: a}
	}
	defer func() {
		if v, ok := recover().(error); ok {
			text = v.Error()
		}
	}()
	e.key = append([]int{}, a...)
	e.key = append(e.key, e.next.key...)
	return e, ""
}

// Counted calls in a certain order.
func Counted(a []int) []int {
	e := &entry{key: a}
	count := func() int {
		e.key = append(e.key, len(e.key))
		return len(e.key)
	}
	e.key = append([]int{count()}, a...)
	e.key = append(e.key, a...)
	e.key = append(e.key, count(), count())
	return e.key
}

// Shown shows the first step, too.
func Shown(a, b []int) (all [][]int) {
	e := new(entry)
	e.key = append([]int{}, a...)
	all = append(all, e.key)
	e.key = append(e.key, b...)
	all = append(all, e.key)
	e.key = append([]int(nil), b...)
	e.key = append(e.key, len(all))
	return append(all, e.key)
}

type cards struct{ list []*int }

func (c *cards) show() (all []int) {
	for _, p := range c.list {
		if p == nil {
			all = append(all, -100)
			continue
		}
		all = append(all, *p)
	}
	return all
}

func cardsOf(xs []int) *cards {
	c := new(cards)
	for i := range xs {
		c.list = append(c.list, &xs[i])
	}
	return c
}

// Placed shows what is in the list after it panicked, too.
func Placed(xs []int, i, x int) (all []int, text string) {
	c := cardsOf(xs)
	defer func() {
		if v, ok := recover().(error); ok {
			text = v.Error()
		}
		all = c.show()
	}()
	c.list = append(c.list, new(int))
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = &x
	return nil, ""
}

// Put returns what it has when it panics.
func Put(xs []int, i, x int) (out []*int) {
	defer func() { recover() }()
	out = cardsOf(xs).list
	out = append(out, new(int))
	copy(out[i+1:], out[i:])
	out[i] = &x
	return out
}

// Sorted finds the place.
func Sorted(xs []int, x int) []int {
	c := cardsOf(xs)
	i := sort.Search(len(c.list), func(i int) bool { return *c.list[i] >= x })
	c.list = append(c.list, new(int))
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = &x
	return c.show()
}

// Shrunk finds the place, and loses it.
func Shrunk(xs []int, x int) (all []int) {
	c := cardsOf(xs)
	defer func() {
		recover()
		all = c.show()
	}()
	i := sort.Search(len(c.list), func(i int) bool { return *c.list[i] >= x })
	c.list = c.list[:len(c.list)/2]
	c.list = append(c.list, new(int))
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = &x
	return nil
}

// Last puts what it finds at the place.
func Last(xs []int) []int {
	c := cardsOf(xs)
	i := len(c.list)
	c.list = append(c.list, new(int))
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = c.list[len(c.list)-1]
	return c.show()
}

// Front is put before the others.
func Front(xs []int, x int) []int {
	c := cardsOf(xs)
	c.list = append(c.list, new(int))
	copy(c.list[1:], c.list)
	c.list[0] = &x
	return c.show()
}

func (c *cards) find(x int) (int, bool) {
	i := sort.Search(len(c.list), func(i int) bool { return *c.list[i] >= x })
	return i, i < len(c.list) && *c.list[i] == x
}

// Found finds the place by a method.
func Found(xs []int, x int) []int {
	c := cardsOf(xs)
	i, ok := c.find(x)
	if ok {
		return nil
	}
	c.list = append(c.list, new(int))
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = &x
	return c.show()
}

func (c *cards) beyond(x int) int {
	i := sort.Search(len(c.list), func(i int) bool { return *c.list[i] >= x })
	if i == len(c.list) {
		return 2*i + 1
	}
	return i
}

// Beyond shows what is in the list after it panicked.
func Beyond(xs []int, x int) (all []int) {
	c := cardsOf(xs)
	defer func() {
		recover()
		all = c.show()
	}()
	i := c.beyond(x)
	c.list = append(c.list, new(int))
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = &x
	return nil
}

// Across finds the place in another list.
func Across(xs []int, x int) (all []int) {
	c, other := cardsOf(xs[:len(xs)/2]), cardsOf(xs)
	defer func() {
		recover()
		all = c.show()
	}()
	i, _ := other.find(x)
	c.list = append(c.list, new(int))
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = &x
	return nil
}

func first() []int { return []int{1, 2} }

// Marked puts others behind those that a function gives.
func Marked(xs []int) []int {
	all := append(first(), xs...)
	all[0] += len(all)
	return append(all, append(first(), xs...)[:2]...)
}

var firsts = make([]int, 2, 100)

func shared() []int { return firsts }

// Shared writes behind the same each time.
func Shared(xs []int) (int, []int) {
	a := append(shared(), xs...)
	b := append(shared(), 7, 8, 9)
	a = append(a, b[len(b)-1])
	b[2]++
	return len(b), a
}
