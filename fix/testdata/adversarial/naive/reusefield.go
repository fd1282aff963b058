package reusefield

import (
	"fmt"
	"sort"
	"strings"
)

// What was counted before counts, too.
func (p *Parser) Count(text string) []string {
	if p.counts == nil {
		p.counts = make(map[string]int)
	}
	for _, c := range text {
		p.counts[string(c)]++
	}
	var list []string
	for c, n := range p.counts {
		if n > 1 {
			list = append(list, c)
		}
	}
	sort.Strings(list)
	return list
}

// What was marked before is marked still.
func (p *Parser) Found(text string) (n int) {
	if size := len(text) % 50; size <= cap(p.marks) {
		p.marks = p.marks[:size]
	} else {
		p.marks = make([]bool, size)
	}
	for _, w := range p.words {
		if i := strings.Index(text, w); i >= 0 && i < len(p.marks) && !p.marks[i] {
			p.marks[i] = true
			n++
		}
	}
	return n
}

// All rows are one.
func (p *Parser) Rows(n int) [][]int {
	p.rows = p.rows[:0]
	for i := range max(0, min(n, 9)) {
		p.last = append(p.last[:0], make([]int, i)...)
		for j := range p.last {
			p.last[j] = i * j
		}
		p.rows = append(p.rows, p.last)
	}
	return append([][]int{}, p.rows...)
}

// The items that a loop goes over are overwritten.
func (s *Stack) Nested(text string, depth int) (out string) {
	s.items = s.items[:0]
	for i, w := range strings.Split(text, ",") {
		if i < 4 {
			s.items = append(s.items, w)
		}
	}
	for _, item := range s.items {
		out += item
		if depth > 0 && depth < 4 {
			out += s.Nested(item+",x", depth-1)
		}
	}
	return out
}

// The caller's items change with the next call.
func (s *Stack) Taken(text string) []string {
	s.items = s.items[:0]
	for _, w := range strings.Split(text, ",") {
		s.items = append(s.items, w)
	}
	return s.items
}

// The set that was given away is emptied.
func (s *Set) Unset(name string) bool {
	unset := s.has == nil
	if s.has == nil {
		s.has = map[string]bool{}
	}
	clear(s.has)
	s.has[name] = true
	if name == "" {
		s.has = nil
	}
	return unset
}

func (c *Cutter) cutInPlace() {
	if string(c.buf) != string(c.last) {
		c.words = append(c.words, string(c.buf))
	}
	c.last = c.buf
	c.buf = c.buf[:0]
}

// The one before is written over.
func Cut(text string) string {
	c := &Cutter{}
	for i := 0; i < len(text); i++ {
		if text[i] == ' ' {
			c.cutInPlace()
		} else {
			c.buf = append(c.buf, text[i])
		}
	}
	c.cutInPlace()
	return strings.Join(c.words, "|")
}

// What was looked at before the end is gone.
func (s *Shelf) Short(most int, stop string) bool {
	kept := s.long[:0]
	for _, t := range s.long {
		if t == stop {
			return false
		}
		if len(t) <= most {
			kept = append(kept, t)
		}
	}
	s.long = kept
	return true
}

// What is given away changes.
func (s *Shelf) Given() []string {
	all := s.given
	kept := all[:0]
	for i, t := range all {
		if i%2 == 1 {
			kept = append(kept, t)
		}
	}
	s.given = kept
	return all
}

// What comes of a job overwrites the next ones.
func (q *Queue) Work(text string) string {
	q.jobs = append(q.jobs, strings.Fields(text)...)
	out := ""
	for len(q.jobs) > 0 {
		jobs := q.jobs
		q.jobs = q.jobs[:0]
		for _, j := range jobs {
			out += j + ","
			if len(j) > 2 {
				q.jobs = append(q.jobs, j[1:], j[2:])
			}
		}
	}
	return out
}

// What was done before is what is done now.
func (q *Queue) Held(text string) string {
	q.done = append(q.done, text)
	done := q.done
	q.done = q.done[:0]
	q.held = append(q.held, done)
	out := ""
	for _, list := range q.held[max(0, len(q.held)-3):] {
		out += strings.Join(list, "+") + ";"
	}
	return out
}

// The cells are cleared before make panics.
func (g *Grid) Fill(n int, text string) (out string) {
	defer func() {
		if e := recover(); e != nil {
			out = fmt.Sprint(e)
		}
		for _, cell := range g.cells {
			out += cell + "|"
		}
	}()
	clear(g.cells)
	g.cells = append(g.cells[:0], make([]string, n)...)
	for i := range g.cells {
		if i > 0 && i < 3 {
			g.cells[i] = text
		}
	}
	return out
}

// The sizes are those of an earlier time, with more added.
func (g *Grid) Sizes(n int64) (sum int) {
	defer func() {
		if recover() != nil {
			sum = -len(g.sizes)
		}
	}()
	if uint64(n) <= uint64(cap(g.sizes)) {
		g.sizes = g.sizes[:n]
	} else {
		g.sizes = make([]int32, n)
	}
	for i := range g.sizes {
		g.sizes[i] += int32(i)
		sum += int(g.sizes[i])
	}
	return sum
}
