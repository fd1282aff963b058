// Package byvalue passes small structs by pointers, some of which are more than a way to the fields.
package byvalue

import (
	"fmt"
	"strings"
)

type depth struct{ arrays, structs int }

func (d *depth) ok() bool { return d.arrays < 4 && d.structs < 3 }

func (d depth) array() *depth {
	d.arrays++
	return &d
}

func (d depth) structure() *depth {
	d.structs++
	return &d
}

type reader struct {
	one func(s string, d *depth) (string, *depth)
}

// Depth reads brackets, each of which has a depth of its own.
func Depth(s string) (out string) {
	r := &reader{}
	r.one = func(s string, d *depth) (string, *depth) {
		if s == "" || !d.ok() {
			return s, d
		}
		switch s[0] {
		case 'a':
			return r.one(s[1:], d.array())
		case ' ', ',':
			rest, inner := r.one(s[1:], d.structure())
			out += fmt.Sprint(d.arrays, d.structs, inner.arrays, inner.structs, ";")
			return r.one(rest, d.array())
		}
		return r.one(s[1:], d)
	}
	rest, last := r.one(s, &depth{})
	return out + fmt.Sprint(rest, last.arrays, last.structs)
}

type span struct{ from, to int }

func (s *span) text(of string) string { return of[s.from:s.to] }

func (s *span) join(other *span) *span {
	return &span{min(s.from, other.from), max(s.to, other.to)}
}

func spans(text string) (list []*span) {
	for i, r := range text {
		s := span{from: i}
		s.to = i + len(string(r))
		if s.to > len(text) {
			s.to = len(text)
		}
		list = append(list, &s)
	}
	return list
}

// Spans joins the spans of a text in several orders.
func Spans(text string) (out []string) {
	list := spans(text)
	if len(list) == 0 {
		return nil
	}
	whole, texts := list[0], []func(string) string{}
	for i, s := range list {
		texts = append(texts, s.text)
		if i%2 == 1 {
			whole, s = s.join(whole), whole
		}
		list[i] = s
	}
	for i := range list {
		out = append(out, list[i].text(text), texts[i](text))
	}
	return append(out, whole.text(text))
}

type last struct{ word string }

func find(words []string, n int) *last {
	for _, w := range words {
		if len(w) == n {
			return &last{w}
		}
	}
	return nil
}

// Found tells a word that is empty from one that is missing.
func Found(text string) (out []string) {
	for n := range 4 {
		if l := find(strings.Split(text, ","), n); l != nil {
			out = append(out, fmt.Sprintf("%d %q", n, l.word))
		}
	}
	return out
}

type counted struct{ n int }

func (c *counted) same(other *counted) bool { return c == other }

func count(words []string) (list []*counted) {
	byLength := make(map[int]*counted)
	for _, w := range words {
		c, ok := byLength[len(w)]
		if !ok {
			c = &counted{len(w)}
			byLength[len(w)] = c
		}
		list = append(list, c, &counted{len(w)})
	}
	return list
}

// Same counts the pointers that are the same.
func Same(text string) (n int) {
	list := count(strings.Split(text, ","))
	for _, a := range list {
		for _, b := range list {
			if a.same(b) {
				n++
			}
		}
	}
	return n
}

type total struct{ sum int }

func totals(n int) (list []*total) {
	t := &total{}
	for i := range n {
		list = append(list, t)
		if i%3 == 2 {
			t = &total{sum: i}
		}
	}
	return list
}

// Total adds to totals that are in the list several times.
func Total(text string) (out []int) {
	list := totals(len(text))
	for i := range list {
		list[i].sum += int(text[i])
	}
	for _, t := range list {
		out = append(out, t.sum)
	}
	return out
}

type mark struct{ at int }

func marks(text string) (list []*mark) {
	m := mark{}
	for i := range text {
		m.at = i
		if text[i] == ',' {
			list = append(list, &m)
		}
	}
	return list
}

// Marks shows that all marks are one.
func Marks(text string) (out []int) {
	for _, m := range marks(text) {
		out = append(out, m.at)
	}
	return out
}

type shown struct{ text string }

func (s *shown) String() string { return "<" + s.text + ">" }

func show(text string) *shown { return &shown{text} }

// Shown prints what has a method for it, and what has none by itself.
func Shown(text string) string {
	s := show(text)
	return fmt.Sprint(s, *s, s.text)
}

type view struct{ n int }

func (v *view) self() *view { return v }

func (v *view) more() *view { return &view{v.n + 1} }

// Viewed looks at a struct that changes, by a pointer that a method has returned.
func Viewed(text string) (out []int) {
	v := view{}
	p := v.self()
	for i := range text {
		v.n += i
		out = append(out, p.n, p.more().n)
	}
	return out
}

type entry struct{ index int }

type table struct {
	first *entry
	rest  []*entry
}

func newTable(words []string) *table {
	t := &table{}
	for i, w := range words {
		switch {
		case w == "":
		case t.first == nil:
			t.first = &entry{i}
		default:
			t.rest = append(t.rest, &entry{i})
		}
	}
	return t
}

// First fails when a table has no first entry.
func First(text string) (out string) {
	defer func() {
		if r := recover(); r != nil {
			out = fmt.Sprint(out, r)
		}
	}()
	t := newTable(strings.Split(text, ","))
	for _, e := range t.rest {
		out += fmt.Sprint(e.index, " ")
	}
	return out + fmt.Sprint(t.first.index)
}

type cell struct{ value byte }

func cells(text string) (made []*cell, err any) {
	at := func(i int) *cell {
		defer func() { err = recover() }()
		return &cell{text[i]}
	}
	return []*cell{at(0), at(2), at(9)}, nil
}

// Cells tells a cell of nothing from one that is missing.
func Cells(text string) (out []string) {
	made, _ := cells(text)
	for _, c := range made {
		func() {
			defer func() {
				if r := recover(); r != nil {
					out = append(out, fmt.Sprint(r))
				}
			}()
			out = append(out, fmt.Sprint(c.value))
		}()
	}
	return out
}
