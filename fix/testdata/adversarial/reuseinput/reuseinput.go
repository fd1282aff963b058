// Package reuseinput has functions whose result is often their argument, or seems to be.
package reuseinput

import (
	"slices"
	"strings"
	"unicode"
)

// Lower maps each character.
func Lower(s string) string { return strings.Map(unicode.ToLower, s) }

// Clean drops what cannot be printed.
func Clean(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if unicode.IsPrint(r) {
			out = append(out, r)
		}
	}
	return string(out)
}

// Tabs become blanks.
func Tabs(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c == '\t' {
			b[i] = ' '
		}
	}
	return string(b)
}

// Kept are the positive ones, in a list of its own.
func Kept(xs []int) []int {
	out := []int{}
	for _, x := range xs {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// Unique drops repetitions, and leaves its argument alone.
func Unique(words []string) []string {
	out := slices.Clone(words)
	slices.Sort(out)
	return slices.Compact(out)
}

// Escaped doubles quotes.
func Escaped(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c == '\'' {
			b.WriteByte(c)
		}
		b.WriteByte(c)
	}
	return b.String()
}

// Padded has a length that is a multiple of four.
func Padded(b []byte) []byte {
	out := append([]byte{}, b...)
	for len(out)%4 != 0 {
		out = append(out, 0)
	}
	return out
}

// Valid replaces broken characters one by one.
func Valid(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}

// Ended looks at the next letter first, of which there is none at the end.
func Ended(s string) (text string, err any) {
	defer func() { err = recover() }()
	return ended(s), nil
}

func ended(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i+1] == 'n' && s[i] == '\\' {
			b.WriteByte('\n')
			i++
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Begun drops letters with which a text begins, so that nothing comes before the last piece.
func Begun(s string) string {
	var b strings.Builder
	last := 0
	for i := range len(s) {
		if s[i] == 'a' || s[i] == ' ' {
			b.WriteString(s[last:i])
			last = i + 1
		}
	}
	b.WriteString(s[last:])
	return b.String()
}

// Token has dots for two letters that can be printed as well, and nothing for others that cannot.
func Token(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '_', r == '-':
			b.WriteByte('.')
		case unicode.IsPrint(r), r == '\t':
			b.WriteRune(r)
		case r == '\n':
			b.WriteByte(' ')
		}
	}
	return b.String()
}

var named = map[rune]string{'<': "&lt;", '\'': "", 'é': "é"}

// Named writes names, one of which is empty.
func Named(s string) string {
	var b strings.Builder
	for _, r := range s {
		if name, ok := named[r]; ok {
			b.WriteString(name)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// ASCII replaces each byte of other letters.
func ASCII(s string) string {
	b := []byte(s)
	for i := range b {
		switch {
		case b[i] >= 0x80:
			b[i] = '?'
		case b[i] == 0:
			b[i] = '0'
		}
	}
	return string(b)
}

// Title has capitals where words begin, the first one as well.
func Title(s string) string {
	var b strings.Builder
	begins := true
	for _, r := range s {
		if begins && unicode.IsLower(r) {
			b.WriteRune(unicode.ToUpper(r))
			begins = false
			continue
		}
		b.WriteRune(r)
		begins = r == ' '
	}
	return b.String()
}

// Slug cuts what it maps from a text that is mapped before.
func Slug(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		if r >= 'a' && r <= 'z' {
			b.WriteRune(r)
		} else {
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// Lowered gives each letter another one, or the same.
func Lowered(s string) string {
	rs := []rune(s)
	for i, r := range rs {
		rs[i] = unicode.ToLower(r)
	}
	return string(rs)
}

// Moved gives each letter that of the place before.
func Moved(s string) string {
	rs := []rune(s)
	for i := range rs {
		rs[i] = max(rs[i], rs[max(i, 1)-1])
	}
	return string(rs)
}

// Alternating depends on what came before.
func Alternating(s string) string {
	turn := rune(0)
	next := func(r rune) rune { turn ^= 1; return r + turn - 1 }
	rs := []rune(s)
	for i, r := range rs {
		rs[i] = next(r)
	}
	return string(rs) + string('0'+turn)
}
