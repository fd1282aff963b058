package appendstyle

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Empty words have no comma before the next.
func List(words []string) string {
	var b []byte
	for _, w := range words {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = append(b, w...)
	}
	return string(b)
}

// It doubles what the text was in the beginning.
func Doubling(s string, n int) string { return s + strings.Repeat(s, max(0, min(n, 6))) }

// The text of a step is that of the last.
func Stages(words []string) []string {
	b := make([]byte, 0, 4096)
	var all []string
	for _, w := range words {
		b = append(b, w...)
		all = append(all, string(b[:len(w)]))
	}
	return all
}

// The words are in their order.
func Before(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w)
	}
	return b.String()
}

// What was built is lost by the panic.
func Recovered(words []string, at int) (s string) {
	defer func() {
		if recover() != nil {
			s += "!"
		}
	}()
	var b []byte
	for i := range words {
		b = append(b, words[(i*at)%len(words)]...)
		b = append(b, words[i+at]...)
	}
	return string(b)
}

// Broken text stays as it is.
func Runes(s string, skip rune) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r != skip {
			out = append(out, s[i:i+n]...)
		}
		i += n
	}
	return string(out)
}

// Letters are those of ASCII.
func Hyphens(s string) string {
	var out []byte
	dash := false
	for _, c := range []byte(s) {
		c |= 0x20
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			if dash && len(out) > 0 {
				out = append(out, '-')
			}
			out, dash = append(out, c), false
			continue
		}
		dash = true
	}
	return string(out)
}

// Each function sees the text of its step.
func Caught(words []string) (all []string) {
	s := ""
	for _, w := range words {
		s += w
		all = append(all, s+w)
	}
	return all
}

// A name that ends in digits runs into the next.
func Find(m map[string]int, a int, b string) (int, bool) {
	n, ok := m[strconv.Itoa(a)+strings.TrimPrefix("/"+b, "/1")]
	return n, ok
}

// What is counted once more is not limited.
func Count(a int, words []string) map[string]int {
	m := make(map[string]int)
	for _, w := range words {
		m[pairKey(a, w)]++
	}
	return m
}

var named = make([]byte, 0, 64)

// The next call writes over it.
func Named(a int, b string) []byte {
	named = append(append(strconv.AppendInt(named[:0], int64(a), 10), '/'), b...)
	return named
}

// The end of a long name is not looked at.
func Both(a int, b, c string) bool { return b[:min(len(b), 32)] == c[:min(len(c), 32)] }

// One question is not asked.
func Turns(words []string) (string, int) {
	var g growing
	var b strings.Builder
	n := 0
	for _, w := range words {
		text := g.text(w)
		b.WriteString(text)
		if text != strings.ToLower(g.text(w)) {
			n += g.asked
		}
	}
	return b.String(), n
}

// pairKey names a pair; the map of names has names of them, too.
func pairKey(a int, b string) string { return fmt.Sprintf("%d/%s", a, b) }

// growing counts how often it is asked.
type growing struct{ asked int }

func (g *growing) text(s string) string {
	g.asked++
	return fmt.Sprintf("%s%d", s, g.asked)
}

// The key grows from word to word.
func First(a int, words []string) (map[string]int, string) {
	m := make(map[string]int)
	told := ""
	var k []byte
	for i, w := range words {
		k = append(append(strconv.AppendInt(k, int64(a), 10), '/'), w...)
		if _, ok := m[string(k)]; ok {
			continue
		}
		m[string(k)] = i
		if told == "" && len(w) > 1 {
			told = pairKey(i, w)
		}
	}
	return m, told
}

// All words are in the same bytes.
func Words(text string) (words []string, longest string) {
	word := make([]byte, 0, len(text))
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != ' ' {
			word = append(word, text[i])
			continue
		}
		if string(word) == "stop" {
			return words, longest
		}
		word = word[:len(word)-1]
		words = append(words, unsafe.String(unsafe.SliceData(word), len(word)))
		if len(word) > len(longest) {
			longest = words[len(words)-1]
		}
		word = word[:0]
	}
	return words, longest
}
