package splitseq

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Without a second piece there is an empty one.
func Second(s string) string {
	_, rest, _ := strings.Cut(s, ":")
	piece, _, _ := strings.Cut(rest, ":")
	return piece
}

// The value has what comes after a second sign.
func Pair(s string) (key, value string, ok bool) { return strings.Cut(s, "=") }

// The text without separators has no rest.
func Rest(s string) string {
	_, s, _ = strings.Cut(s, ",")
	_, s, _ = strings.Cut(s, ",")
	return s
}

// No text has no piece.
func Asked(s string) (out []string) {
	first, _, _ := strings.Cut(s, "/")
	s += ";/"
	if first != "" {
		out = append(out, first, s)
	}
	for len(out) < 4 {
		more, _, _ := strings.Cut(s, ";")
		s = "-" + s
		out = append(out, more)
	}
	return out
}

// Broken characters have the length of what stands for them.
func Letters(s string) (n int) {
	for _, r := range s {
		n = n*31 + utf8.RuneLen(r)
	}
	return n
}

// It reads what is changed meanwhile.
func Lines(text []byte) (n int) {
	i := 0
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if i == 0 && len(text) > 3 {
			text[3] = '\n'
		}
		i++
		n = n*10 + len(line)
	}
	return n
}

// What is appended is written to the second half.
func Marked(text []byte) string {
	before, after, found := bytes.Cut(text, []byte("="))
	if !found {
		return string(before)
	}
	return string(append(before, '!')) + string(after)
}

// What is appended is written to the third part.
func Record(text []byte) string {
	first, rest, more := bytes.Cut(text, []byte{','})
	second, third, found := bytes.Cut(rest, []byte{','})
	if !more {
		return fmt.Sprint(len(first))
	}
	second = grown(second)
	if !found {
		return fmt.Sprintf("%q %q", first, second)
	}
	return fmt.Sprintf("%q %q %q", first, second, third)
}

// Two parts are enough.
func Request(s string) string {
	first, rest, found := strings.Cut(s, "a")
	second, third, _ := strings.Cut(rest, "a")
	if !found {
		return "none"
	}
	return first + "|" + second + "|" + third
}

// The separator is left out.
func Object(s string) string {
	before, after, found := strings.Cut(s, "==")
	if !found {
		return before
	}
	return before + "|" + after
}

// The place is the one before, and the sum as well.
func Placed(s string) string {
	first, last := &Place{}, &Place{}
	at, n := first, 1
	next := func() string {
		at, n = last, n*2
		return s
	}
	old := at
	before, _, _ := strings.Cut(next(), "/")
	old.Name = strings.TrimSpace(before)
	sum := n
	before, _, _ = strings.Cut(next(), ";")
	n = sum + len(before)
	return fmt.Sprint(*first, *last, n)
}

// Spaces are those of ASCII.
func Words(s string) (longest string) {
	start := 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i] == ' ' || '\t' <= s[i] && s[i] <= '\r' {
			if i-start > len(longest) {
				longest = s[start:i]
			}
			start = i + 1
		}
	}
	return longest
}

// A version that ends is the lower one only at its end.
func Version(a, b string) int {
	for {
		x, restA, moreA := strings.Cut(a, ".")
		y, restB, moreB := strings.Cut(b, ".")
		if c := strings.Compare(x, y); c != 0 {
			return c
		}
		if !moreA || !moreB {
			return len(restA) - len(restB)
		}
		a, b = restA, restB
	}
}

// There is always something.
func Tail(s string) string {
	_, rest, _ := strings.Cut(s, "/")
	_, rest, _ = strings.Cut(rest, "/")
	return rest
}

// The last separator overlaps.
func Before(s string) string {
	return s[:max(strings.LastIndex(s, "aa"), 0)]
}

// It has its own separators.
func Behind(s string) string {
	_, rest, _ := strings.Cut(s, "/")
	return rest
}

// Without a separator there is all of it.
func Dir(s string) string {
	if i := strings.LastIndex(s, "/"); i >= 0 {
		return s[:i]
	}
	return s
}

// What is erased meanwhile is taken apart at other places.
func Erased(text string) (out []string) {
	marks := []byte(";,")
	body := []byte(text)
	erase := func(b []byte) {
		out = append(out, string(b))
		for i := range b {
			b[i] = ';'
		}
		_ = append(b, ";;"...)
		marks[0], marks[1] = marks[1], marks[0]
	}
	for line := range bytes.SplitSeq(body, []byte("\n")) {
		erase(line)
	}
	for part := range bytes.SplitSeq([]byte(text), marks[:1]) {
		erase(part)
	}
	all := append([]byte(text), " \n"...)
	for word := range bytes.FieldsSeq(all) {
		erase(all[:min(len(all), 3+len(out))])
		erase(word)
	}
	return append(out, string(body))
}
