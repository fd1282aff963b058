// Package stacks has stacks of linked objects.
package stacks

import "fmt"

// Balanced says where brackets are open.
func Balanced(s string) (open []int) {
	type bracket struct {
		at    int
		below *bracket
	}
	var top *bracket
	for i := range len(s) {
		switch s[i] {
		case '(':
			top = &bracket{i, top}
		case ')':
			if top != nil {
				top = top.below
			}
		case ';':
			top = nil
		}
		if top != nil {
			open = append(open, top.at)
		}
	}
	return open
}

type frame struct {
	name  string
	count int
	tags  []string
	outer *frame
}

// Blocks counts words in blocks, and changes the top.
func Blocks(s string) (out []string) {
	var f *frame
	for i, c := range s {
		switch {
		case c == '{':
			f = &frame{outer: f, name: fmt.Sprint("block", i)}
		case c == '}' && f != nil:
			out = append(out, fmt.Sprint(f.name, f.count, f.tags))
			f = f.outer
			if f != nil {
				f.tags = append(f.tags, out[len(out)-1])
			}
		case f != nil:
			f.count++
			f.tags = append(f.tags, string(c))
		}
	}
	return out
}

// Again empties the stack, and fills it again.
func Again(n int) (out []string) {
	var top *frame
	for i := range n % 30 {
		top = &frame{name: fmt.Sprint(i), count: i, outer: top}
		if i%7 == 6 {
			out = append(out, top.name)
			top = nil
		}
		if i%5 == 4 && top != nil {
			out = append(out, top.name)
			top = top.outer
		}
	}
	if top != nil {
		out = append(out, "left "+top.name)
	}
	return out
}

// Later is looked at by a function that it hands out.
func Later(n int) func() string {
	var top *frame
	for i := range n%6 + 2 {
		top = &frame{name: fmt.Sprint("frame", i), outer: top}
	}
	top = top.outer
	return func() string {
		if top == nil {
			return "empty"
		}
		top.count++
		return fmt.Sprint(top.name, top.count)
	}
}

// Order makes what is pushed of what is there, and counts what it asks.
func Order(n int) (out []int, asked int) {
	ask := func(x int) int {
		asked++
		return x * asked
	}
	type entry struct {
		value int
		below *entry
		rank  int
	}
	var top *entry
	for i := range n % 9 {
		top = &entry{rank: ask(i), value: ask(i + 1), below: top}
		if i%3 == 2 {
			out = append(out, top.value, top.rank)
			top = top.below
		}
	}
	for top != nil {
		out = append(out, top.value-top.rank)
		top = top.below
	}
	return out, asked
}

// Zero pushes what has nothing in it.
func Zero(n int) (depth int) {
	type mark struct {
		seen bool
		prev *mark
	}
	var m *mark
	for i := range n % 8 {
		m = &mark{prev: m}
		m.seen = i%2 == 0
	}
	for m != nil {
		if m.seen {
			depth++
		}
		m = m.prev
	}
	return depth
}

// Inner has a variable of the name in a block.
func Inner(s string) (out []int) {
	type pos struct {
		at   int
		next *pos
	}
	var p *pos
	for i := range len(s) {
		p = &pos{at: i, next: p}
		if s[i] == 'p' {
			p := &pos{at: 100 + i}
			out = append(out, p.at)
		}
		if s[i] == 'q' {
			p = p.next
		}
		if p != nil {
			out = append(out, p.at)
		}
	}
	return out
}

// Shared keeps what was on the top when it is pushed over.
func Shared(n int) (out []frame) {
	var top *frame
	var best *frame
	for i := range n%7 + 1 {
		top = &frame{count: (n * i) % 11, outer: top}
		if best == nil || top.count > best.count {
			best = top
		}
	}
	for best != nil {
		out = append(out, frame{count: best.count})
		best = best.outer
	}
	return out
}
