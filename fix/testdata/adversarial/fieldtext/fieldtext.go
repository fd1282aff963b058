// Package fieldtext has structs that collect text in a field.
package fieldtext

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

type words struct {
	text string
	list []string
}

func (w *words) end() {
	w.list = append(w.list, w.text)
	w.text = ""
}

// Words keeps each text that it has collected, also the empty ones.
func Words(in string) []string {
	w := &words{}
	for _, r := range in {
		if r == ' ' {
			w.end()
			continue
		}
		w.text += string(r)
	}
	w.end()
	return w.list
}

type marker struct{ mark string }

// Marked puts a mark before what it has, and twice what it has behind it.
func Marked(in []string) string {
	m := &marker{mark: "m"}
	for i, s := range in {
		m.mark += s
		if i%2 == 1 {
			m.mark = "#" + m.mark + "!" + m.mark
		}
		if len(m.mark) > 40 {
			m.mark = m.mark[len(m.mark)/2:]
		}
	}
	return m.mark
}

type window struct {
	seen string
	low  int
}

// Cut cuts out a part, which may lie behind the end.
func Cut(in string, low, high int) (part string, problem any) {
	w := &window{low: low}
	defer func() { problem = fmt.Sprint(recover(), w.seen) }()
	for len(w.seen) < 8 && in != "" {
		w.seen += in[:1] + "-"
	}
	w.seen = w.seen[w.low:high]
	w.seen += "."
	return w.seen, nil
}

type sender struct {
	w    io.Writer
	line string
}

// slow keeps what it gets until the next line.
type slow struct {
	last []byte
	all  strings.Builder
}

func (s *slow) Write(p []byte) (int, error) {
	s.all.Write(s.last)
	s.last = append([]byte("<"), p...)
	if len(p) == 3 {
		return 1, errors.New("three")
	}
	return len(p), nil
}

// Sent writes lines, one of which fails.
func Sent(in []string) (string, error) {
	s := &slow{}
	out := &sender{w: s}
	for _, part := range in {
		out.line += part
		if strings.HasSuffix(out.line, ";") || len(out.line) == 3 {
			if _, err := out.w.Write([]byte(out.line)); err != nil {
				return s.all.String() + out.line, err
			}
			out.line = part[len(part)/2:]
		}
	}
	return s.all.String() + string(s.last), nil
}

type tree struct {
	left, right *tree
	path        string
}

func (t *tree) grow(n int) *tree {
	t.path += string(rune('a' + n%26))
	if n > 0 {
		t.left = &tree{path: t.path}
		t.left.grow(n - 1)
		t.right = t.left
		t.right.path += t.path + t.left.path
	}
	return t
}

// Paths grow from the paths of others, which go on growing.
func Paths(n int) string {
	t := (&tree{}).grow(n % 12)
	said := ""
	for at := t; at != nil; at = at.right {
		at.path += "."
		said += at.path + " "
	}
	return said
}

type scores struct {
	names string
	of    map[string]int
	last  *string
}

// Scored keeps texts as the keys of a map, and one as a name.
func Scored(in []string) (map[string]int, string) {
	s := &scores{of: map[string]int{}}
	for i, name := range in {
		s.names += name
		s.of[s.names] += i + len(s.names)
		if i%3 == 0 {
			names := s.names
			s.last = &names
			s.names = "0"
		}
	}
	if s.last == nil {
		return s.of, s.names
	}
	return s.of, *s.last + s.names
}
