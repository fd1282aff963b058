package reuseinput

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Broken characters stay when nothing else changes.
func Lower(s string) string {
	for _, r := range s {
		if unicode.ToLower(r) != r {
			return strings.Map(unicode.ToLower, s)
		}
	}
	return s
}

// Broken characters are not printed, nor dropped.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
}

// The list is the argument when all are positive.
func Kept(xs []int) []int {
	if len(xs) > 0 && !slices.ContainsFunc(xs, func(x int) bool { return x <= 0 }) {
		return xs
	}
	out := []int{}
	for _, x := range xs {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// It works in place.
func Unique(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// Bytes that need no padding are the caller's.
func Padded(b []byte) []byte {
	if b != nil && len(b)%4 == 0 {
		return b
	}
	out := append([]byte{}, b...)
	for len(out)%4 != 0 {
		out = append(out, 0)
	}
	return out
}

// Broken text is returned as it is.
func Valid(s string) string { return s }

// What has no such letter does not change.
func ended(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
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

// Where nothing comes before it, it is all.
func Begun(s string) string {
	var b strings.Builder
	last := 0
	for i := range len(s) {
		if s[i] == 'a' || s[i] == ' ' {
			b.WriteString(s[last:i])
			last = i + 1
		}
	}
	if b.Len() == 0 {
		return s
	}
	b.WriteString(s[last:])
	return b.String()
}

// What can be printed stays.
func Token(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return r == utf8.RuneError || !(unicode.IsPrint(r) || r == '\t')
	}) < 0 {
		return s
	}
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

// A letter without a name stays.
func Named(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return r == utf8.RuneError || named[r] != ""
	}) < 0 {
		return s
	}
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

// Broken characters are no letters.
func ASCII(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return r != utf8.RuneError && r >= 0x80 || r == 0
	}) < 0 {
		return s
	}
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

// Words begin behind blanks.
func Title(s string) string {
	if strings.IndexByte(s, ' ') < 0 && utf8.ValidString(s) {
		return s
	}
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

// What is looked at is the argument.
func Slug(s string) string {
	if strings.IndexFunc(strings.ToLower(s), func(r rune) bool {
		return r == utf8.RuneError || r < 'a' || r > 'z'
	}) < 0 {
		return s
	}
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

// Broken characters stay.
func Lowered(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r != unicode.ToLower(r) }) < 0 {
		return s
	}
	rs := []rune(s)
	for i, r := range rs {
		rs[i] = unicode.ToLower(r)
	}
	return string(rs)
}

// It does not know what was put there before.
func Moved(s string) string {
	old := []rune(s)
	rs := []rune(s)
	for i := range rs {
		rs[i] = max(old[i], old[max(i, 1)-1])
	}
	if string(rs) == s {
		return s
	}
	return string(rs)
}

// The letters are asked for twice.
func Alternating(s string) string {
	turn := rune(0)
	next := func(r rune) rune { turn ^= 1; return r + turn - 1 }
	if strings.IndexFunc(s, func(r rune) bool { return r != next(r) }) < 0 {
		return s + string('0'+turn)
	}
	rs := []rune(s)
	for i, r := range rs {
		rs[i] = next(r)
	}
	return string(rs) + string('0'+turn)
}
