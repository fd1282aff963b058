// Package queueroom has queues in slices, from whose front values are taken.
package queueroom

import "strings"

// Breadth visits the numbers that others lead to, and takes one twice at most.
func Breadth(n int) (order []int) {
	seen := map[int]int{}
	queue := []int{n % 50}
	for len(queue) > 0 {
		x := queue[0]
		queue = queue[1:]
		if seen[x]++; seen[x] > 2 || len(order) > 60 {
			continue
		}
		order = append(order, x)
		queue = append(queue, x/2, (x*3+1)%50)
	}
	return order
}

// Firsts keeps pointers to what it takes.
func Firsts(s string) (sum int) {
	var queue []int
	var firsts []*int
	for i := range len(s) {
		queue = append(queue, int(s[i]))
		if i%3 != 0 {
			firsts = append(firsts, &queue[0])
			queue = queue[1:]
		}
	}
	for i, p := range firsts {
		sum += *p * (i + 1)
	}
	return sum
}

// Windows returns what the queue was each time.
func Windows(s string) (all [][]string) {
	var queue []string
	for _, word := range strings.Split(s, " ") {
		queue = append(queue, word)
		if len(queue) > 2 {
			queue = queue[1:]
		}
		all = append(all, queue)
	}
	return all
}

// Given takes from the queue of its caller, which has it afterwards.
func Given(queue []int) (sum int) {
	for i := 0; len(queue) > 0 && i < 30; i++ {
		x := queue[0]
		queue = queue[1:]
		if x > 1 {
			queue = append(queue, x/2)
		}
		sum = sum*3 + x
	}
	return sum
}

// Over goes over the queue while it takes from it and adds to it.
func Over(s string) (out string) {
	queue := strings.Split(s, "")
	for i, x := range queue {
		if i > 20 {
			break
		}
		out += x
		queue = queue[1:]
		queue = append(queue, x+x)
	}
	return out + strings.Join(queue, ",")
}

// Short takes more than there may be.
func Short(s string, n int) (left int) {
	var queue []byte
	for i := range len(s) {
		queue = append(queue, s[i])
		if s[i] == ' ' {
			queue = queue[n%5:]
		}
	}
	return len(queue)
}

// Drained tells a queue that is empty from one that never was used.
func Drained(n int) (out []string) {
	var queue []int
	for i := range n % 6 {
		queue = append(queue, i)
	}
	for range n % 6 {
		queue = queue[1:]
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

// Line is a queue of tasks.
type Line struct {
	tasks []*task
	done  int
}

type task struct {
	name  string
	after *task
}

// Add puts a task behind the others, and a second one behind that.
func (l *Line) Add(name string) int {
	t := &task{name: name}
	l.tasks = append(l.tasks, t)
	if len(name) > 1 {
		l.tasks = append(l.tasks, &task{name: name[1:], after: t})
	}
	return len(l.tasks)
}

// Next takes the first.
func (l *Line) Next() (name string, ok bool) {
	if len(l.tasks) == 0 {
		return "", false
	}
	t := l.tasks[0]
	l.tasks = l.tasks[1:]
	l.done++
	if t.after != nil {
		return t.name + "<" + t.after.name, true
	}
	return t.name, true
}

// Both has the first wait behind what is taken after it.
func (l *Line) Both() string {
	if len(l.tasks) < 2 {
		return ""
	}
	first := l.tasks[0]
	second, _ := l.Next()
	l.tasks[0] = first
	return second + first.name
}

// Drop takes one out of the middle.
func (l *Line) Drop(name string) int {
	for i, t := range l.tasks {
		if t.name == name {
			l.tasks = append(l.tasks[:i], l.tasks[i+1:]...)
			return i
		}
	}
	return -1
}

// Round is a queue over which it goes while it changes.
type Round struct{ names []string }

// Add puts a name behind the others.
func (r *Round) Add(name string) { r.names = append(r.names, name) }

// Next takes the first.
func (r *Round) Next() string {
	name := r.names[0]
	r.names = r.names[1:]
	return name
}

// All joins the names, and takes one for each that is long.
func (r *Round) All() (names string) {
	for _, name := range r.names {
		names += name
		if len(name) > 1 {
			names += "-" + r.Next()
			r.Add("x")
		}
	}
	return names
}

// Log has the last lines.
type Log struct {
	lines []string
	rest  []byte
}

// Write adds lines.
func (l *Log) Write(s string) int {
	l.rest = append(l.rest, s...)
	for {
		i := strings.IndexByte(string(l.rest), '\n')
		if i < 0 {
			return len(l.rest)
		}
		l.lines = append(l.lines, string(l.rest[:len(l.rest)-1])[:i])
		l.rest = l.rest[i+1:]
		if len(l.lines) > 3 {
			l.lines = l.lines[1:]
		}
	}
}

// Last returns them, and they stay what they are.
func (l *Log) Last() []string { return l.lines }

// Marks are numbers that were seen.
type Marks struct{ seen []bool }

// Set marks a number; before the first one there are none.
func (m *Marks) Set(n int) int {
	if n >= len(m.seen) {
		longer := make([]bool, n+1)
		copy(longer, m.seen)
		m.seen = longer
	}
	m.seen[n] = true
	return len(m.seen)
}

// Limit forgets the numbers from n on, and has room for those below it.
func (m *Marks) Limit(n int) string {
	if len(m.seen) != n {
		limited := make([]bool, n)
		copy(limited, m.seen)
		m.seen = limited
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
