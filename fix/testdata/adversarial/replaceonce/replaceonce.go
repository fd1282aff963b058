// Package replaceonce puts other texts in the place of bytes, one after another.
package replaceonce

import (
	"fmt"
	"strings"
	"unsafe"
)

// Escape escapes, the ampersand first.
func Escape(s string) string {
	s = strings.ReplaceAll(s, "&", "&amp;")
	s = strings.ReplaceAll(s, "<", "&lt;")
	s = strings.ReplaceAll(s, ">", "&gt;")
	return s
}

// Twice escapes the ampersand last.
func Twice(s string) string {
	s = strings.ReplaceAll(s, "<", "&lt;")
	s = strings.ReplaceAll(s, ">", "&gt;")
	s = strings.ReplaceAll(s, "&", "&amp;")
	return strings.ReplaceAll(s, ";", "")
}

// Swapped does not swap.
func Swapped(s string) (string, error) {
	t := strings.ReplaceAll(s, "a", "b")
	t = strings.ReplaceAll(t, "b", "a")
	if t == s {
		return t, fmt.Errorf("%q stays", s)
	}
	return t, nil
}

// Lines has line ends of two bytes, and joins those that follow each other.
func Lines(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	s = strings.ReplaceAll(s, "\t", " ")
	s = strings.ReplaceAll(s, "\n\n", "\n")
	return strings.ReplaceAll(strings.ReplaceAll(s, "\n", `\n`), " ", "_")
}

type source struct {
	text  string
	asked int
}

func (s *source) next() string {
	s.asked++
	if s.asked > len(s.text) {
		panic("no more of " + s.text)
	}
	return s.text[s.asked-1:]
}

// Asked takes the texts from something that counts, and fails in the end.
func Asked(s string) (out []string) {
	src := &source{text: s}
	defer func() { out = append(out, fmt.Sprint(recover(), src.asked)) }()
	for range 4 {
		text := strings.ReplaceAll(strings.ReplaceAll(src.next(), "a", "1"), "b", "2")
		out = append(out, fmt.Sprint(text, src.asked))
	}
	return out
}

// Seen tells what the variable holds when the function returns.
func Seen(s string) (out string) {
	text := s
	defer func() { out += "|" + text }()
	text = strings.ReplaceAll(text, "a", "1")
	text = strings.ReplaceAll(text, ",", ";")
	return strings.ReplaceAll(text, "b", "2")
}

// Limited replaces no more than two of the first, and all of the others.
func Limited(s string) string {
	s = strings.Replace(s, "a", "b", 2)
	s = strings.Replace(s, "b", "c", -1)
	return strings.Replace(s, " ", "", -2)
}

// Both returns the text between, too.
func Both(s string) (first, second string) {
	const a = "b"
	b := strings.ReplaceAll(s, a, "a")
	{
		a := strings.ReplaceAll(b, "a", a)
		b := strings.ReplaceAll(a, ",", b)
		second = b
	}
	return b, second
}

// Same reports whether the text stays where it is.
func Same(s string) (string, bool) {
	t := strings.ReplaceAll(s, ",", ".")
	t = strings.ReplaceAll(t, ":", "")
	return t, unsafe.StringData(s) == unsafe.StringData(t)
}

// Bytes has bytes that are no characters.
func Bytes(s string) string {
	s = strings.ReplaceAll(s, "a", "\xc3")
	s = strings.ReplaceAll(s, "b", "\x00")
	s = strings.ReplaceAll(s, "\x00", "")
	return s
}

// Again calls itself for what is behind the first comma, and changes what it was given.
func Again(s string) (out string) {
	again := func() string {
		s = strings.ReplaceAll(s, "a", "aa")
		s = strings.ReplaceAll(s, "b", "a")
		return s
	}
	out = again() + ";" + again()
	return out + ";" + s
}
