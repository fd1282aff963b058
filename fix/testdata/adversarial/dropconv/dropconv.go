// Package dropconv has conversions between bytes and texts, of which some are copies that
// are needed.
package dropconv

import (
	"slices"
	"strconv"
	"strings"
)

// Before is the text as it was before it is changed.
func Before(b []byte) (string, int) {
	s := string(b)
	for i := range b {
		b[i] = 'x'
	}
	return s, strings.Count(s, "a")
}

// Held is a text that outlives its bytes.
type Held struct{ text string }

// Set keeps a copy.
func (h *Held) Set(b []byte) { h.text = string(b) }

// Text returns it.
func (h *Held) Text() string { return h.text }

// Own has bytes that may be written to.
func Own(s string) []byte {
	b := []byte(s)
	if len(b) > 0 {
		b[0] = '#'
	}
	return b
}

// Same compares content, so nothing equals empty.
func Same(a, b []byte) bool { return string(a) == string(b) }

// Position looks for a character, which is not a byte.
func Position(b []byte, r rune) int { return strings.IndexRune(string(b), r) }

// Characters ranges over characters: broken bytes are one each.
func Characters(b []byte) (sum int) {
	for i, r := range string(b) {
		sum = sum*31 + i + int(r)
	}
	return sum
}

// Keys are texts, and stay when the bytes change.
func Keys(words [][]byte) map[string]int {
	m := map[string]int{}
	for _, w := range words {
		m[string(w)]++
		if len(w) > 0 {
			w[0] = '!'
		}
	}
	return m
}

// Runes converts there and back.
func Runes(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

// Trimmed compares what is left of it.
func Trimmed(b []byte) bool { return strings.TrimSpace(string(b)) == "ok" }

// Parsed names the whole text in its error.
func Parsed(b []byte) (int, error) { return strconv.Atoi(string(b)) }
