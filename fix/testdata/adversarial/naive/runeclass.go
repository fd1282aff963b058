package runeclass

import (
	"bytes"
	"strings"
	"unicode"
)

// Each character becomes a line, not each run of them.
func Slug(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '-'
	}, s)
}

// Bytes are characters.
func Strip(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c < 'a' || c > 'z' {
			b[i] = '*'
		}
	}
	return string(b)
}

// The long s is no s.
func Fold(s string) string { return strings.NewReplacer("s", "$0", "S", "$0").Replace(s) }

// Words are taken as they are.
func Template(s, words string) string { return strings.NewReplacer("a", words, "b", words).Replace(s) }

// An empty result is not nil.
func Bytes(b []byte) []byte { return bytes.Join(bytes.Fields(b), nil) }

// Blanks at the ends are none.
func Fields(s string, n int) []string {
	if n < 0 {
		return strings.Fields(s)
	}
	return space.Split(s, n)
}

// A limit is one of separators.
func Commas(s string, n int) []string { return strings.SplitN(s, ",", n+1) }

// None is an empty slice.
func Numbers(s string, n int) []string {
	found := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if n >= 0 && n < len(found) {
		found = found[:n]
	}
	return found
}

// Blanks go, too.
func Trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) })
}

// All of them go.
func Host(s string) string {
	for strings.HasPrefix(s, "www.") {
		s = s[len("www."):]
	}
	return s
}
