package equalfold

import (
	"bytes"
	"strings"
)

// Folding takes ſ for s.
func SameLower(a, b string) bool { return strings.EqualFold(a, b) }

// Folding takes the Kelvin sign for K.
func SameUpper(a, b string) bool { return strings.EqualFold(a, b) }

// The case of broken bytes matters.
func SameBytes(a, b []byte) bool { return bytes.EqualFold(a, b) }

// ſ is no s.
func IsTask(s string) bool { return strings.EqualFold(s, "task") }

// No text maps to it.
func IsOdd(s string) bool { return strings.EqualFold(s, "Odd") }

// Letters of ASCII are not all.
func Unit(s string) (int, bool) {
	var buf [8]byte
	if len(s) > len(buf) {
		return 0, false
	}
	b := append(buf[:0], s...)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	n, ok := units[string(b)]
	return n, ok
}

// The word with small letters can be met.
func Kind(s string) string {
	switch {
	case s == "":
		return "nothing"
	case s == "socks":
		return "never"
	case strings.EqualFold(s, "SOCKS"), strings.EqualFold(s, "KISS"):
		return "a word"
	}
	return "other"
}

// Parts of the same length are compared.
func Found(s, part string) bool {
	for i := 0; i+len(part) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// What is searched for is mapped as well.
func Where(s, part string) int {
	return strings.Index(strings.ToUpper(s), strings.ToUpper(part))
}
