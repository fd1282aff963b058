// Package reusefield has fields that get new slices and maps.
package reusefield

import (
	"fmt"
	"sort"
	"strings"
)

// Parser splits texts again and again.
type Parser struct {
	words  []string
	counts map[string]int
	marks  []bool
	rows   [][]int
	last   []int
	all    [][]string
}

// Words returns how many words there are, and keeps them.
func (p *Parser) Words(text string) int {
	p.words = []string{}
	for _, w := range strings.Fields(text) {
		p.words = append(p.words, w)
	}
	return len(p.words)
}

// Found reports where the words are that were kept, and has marks of its own.
func (p *Parser) Found(text string) (n int) {
	p.marks = make([]bool, len(text)%50)
	for _, w := range p.words {
		if i := strings.Index(text, w); i >= 0 && i < len(p.marks) && !p.marks[i] {
			p.marks[i] = true
			n++
		}
	}
	return n
}

// Count counts letters.
func (p *Parser) Count(text string) []string {
	p.counts = make(map[string]int)
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

// Rows gives each row away.
func (p *Parser) Rows(n int) [][]int {
	p.rows = [][]int{}
	for i := range max(0, min(n, 9)) {
		p.last = make([]int, i)
		for j := range p.last {
			p.last[j] = i * j
		}
		p.rows = append(p.rows, p.last)
	}
	return append([][]int{}, p.rows...)
}

// Stack has the texts of this call only.
type Stack struct {
	items []string
	depth int
}

// Nested goes over its items while it makes new ones.
func (s *Stack) Nested(text string, depth int) (out string) {
	s.items = []string{}
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

// Taken gives its items away.
func (s *Stack) Taken(text string) []string {
	s.items = nil
	for _, w := range strings.Split(text, ",") {
		s.items = append(s.items, w)
	}
	items := s.items
	s.items = []string{}
	return items
}

// Set has what it was given.
type Set struct {
	has   map[string]bool
	given []string
}

// Of takes a list as it is, or makes one.
func (s *Set) Of(list []string) int {
	s.given = list
	if len(list) == 0 {
		s.given = make([]string, 2)
	}
	s.given = append(s.given[:1], "first")
	return len(list)
}

// Unset reports whether there is no set, and begins one.
func (s *Set) Unset(name string) bool {
	unset := s.has == nil
	s.has = map[string]bool{}
	s.has[name] = true
	if name == "" {
		s.has = nil
	}
	return unset
}

// Copy is another set with the same entries, until one of them begins anew.
func (s *Set) Copy() Set { return *s }

// Both has a set and a copy of what it was.
func Both(a, b string) string {
	s := &Set{}
	s.Unset(a)
	other := s.Copy()
	s.Unset(b)
	names := ""
	for name := range other.has {
		names += name
	}
	return names
}

// Cutter cuts texts, and remembers the one before.
type Cutter struct {
	buf   []byte
	last  []byte
	words []string
}

func (c *Cutter) cut() {
	if string(c.buf) != string(c.last) {
		c.words = append(c.words, string(c.buf))
	}
	c.last = c.buf
	c.buf = nil
}

// Cut returns the words of a text that differ from the one before.
func Cut(text string) string {
	c := &Cutter{}
	for i := 0; i < len(text); i++ {
		if text[i] == ' ' {
			c.cut()
		} else {
			c.buf = append(c.buf, text[i])
		}
	}
	c.cut()
	return strings.Join(c.words, "|")
}

// Shelf has texts that are taken off.
type Shelf struct {
	texts []string
	long  []string
	given []string
}

// Drop takes off what is empty or begins with a letter, and keeps the order.
func (s *Shelf) Drop(letter string) int {
	var kept []string
	for _, t := range s.texts {
		if t == "" || strings.HasPrefix(t, letter) {
			continue
		}
		kept = append(kept, t)
	}
	n := len(s.texts) - len(kept)
	s.texts = kept
	return n
}

// Short takes off what is long, up to the first text that says to stop; then all stay.
func (s *Shelf) Short(most int, stop string) bool {
	kept := []string{}
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

// Given returns what it has, and has less then.
func (s *Shelf) Given() []string {
	all := s.given
	var kept []string
	for i, t := range all {
		if i%2 == 1 {
			kept = append(kept, t)
		}
	}
	s.given = kept
	return all
}

// Shelves puts texts on a shelf and takes some off.
func Shelves(texts []string, letter string) string {
	s := &Shelf{}
	var b strings.Builder
	for _, t := range texts {
		s.texts = append(s.texts, t, t+letter)
		s.long = append(s.long, t, letter+t)
		s.given = append(s.given, t, letter)
		b.WriteByte('0' + byte(s.Drop(letter)%10))
		if s.Short(4, "stop"+letter) {
			b.WriteByte('+')
		}
		b.WriteString(strings.Join(s.Given(), ","))
	}
	for _, t := range s.long {
		b.WriteString(t)
	}
	return b.String() + strings.Join(s.texts, "|")
}

// Queue has work that makes more work.
type Queue struct {
	jobs []string
	done []string
	held [][]string
}

// Work does what is there, and what comes of it.
func (q *Queue) Work(text string) string {
	q.jobs = append(q.jobs, strings.Fields(text)...)
	out := ""
	for len(q.jobs) > 0 {
		jobs := q.jobs
		q.jobs = nil
		for _, j := range jobs {
			out += j + ","
			if len(j) > 2 {
				q.jobs = append(q.jobs, j[1:], j[2:])
			}
		}
	}
	return out
}

// Flush returns what is done, as a text, up to one that ends it.
func (q *Queue) Flush(text, end string) (out string) {
	q.done = append(q.done, text, "-"+text)
	if len(q.done)%3 == 0 {
		return "wait"
	}
	done := q.done
	q.done = nil
	for i, d := range done {
		if d == end {
			q.done = append(q.done, done[i:]...)
			return out
		}
		out += d + "|"
	}
	return out
}

// Held keeps what was done before.
func (q *Queue) Held(text string) string {
	q.done = append(q.done, text)
	done := q.done
	q.done = nil
	q.held = append(q.held, done)
	out := ""
	for _, list := range q.held[max(0, len(q.held)-3):] {
		out += strings.Join(list, "+") + ";"
	}
	return out
}

// Grid has cells of which the caller says how many.
type Grid struct {
	cells []string
	sizes []int32
}

// Fill writes a text into some cells; their number may be one that make panics for, and the
// cells stay as they are then.
func (g *Grid) Fill(n int, text string) (out string) {
	defer func() {
		if e := recover(); e != nil {
			out = fmt.Sprint(e)
		}
		for _, cell := range g.cells {
			out += cell + "|"
		}
	}()
	g.cells = make([]string, n)
	for i := range g.cells {
		if i > 0 && i < 3 {
			g.cells[i] = text
		}
	}
	return out
}

// Sizes adds up sizes that begin as zeros.
func (g *Grid) Sizes(n int64) (sum int) {
	defer func() {
		if recover() != nil {
			sum = -len(g.sizes)
		}
	}()
	g.sizes = make([]int32, n)
	for i := range g.sizes {
		g.sizes[i] += int32(i)
		sum += int(g.sizes[i])
	}
	return sum
}
