package concrete

import (
	"bytes"
	"fmt"
	"io"
)

func optionalBuffer(w *Buffer, text string) bool {
	if w != nil {
		w.Write([]byte(text))
		return true
	}
	return false
}

// No buffer is no writer.
func Missing(b *Buffer, n int) (said string) {
	defer func() {
		if recover() != nil {
			said = "panicked"
		}
	}()
	if optionalBuffer(b, fmt.Sprint(n)) {
		return "written"
	}
	return "left out"
}

func kindOf(w *Buffer, text string) string {
	w.Write([]byte(text))
	p := &w
	return fmt.Sprintf("%T", p)
}

// It is another variable.
func Kind(text string) string { return kindOf(&Buffer{}, text) }

func inferredBuffer(w *Buffer, text string) string {
	w.Write([]byte(text))
	return describe(w)
}

// It is called for a buffer.
func Inferred(text string) string { return inferredBuffer(&Buffer{}, text) }

func showPoint(p point, list *[]fmt.Stringer) string {
	*list = append(*list, p)
	return p.String()
}

// Only the point is kept.
func Shown(x, y int) string {
	var list []fmt.Stringer
	text := showPoint(place{point{x, y}}.point, &list)
	_, ok := list[0].(place)
	return fmt.Sprint(text, ok)
}

func deferredBuffer(w *Buffer, text string) {
	defer func() { w.Write([]byte(text)) }()
	w = &Buffer{}
	w.Write([]byte("lost"))
}

// The second is written to.
func Deferred(text string) string {
	b := &Buffer{}
	deferredBuffer(b, text)
	return string(b.Text)
}

func sameLength(a *Buffer, b *bytes.Buffer) bool {
	a.Write([]byte("x"))
	b.Write([]byte("y"))
	return len(a.Text) == b.Len()
}

// They are as long.
func Same(n int) bool {
	return sameLength(&Buffer{}, &bytes.Buffer{}) || n > 2
}

func writeBuffer(w *Buffer, text string) (string, bool) {
	w.Write([]byte(text))
	return string(w.Text), true
}

// There is always a text.
func Asked(text string) string {
	s, ok := writeBuffer(&Buffer{}, text)
	return fmt.Sprint(s, ok)
}

var _ io.Writer = (*Buffer)(nil)
