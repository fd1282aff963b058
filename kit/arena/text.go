package arena

import (
	"strings"
	"unsafe"
)

// String returns a copy of b in a. With a nil arena it is string(b), and so it is
// where that takes no memory: programs contain the strings of one byte.
func String[B ~string | ~[]byte](a *Arena, b B) string {
	if a == nil || len(b) <= 1 {
		return string(b)
	}
	c := a.room(len(b))
	copy(c, b)
	return unsafe.String(unsafe.SliceData(c), len(c))
}

// room returns n bytes, n > 0.
func (a *Arena) room(n int) []byte {
	s := a.text
	if s == nil {
		s = For[byte](a)
		a.text = s
	}
	if n <= s.n {
		return s.take(n)
	}
	return s.more(n)
}

// Concat returns the parts one after the other, as a string in a.
func Concat(a *Arena, parts ...string) string {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	if n == 0 {
		return ""
	}
	if a == nil {
		return strings.Join(parts, "")
	}
	c := a.room(n)[:0]
	for _, p := range parts {
		c = append(c, p...)
	}
	return unsafe.String(unsafe.SliceData(c), n)
}
