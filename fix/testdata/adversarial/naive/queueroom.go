package queueroom

import (
	"slices"
	"strings"
)

// What is taken moves on.
func Firsts(s string) (sum int) {
	var queue []int
	var firsts []*int
	for i := range len(s) {
		queue = append(queue, int(s[i]))
		if i%3 != 0 {
			firsts = append(firsts, &queue[0])
			queue = queue[:copy(queue, queue[1:])]
		}
	}
	for i, p := range firsts {
		sum += *p * (i + 1)
	}
	return sum
}

// All windows change.
func Windows(s string) (all [][]string) {
	var queue []string
	for _, word := range strings.Split(s, " ") {
		queue = append(queue, word)
		if len(queue) > 2 {
			queue = queue[:copy(queue, queue[1:])]
		}
		all = append(all, queue)
	}
	return all
}

// The caller's queue changes.
func Given(queue []int) (sum int) {
	for i := 0; len(queue) > 0 && i < 30; i++ {
		x := queue[0]
		queue = queue[:copy(queue, queue[1:])]
		if x > 1 {
			queue = append(queue, x/2)
		}
		sum = sum*3 + x
	}
	return sum
}

// The loop misses what has moved.
func Over(s string) (out string) {
	queue := strings.Split(s, "")
	for i, x := range queue {
		if i > 20 {
			break
		}
		out += x
		queue = slices.Delete(queue, 0, 1)
		queue = append(queue, x+x)
	}
	return out + strings.Join(queue, ",")
}

// It fails with other words, if at all.
func Short(s string, n int) (left int) {
	var queue []byte
	for i := range len(s) {
		queue = append(queue, s[i])
		if s[i] == ' ' {
			queue = slices.Delete(queue, 0, n%5)
		}
	}
	return len(queue)
}

// An empty queue is none.
func Drained(n int) (out []string) {
	var queue []int
	for i := range n % 6 {
		queue = append(queue, i)
	}
	for range n % 6 {
		if queue = queue[1:]; len(queue) == 0 {
			queue = nil
		}
	}
	if queue == nil {
		out = append(out, "nil")
	}
	for i := range n % 4 {
		queue = append(queue, i)
		queue = queue[1:]
	}
	if queue != nil {
		out = append(out, "empty")
	}
	return out
}

// The last one goes with the first.
func (l *Line) Next() (name string, ok bool) {
	if len(l.tasks) == 0 {
		return "", false
	}
	t := l.tasks[0]
	if len(l.tasks) <= 2 {
		l.tasks = l.tasks[:0]
	} else {
		l.tasks = l.tasks[1:]
	}
	l.done++
	if t.after != nil {
		return t.name + "<" + t.after.name, true
	}
	return t.name, true
}

// The loop goes over what has moved.
func (r *Round) All() (names string) {
	for _, name := range r.names {
		names += name
		if len(name) > 1 {
			names += "-" + r.names[0]
			r.names = r.names[:copy(r.names, r.names[1:])]
			r.Add("x")
		}
	}
	return names
}

// What was forgotten comes back with the room.
func (m *Marks) Limit(n int) string {
	if cap(m.seen) >= n {
		m.seen = m.seen[:n]
	} else if len(m.seen) < n {
		m.seen = append(m.seen, make([]bool, n-len(m.seen))...)
	}
	text := make([]byte, len(m.seen))
	for i, seen := range m.seen {
		text[i] = '0'
		if seen {
			text[i] = '1'
		}
	}
	return string(text)
}
