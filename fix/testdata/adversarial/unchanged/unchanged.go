// Package unchanged has functions that mostly return the text that they get, and in
// which it matters what else makes them change it.
package unchanged

import (
	"strings"
	"unicode"
)

// Escaped makes U+FFFD of bytes that are no UTF-8.
func Escaped(s string) string {
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

// Spaced makes one space of many.
func Spaced(s string) string {
	var b strings.Builder
	space := false
	for _, r := range s {
		if r == ' ' {
			if space {
				continue
			}
			space = true
		} else {
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Words counts, besides what it returns.
func Words(s string, n *int) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\t' {
			c = ' '
			*n++
		}
		out = append(out, c)
	}
	return string(out)
}

type limits struct {
	low, high rune
	asked     int
}

func (l *limits) in(r rune) bool {
	l.asked++
	return l.low <= r && r <= l.high
}

// Within asks a method that counts how often it is asked.
func Within(s string, low, high rune) (string, int) {
	l := &limits{low: low, high: high}
	var b strings.Builder
	for _, r := range s {
		if l.in(r) {
			b.WriteRune(r)
		}
	}
	return b.String(), l.asked
}

// Named keeps letters and digits, and a first underscore.
func Named(s string) string {
	var out []rune
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || i == 0 && r == '_' {
			out = append(out, r)
		}
	}
	return string(out)
}

// Low maps bytes, and leaves those of longer runes alone.
func Low(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// Runes replaces in the runes, which are U+FFFD where there are none.
func Runes(s string) string {
	rs := []rune(s)
	for i, r := range rs {
		if r == '\\' {
			rs[i] = '/'
		}
	}
	return string(rs)
}

// Table decides by a table, which panics for what is not in it.
func Table(s string) (out string, err any) {
	defer func() { err = recover() }()
	var table [0x80]bool
	table['-'] = true
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if table[s[i]] {
			b.WriteByte('_')
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String(), nil
}

// Upto ends at a separator.
func Upto(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == ';' {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Percent drops what follows a percent sign.
func Percent(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}
