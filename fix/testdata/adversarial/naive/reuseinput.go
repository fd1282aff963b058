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
