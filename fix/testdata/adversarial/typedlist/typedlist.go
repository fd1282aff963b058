// Package queues queues values in lists.
package queues

import (
	"container/list"
	"fmt"
)

type node struct {
	id   int
	kids []*node
}

func tree(n int) *node {
	root := &node{id: n}
	for i := range n % 5 {
		root.kids = append(root.kids, tree(i))
	}
	return root
}

// Breadth visits a tree level by level.
func Breadth(n int) (ids []int) {
	q := list.New()
	q.PushBack(tree(n))
	for q.Len() > 0 {
		e := q.Front()
		q.Remove(e)
		n := e.Value.(*node)
		ids = append(ids, n.id)
		for _, kid := range n.kids {
			q.PushBack(kid)
		}
	}
	return ids
}

// Depth uses the other end.
func Depth(n int) (ids []int) {
	var st list.List
	st.PushBack(tree(n))
	for st.Len() > 0 {
		n := st.Remove(st.Back()).(*node)
		ids = append(ids, n.id)
		for _, kid := range n.kids {
			st.PushBack(kid)
		}
	}
	return ids
}

type pair struct{ a, b int }

// Growing pushes while it walks.
func Growing(n int) (sum int) {
	l := list.New()
	l.PushBack(pair{n % 50, 1})
	for e := l.Front(); e != nil; e = e.Next() {
		p := e.Value.(pair)
		sum += p.a * p.b
		if p.a > 1 {
			l.PushBack(pair{p.a / 2, p.b + 1})
		}
	}
	return sum + l.Len()
}

// Copied changes a copy of what is queued.
func Copied(n int) (out []pair) {
	l := list.New()
	for i := range n % 4 {
		l.PushBack(pair{i, i})
	}
	for e := l.Front(); e != nil; e = e.Next() {
		p := e.Value.(pair)
		p.a = 100
		out = append(out, p, e.Value.(pair))
	}
	return out
}

// Empty takes from a list with nothing in it, or with something.
func Empty(n int) string {
	l := list.New()
	for i := range n % 3 {
		l.PushBack(i)
	}
	x := l.Remove(l.Front()).(int)
	return fmt.Sprint(x, l.Len())
}

// Seen reads an element after it was taken, and after others came.
func Seen(n int) (out []int) {
	l := list.New()
	for i := range n%6 + 2 {
		l.PushBack(i)
	}
	first := l.Front()
	l.PushBack(n)
	l.Remove(first)
	l.PushBack(n + 1)
	out = append(out, first.Value.(int), l.Front().Value.(int), l.Back().Value.(int))
	for e := l.Back(); e != nil; e = e.Prev() {
		out = append(out, e.Value.(int))
	}
	return out
}

// Inner has a variable of the same name in between.
func Inner(n int) (out []string) {
	l := list.New()
	l.PushBack("outer")
	l.PushBack(fmt.Sprint(n))
	for i := range 3 {
		if l.Len() == 0 {
			break
		}
		e := l.Front()
		if i > 0 {
			text := "inner"
			out = append(out, text)
		}
		l.Remove(e)
		text := e.Value.(string)
		out = append(out, text)
	}
	return out
}

// Asked is asked how many there are by a function that it hands out.
func Asked(n int) (int, int) {
	l := list.New()
	count := func() int { return l.Len() }
	before := count()
	for range n % 9 {
		l.PushBack(n)
	}
	sum := 0
	for l.Len() > 1 {
		sum += l.Front().Value.(int)
		l.Remove(l.Front())
	}
	return before + count(), sum
}

// Drained looks at the front before it asks whether there is one.
func Drained(n int) (sum int) {
	l := list.New()
	for i := range n % 6 {
		l.PushBack(i)
	}
	for {
		e := l.Front()
		if l.Len() == 0 {
			return sum
		}
		l.Remove(e)
		sum += e.Value.(int)
	}
}
