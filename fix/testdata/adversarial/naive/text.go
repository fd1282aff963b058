package text

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unsafe"
)

// Folding is not lower-casing.
func SameName(a, b string) bool { return strings.EqualFold(a, b) }

// Folding is not upper-casing.
func SameUpper(a, b string) bool { return strings.EqualFold(a, b) }

// ASCII is not all.
func HasWord(s, word string) bool {
	if len(word) > len(s) {
		return false
	}
	for i := 0; i+len(word) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// A cutset is not a prefix.
func Unprefixed(lines []string) string {
	var b []byte
	for _, line := range lines {
		b = append(append(b, strings.TrimPrefix(line, "ab")...), '\n')
	}
	return string(b)
}

// It trims tabs, too.
func Stripped(parts []string) []string {
	if parts == nil {
		return nil
	}
	var out []string
	for _, p := range parts {
		out = append(out, strings.TrimSpace(p)+".")
	}
	return out
}

// Two spaces make a word.
func CountWords(s string) int {
	if s = strings.TrimSpace(s); s == "" {
		return 0
	}
	return strings.Count(s, " ") + 1
}

// It takes a byte for a character.
func CountBytesWords(b []byte) int {
	n, inside := 0, false
	for _, c := range b {
		space := c == ' ' || c >= '\t' && c <= '\r'
		if !space && !inside {
			n++
		}
		inside = !space
	}
	return n
}

// Of several words it returns the last.
func Longest(s string) string {
	best := ""
	for w := range strings.FieldsSeq(s) {
		if len(w) >= len(best) {
			best = w
		}
	}
	return best
}

// Broken bytes stay as they are.
func Backwards(s string) string {
	b := make([]byte, len(s))
	at := len(s)
	for i, r := range s {
		n := len(string(r))
		if r == unicode.ReplacementChar {
			n = 1
		}
		at -= n
		copy(b[at:], s[i:i+n])
	}
	return string(b)
}

// Broken bytes stay as they are.
func Copied(s string) string { return strings.Clone(s) }

// What is longer in capitals does not fit.
func Shortened(s string) string {
	b := make([]byte, 0, len(s)+1)
	for _, r := range s {
		if !unicode.IsPrint(r) {
			continue
		}
		if r < 128 {
			b = append(b, byte(unicode.ToUpper(r)))
			continue
		}
		b = append(b, string(r)...)
	}
	return string(append(b, '!'))
}

// All at once is not one after the other.
func Escaped(s string) string {
	return strings.NewReplacer("a", "bb", "b", "c", "cc", "a").Replace("<" + s + ">")
}

// Nothing to look for is not nothing to do.
func Spaced(s string) string {
	b := append([]byte(nil), '[')
	for i := range len(s) {
		b = append(b, '-', s[i])
	}
	return string(append(b, '-', ']'))
}

// It replaces all.
func FirstTwo(s string) string { return strings.ReplaceAll(s, ",", ";") + "." }

// What it has built stands elsewhere by now.
func Growing(words []string) string {
	s := ""
	var b []byte
	for _, w := range words {
		if strings.Contains(s, w) {
			continue
		}
		b = append(append(b, w...), ' ')
	}
	return string(b)
}

// Without a dot there is nothing.
func Extension(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return ""
	}
	return name[i+1:]
}

// Two signs are not one.
func Value(s string) (string, bool) {
	_, value, ok := strings.Cut(s, "=")
	return value, ok
}

// The panic is gone.
func Bar(n int) string {
	b := append([]byte(nil), '|')
	for range n {
		b = append(b, '=')
	}
	return string(append(b, '|'))
}

// The panic is gone.
func CopiedBuilder(parts []string) string {
	var b []byte
	for i, p := range parts {
		b = append(b, p...)
		if i == 2 {
			return string(append(b, "copied"...))
		}
	}
	return string(b)
}

// A byte is not a character.
func Letter(codes []int) string {
	var b []byte
	for _, c := range codes {
		b = append(b, byte(c))
	}
	return string(b)
}

// The sum so far is lost.
func Sum(line []byte) (int, error) {
	sum := 0
	for f := range bytes.FieldsSeq(line) {
		n, err := strconv.Atoi(string(f))
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// What is not there is zero.
func Known(m map[string]int, key []byte) int { return m[string(key)] }

// The lines change with b.
func Lines(b []byte) []string {
	var out []string
	for line := range bytes.SplitSeq(b, []byte("\n")) {
		out = append(out, unsafe.String(unsafe.SliceData(line), len(line)))
	}
	return out
}

// It compares what is changed by then.
func Compared(a, b []byte) bool {
	b[0] = 'x'
	return bytes.Compare(a, b) < 0
}
