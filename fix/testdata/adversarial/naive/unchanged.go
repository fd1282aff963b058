package unchanged

import (
	"strings"
	"unicode"
)

// What is no UTF-8 stays.
func Escaped(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '<':
			b.WriteString("&lt;")
		case '&':
			b.WriteString("&amp;")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// It counts nothing, and copies nothing.
func Words(s string, n *int) string {
	return strings.ReplaceAll(s, "\t", " ")
}

// It asks twice.
func Within(s string, low, high rune) (string, int) {
	l := &limits{low: low, high: high}
	if strings.IndexFunc(s, func(r rune) bool { return !l.in(r) }) < 0 {
		return s, l.asked
	}
	var b strings.Builder
	for _, r := range s {
		if l.in(r) {
			b.WriteRune(r)
		}
	}
	return b.String(), l.asked
}

// Each underscore stays.
func Named(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	}) < 0 {
		return s
	}
	var out []rune
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || i == 0 && r == '_' {
			out = append(out, r)
		}
	}
	return string(out)
}

// It maps more than bytes.
func Low(s string) string { return strings.ToLower(s) }

// What is no rune stays.
func Runes(s string) string { return strings.ReplaceAll(s, "\\", "/") }

// What is not in the table is no panic.
func Table(s string) (out string, err any) {
	return strings.ReplaceAll(s, "-", "_"), nil
}
