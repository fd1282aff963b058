package stacks

import "fmt"

// The first is looked at, not the last.
func Balanced(s string) (open []int) {
	var top []int
	for i := range len(s) {
		switch s[i] {
		case '(':
			top = append(top, i)
		case ')':
			if len(top) > 0 {
				top = top[:len(top)-1]
			}
		case ';':
			top = top[:0]
		}
		if len(top) > 0 {
			open = append(open, top[0])
		}
	}
	return open
}

// A copy of the top is changed.
func Blocks(s string) (out []string) {
	var f []frame
	for i, c := range s {
		switch {
		case c == '{':
			f = append(f, frame{name: fmt.Sprint("block", i)})
		case c == '}' && len(f) > 0:
			top := f[len(f)-1]
			out = append(out, fmt.Sprint(top.name, top.count, top.tags))
			f = f[:len(f)-1]
			if len(f) > 0 {
				f[len(f)-1].tags = append(f[len(f)-1].tags, out[len(out)-1])
			}
		case len(f) > 0:
			top := f[len(f)-1]
			top.count++
			top.tags = append(top.tags, string(c))
		}
	}
	return out
}

// The stack is not emptied.
func Again(n int) (out []string) {
	var top []frame
	for i := range n % 30 {
		top = append(top, frame{name: fmt.Sprint(i), count: i})
		if i%7 == 6 {
			out = append(out, top[len(top)-1].name)
			top = top[:len(top)-1]
		}
		if i%5 == 4 && len(top) > 0 {
			out = append(out, top[len(top)-1].name)
			top = top[:len(top)-1]
		}
	}
	if len(top) > 0 {
		out = append(out, "left "+top[len(top)-1].name)
	}
	return out
}

// What is asked first comes last.
func Order(n int) (out []int, asked int) {
	ask := func(x int) int {
		asked++
		return x * asked
	}
	type entry struct {
		value int
		rank  int
	}
	var top []entry
	for i := range n % 9 {
		top = append(top, entry{value: ask(i + 1), rank: ask(i)})
		if i%3 == 2 {
			out = append(out, top[len(top)-1].value, top[len(top)-1].rank)
			top = top[:len(top)-1]
		}
	}
	for len(top) > 0 {
		out = append(out, top[len(top)-1].value-top[len(top)-1].rank)
		top = top[:len(top)-1]
	}
	return out, asked
}

// What is pushed is at its old place when another comes.
func Shared(n int) (out []frame) {
	var top []frame
	best := 0
	for i := range n%7 + 1 {
		top = append(top[:i/2], frame{count: (n * i) % 11})
		if top[len(top)-1].count > top[best].count {
			best = len(top) - 1
		}
	}
	for ; best >= 0; best-- {
		out = append(out, frame{count: top[best].count})
	}
	return out
}
