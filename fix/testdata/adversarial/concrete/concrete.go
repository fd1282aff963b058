// Package concrete has functions that look at what an interface holds.
package concrete

import (
	"bytes"
	"fmt"
	"io"
)

// Buffer is written to, if there is one.
type Buffer struct{ Text []byte }

func (b *Buffer) Write(p []byte) (int, error) {
	b.Text = append(b.Text, p...)
	return len(p), nil
}

func optional(w io.Writer, text string) bool {
	if w != nil {
		w.Write([]byte(text))
		return true
	}
	return false
}

// Missing has a writer, though no buffer.
func Missing(b *Buffer, n int) (said string) {
	defer func() {
		if recover() != nil {
			said = "panicked"
		}
	}()
	if optional(b, fmt.Sprint(n)) {
		return "written"
	}
	return "left out"
}

func kind(w io.Writer, text string) string {
	w.Write([]byte(text))
	p := &w
	return fmt.Sprintf("%T", p)
}

// Kind tells what the variable is.
func Kind(text string) string { return kind(&Buffer{}, text) }

func describe[T any](v T) string { return fmt.Sprintf("%T", &v) }

func inferred(w io.Writer, text string) string {
	w.Write([]byte(text))
	return describe(w)
}

// Inferred tells what it was called for.
func Inferred(text string) string { return inferred(&Buffer{}, text) }

type point struct{ x, y int }

func (p point) String() string { return fmt.Sprintf("%d/%d", p.x, p.y) }

type place struct{ point }

func show(s fmt.Stringer, list *[]fmt.Stringer) string {
	*list = append(*list, s)
	return s.String()
}

// Shown keeps what was shown.
func Shown(x, y int) string {
	var list []fmt.Stringer
	text := show(place{point{x, y}}, &list)
	_, ok := list[0].(place)
	return fmt.Sprint(text, ok)
}

func deferred(w io.Writer, text string) {
	defer w.Write([]byte(text))
	w = io.Discard
	w.Write([]byte("lost"))
}

// Deferred writes at the end, to the first.
func Deferred(text string) string {
	b := &Buffer{}
	deferred(b, text)
	return string(b.Text)
}

func same(a, b io.Writer) bool {
	a.Write([]byte("x"))
	b.Write([]byte("y"))
	return a == b
}

// Same compares by what they hold.
func Same(n int) bool {
	one, two := &Buffer{}, &bytes.Buffer{}
	return same(one, two) || n > 2
}

func write(w io.Writer, text string) (string, bool) {
	w.Write([]byte(text))
	s, ok := w.(fmt.Stringer)
	if !ok {
		return "", false
	}
	return s.String(), true
}

// Asked asks whether there is a text.
func Asked(text string) string {
	s, ok := write(&Buffer{}, text)
	return fmt.Sprint(s, ok)
}
