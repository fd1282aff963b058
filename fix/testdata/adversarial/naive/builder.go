package builder

import (
	"strconv"
	"strings"
)

// What is behind the end cannot be had.
func Behind(s string, end int) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	b.WriteString(s)
	return b.String()[:end]
}

// What was written stays.
func Again(words []string) (out []string) {
	var b strings.Builder
	b.Grow(4 * len(words))
	for i, w := range words {
		b.WriteString(w)
		b.WriteString(strconv.Itoa(i))
		out = append(out, b.String())
	}
	return out
}

// Each gets its own byte.
func Both(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 1)
	b.WriteString(s)
	first := b.String()
	b.WriteByte('x')
	x := b.String()
	b.WriteByte('y')
	return first + x + b.String()
}

// It is doubled once.
func Doubled(s string, n int) string {
	var b strings.Builder
	b.Grow(2 * len(s))
	b.WriteString(s)
	for range n {
		b.WriteString(s)
	}
	return b.String()
}

// The first byte is one of the text.
func Changed(s string) (string, string) {
	var b strings.Builder
	b.Grow(len(s) + 1)
	b.WriteByte('.')
	b.WriteString(s)
	return b.String(), "!" + b.String()
}

// The bytes before the one that panics are written.
func Partly(s string, at []int) (out string) {
	var b strings.Builder
	defer func() {
		if recover() != nil {
			out = b.String()
		}
	}()
	for _, i := range at {
		b.WriteByte('<')
		b.WriteByte(s[i])
		b.WriteByte('>')
	}
	return b.String()
}

// Grow panics with other words.
func Measured(s string, n int) string {
	var b strings.Builder
	b.Grow(n)
	b.WriteString(s)
	b.WriteString(s)
	return b.String()
}

// A rune is more than its low byte.
func Wide(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}

// What is empty is not missing.
func Missing(words []string) string {
	var b strings.Builder
	b.Grow(len(words))
	for _, w := range words {
		if w == "" {
			b.Reset()
		}
		b.WriteString(w)
	}
	if b.Len() == 0 {
		return "none"
	}
	return b.String()
}

// More than there is can be dropped.
func Shortened(words []string, drop int) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w)
		b.WriteByte(',')
	}
	return b.String()[:max(b.Len()-drop, 0)]
}

// The second piece stands behind the first.
func Overlaid(a, b string) string { return a + b }

// The text is as long as its pieces.
func Padded(key, value string) string { return key + "=" + value }

// A word stays the same.
func Renamed(words []string) string {
	words[0] = "renamed"
	return words[0] + words[1]
}

// The byte between the pieces is a digit of the first.
func Labeled(n, label string) string { return n + "0" + label }
