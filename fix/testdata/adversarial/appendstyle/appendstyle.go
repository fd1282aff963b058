// Package appendstyle has texts that are built piece by piece, where the order of calls,
// what is read in between, or the panic of a piece can be seen.
package appendstyle

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

// List ends without a comma.
func List(words []string) string {
	s := ""
	for i, w := range words {
		if i > 0 {
			s += ", "
		}
		s += w
	}
	return s
}

// Doubling reads what it has built.
func Doubling(s string, n int) string {
	for range min(n, 6) {
		s += s
	}
	return s
}

// Trimmed drops what it has written.
func Trimmed(words []string) string {
	out := ""
	for _, w := range words {
		out += w + ";"
		if strings.HasSuffix(out, "x;") {
			out = strings.TrimSuffix(out, "x;")
		}
	}
	return out
}

// Stages keep the text of each step.
func Stages(words []string) []string {
	var all []string
	s := ""
	for _, w := range words {
		s += w
		all = append(all, s)
	}
	return all
}

// Before puts each word before the others.
func Before(words []string) string {
	s := ""
	for _, w := range words {
		s = w + s
	}
	return s
}

// Recovered returns what was built before a panic.
func Recovered(words []string, at int) (s string) {
	defer func() {
		if recover() != nil {
			s += "!"
		}
	}()
	for i := range words {
		s += words[(i*at)%len(words)]
		s += words[i+at]
	}
	return s
}

// Runes are not bytes.
func Runes(s string, skip rune) string {
	out := ""
	for _, r := range s {
		if r != skip {
			out += string(r)
		}
	}
	return out
}

// Hyphens replace runs of what is neither letter nor digit.
func Hyphens(s string) string {
	out, dash := "", false
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if dash && out != "" {
				out += "-"
			}
			out, dash = out+string(unicode.ToLower(r)), false
			continue
		}
		dash = true
	}
	return out
}

// Caught hands its text to functions that are called later.
func Caught(words []string) (all []string) {
	s := ""
	var later []func() string
	for _, w := range words {
		s += w
		later = append(later, func() string { return s + w })
	}
	for _, f := range later {
		all = append(all, f())
	}
	return all
}

// pairKey names a pair; the map of names has names of them, too.
func pairKey(a int, b string) string { return fmt.Sprintf("%d/%s", a, b) }

// Find looks up what a helper makes of the operands.
func Find(m map[string]int, a int, b string) (int, bool) {
	n, ok := m[pairKey(a, b)]
	return n, ok
}

// Count adds to what it finds, and keeps the key.
func Count(a int, words []string) map[string]int {
	m := make(map[string]int)
	for _, w := range words {
		if m[pairKey(a, w)] < 2 {
			m[pairKey(a, w)]++
		}
	}
	return m
}

// Named gives bytes that are the caller's.
func Named(a int, b string) []byte { return []byte(pairKey(a, b)) }

// Both has two texts in one comparison.
func Both(a int, b, c string) bool { return pairKey(a, b) == pairKey(a, c) }

// growing counts how often it is asked.
type growing struct{ asked int }

func (g *growing) text(s string) string {
	g.asked++
	return fmt.Sprintf("%s%d", s, g.asked)
}

// Turns asks in order.
func Turns(words []string) (string, int) {
	var g growing
	var b bytes.Buffer
	n := 0
	for _, w := range words {
		b.WriteString(g.text(w))
		if g.text(w) != strings.ToLower(g.text(w)) {
			n += g.asked
		}
	}
	return b.String(), n
}

// First keeps the key of what is new, and tells of it.
func First(a int, words []string) (map[string]int, string) {
	m := make(map[string]int)
	told := ""
	for i, w := range words {
		k := pairKey(a, w)
		if _, ok := m[k]; ok {
			continue
		}
		m[k] = i
		if told == "" && len(w) > 1 {
			told = pairKey(i, w)
		}
	}
	return m, told
}

// Words has the words of a text, without the sign at their end.
func Words(text string) (words []string, longest string) {
	word := ""
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != ' ' {
			word += text[i : i+1]
			continue
		}
		if word == "stop" {
			return words, longest
		}
		word = word[:len(word)-1]
		words = append(words, word)
		if len(word) > len(longest) {
			longest = word
		}
		word = ""
	}
	return words, longest
}
