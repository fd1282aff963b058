package concat

import (
	"slices"
	"sort"
)

// It does not panic.
func At(xs []int, i, x int) []int {
	return slices.Insert(xs, max(0, min(i, len(xs))), x)
}

// Another slice is made.
func Seen(xs []int, x int) ([]int, []int) {
	i := len(xs) / 2
	out := slices.Insert(slices.Clip(xs), i, x)
	return out, xs
}

// It is never nil.
func Both(a, b []int) []int {
	return append(append(make([]int, 0, len(a)+len(b)), a...), b...)
}

// It is nil where both are.
func Copied(a, b []int) []int {
	out := slices.Concat(a, b)
	if len(a) > 0 {
		a[0]++
	}
	return out
}

// The list is read first.
func Popped(xs []int) []int {
	q := &queue{xs}
	list := q.list
	return slices.Concat([]int{q.pop()}, list)
}

// It is turned once.
func Turned(xs []int) []int {
	for i := range xs {
		xs[i] = -xs[i]
	}
	return slices.Concat(xs, xs)
}

// There is no room.
func Keyed(xs []int) []int { return slices.Concat([]int{7}, xs) }

// It is not turned yet.
func Until(xs []int) []int {
	var out []int
	for _, x := range xs {
		if x < 0 {
			return out
		}
		out = append(out, x)
	}
	slices.Reverse(out)
	return out
}

// The end is turned, too.
func Begun(xs []int) []int {
	out := append([]int{-1, -2}, xs...)
	slices.Reverse(out)
	return out
}

// It is turned twice.
func Rows(xs []int) (sum int) {
	var out []int
	for range 2 {
		out = append(out, xs...)
		slices.Reverse(out)
		for i, x := range out {
			sum = sum*31 + i*x
		}
	}
	return sum
}

// It is never nil.
func InTurn(a, b []int) []int {
	out := make([]int, 0, len(a)+len(b))
	out = append(out, a...)
	out = append(out, b...)
	return out
}

// The head has room for all that comes after it.
func Framed(xs []int, f func([]int) []int) (first, second []int) {
	head := make([]int, 2, 64)
	body := f(xs)
	first = append(head, body...)
	head[0] = len(body)
	tail := f(first[:1])
	return first, append(head, tail...)
}

// The head is put there when the body is known.
func Ahead(xs []int) []int {
	body := []int{0}
	if len(xs) > 0 {
		body = xs
	}
	return append([]int{6, 5}, body...)
}

// It is nil where both are.
func Stepped(a, b []int) []int {
	key := slices.Concat(a, b)
	if len(b) > 0 {
		b[0]++
	}
	return key
}

// It is appended in place.
func Emptied(a, b []int) ([]int, []int) {
	e := &entry{key: a}
	e.key = append(e.key, b...)
	if len(e.key) > 0 {
		e.key[0] = -1
	}
	return e.key, a
}

// All is read before anything is made.
func Twice(a []int) []int {
	e := &entry{key: []int{5, 6, 7}}
	return slices.Concat([]int{1}, a, e.key, e.key)
}

// The next one is looked at first.
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
	e.key = slices.Concat([]int{}, a, e.next.key)
	return e, ""
}

// It counts when all is there.
func Counted(a []int) []int {
	e := &entry{key: slices.Concat([]int{len(a) + 1}, a, a)}
	return append(e.key, len(e.key)+1, len(e.key)+2)
}

// There is nothing in the last place.
func Placed(xs []int, i, x int) (all []int, text string) {
	c := cardsOf(xs)
	defer func() {
		if v, ok := recover().(error); ok {
			text = v.Error()
		}
		all = c.show()
	}()
	c.list = append(c.list, nil)
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = &x
	return nil, ""
}

// It has what it had.
func Put(xs []int, i, x int) (out []*int) {
	defer func() { recover() }()
	out = cardsOf(xs).list
	out = slices.Insert(out, i, &x)
	return out
}

// It is never the last.
func Sorted(xs []int, x int) []int {
	c := cardsOf(xs)
	i := sort.Search(max(0, len(c.list)-1), func(i int) bool { return *c.list[i] >= x })
	c.list = slices.Insert(c.list, i, &x)
	return c.show()
}

// The place is another one.
func Shrunk(xs []int, x int) (all []int) {
	c := cardsOf(xs)
	c.list = c.list[:len(c.list)/2]
	i := sort.Search(len(c.list), func(i int) bool { return *c.list[i] >= x })
	c.list = slices.Insert(c.list, i, &x)
	return c.show()
}

// There is nothing there.
func Last(xs []int) []int {
	c := cardsOf(xs)
	c.list = append(c.list, nil)
	return c.show()
}

// It puts nothing where something was.
func Beyond(xs []int, x int) (all []int) {
	c := cardsOf(xs)
	defer func() {
		recover()
		all = c.show()
	}()
	i := c.beyond(x)
	c.list = append(c.list, nil)
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = &x
	return nil
}

// The place is one of this list.
func Across(xs []int, x int) (all []int) {
	c, other := cardsOf(xs[:len(xs)/2]), cardsOf(xs)
	defer func() {
		recover()
		all = c.show()
	}()
	i, _ := other.find(x)
	c.list = append(c.list, nil)
	copy(c.list[i+1:], c.list[i:])
	c.list[i] = &x
	return nil
}

// Nothing is written twice.
func Shared(xs []int) (int, []int) {
	a := slices.Concat(shared(), xs)
	b := append(shared(), 7, 8, 9)
	a = append(a, b[len(b)-1])
	b[2]++
	return len(b), a
}
