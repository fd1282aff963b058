// Package text has functions on strings whose look-alikes differ for some text.
package text

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
)

// SameName lower-cases, which is no case folding: ſ and s stay two letters, the
// Kelvin sign becomes k.
func SameName(a, b string) bool { return strings.ToLower(a) == strings.ToLower(b) }

// SameUpper upper-cases: ſ becomes S, the Kelvin sign stays.
func SameUpper(a, b string) bool { return strings.ToUpper(a) == strings.ToUpper(b) }

// HasWord looks for a lower-cased word in a lower-cased text.
func HasWord(s, word string) bool {
	return bytes.Contains(bytes.ToLower([]byte(s)), bytes.ToLower([]byte(word)))
}

// Unprefixed takes a set of characters, not a prefix.
func Unprefixed(lines []string) string {
	s := ""
	for _, line := range lines {
		s += strings.TrimLeft(line, "ab") + "\n"
	}
	return s
}

// Stripped trims spaces and nothing else.
func Stripped(parts []string) []string {
	var out []string
	for _, p := range parts {
		out = append(out, strings.Trim(p, " ")+".")
	}
	return out
}

// CountWords splits at what Unicode calls space.
func CountWords(s string) int { return len(strings.Fields(s)) }

// CountBytesWords does the same for bytes that need not be UTF-8.
func CountBytesWords(b []byte) int { return len(strings.Fields(string(b))) }

// Longest returns the longest word, of several the first.
func Longest(s string) string {
	best := ""
	for _, w := range strings.Fields(s) {
		if len(w) > len(best) {
			best = w
		}
	}
	return best
}

// Backwards makes every broken byte a replacement character.
func Backwards(s string) string {
	runes := []rune(s)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}

// Copied does so, too.
func Copied(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}

// Shortened drops what is not printed, and what is left may be longer.
func Shortened(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, s) + "!"
}

// Escaped replaces one after the other: what the first puts in, the second
// finds.
func Escaped(s string) string {
	s = strings.ReplaceAll(s, "a", "bb")
	s = strings.ReplaceAll(s, "b", "c")
	return "<" + strings.ReplaceAll(s, "cc", "a") + ">"
}

// Spaced replaces nothing by something: between all characters.
func Spaced(s string) string { return "[" + strings.ReplaceAll(s, "", "-") + "]" }

// FirstTwo replaces two and no more.
func FirstTwo(s string) string { return strings.Replace(s, ",", ";", 2) + "." }

// Growing looks at what it has built so far.
func Growing(words []string) string {
	s := ""
	for _, w := range words {
		if strings.Contains(s, w) {
			continue
		}
		s += w + " "
	}
	return s
}

// Extension is what stands behind the last dot; all of it if there is none.
func Extension(name string) string {
	parts := strings.Split(name, ".")
	return parts[len(parts)-1]
}

// Value is what stands behind the first sign, of exactly two parts.
func Value(s string) (string, bool) {
	parts := strings.Split(s, "=")
	if len(parts) != 2 {
		return "", false
	}
	return parts[1], true
}

// Bar panics for a negative count.
func Bar(n int) string { return "|" + strings.Repeat("=", n) + "|" }

// CopiedBuilder panics: a builder that holds something was copied.
func CopiedBuilder(parts []string) string {
	var b strings.Builder
	for i, p := range parts {
		b.WriteString(p)
		if i == 2 {
			c := b
			c.WriteString("copied")
			return c.String()
		}
	}
	return b.String()
}

// Letter makes a character of a number, a replacement character if it is none.
func Letter(codes []int) string {
	s := ""
	for _, c := range codes {
		s += string(rune(c))
	}
	return s
}

// Sum adds numbers in a line, and says which one is none.
func Sum(line []byte) (int, error) {
	sum := 0
	for _, f := range strings.Fields(string(line)) {
		n, err := strconv.Atoi(f)
		if err != nil {
			return sum, err
		}
		sum += n
	}
	return sum, nil
}

// Known looks bytes up in a map.
func Known(m map[string]int, key []byte) int {
	name := string(key)
	n, ok := m[name]
	if !ok {
		return -1
	}
	return n
}

// Lines keeps the lines, which must not change with b.
func Lines(b []byte) []string {
	var out []string
	for _, line := range bytes.Split(b, []byte("\n")) {
		out = append(out, string(line))
	}
	return out
}

// Compared compares as strings, by bytes.
func Compared(a, b []byte) bool {
	x, y := string(a), string(b)
	b[0] = 'x'
	return x < y
}
