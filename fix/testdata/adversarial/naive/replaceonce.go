package replaceonce

import (
	"fmt"
	"strings"
	"unsafe"
)

// What was put there is escaped again.
func Escape(s string) string {
	s = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(s)
	return strings.ReplaceAll(s, "&", "&amp;")
}

// The ampersands that were put there stay.
func Twice(s string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", ";", "").Replace(s)
}

// It swaps.
func Swapped(s string) (string, error) {
	t := strings.NewReplacer("a", "b", "b", "a").Replace(s)
	if t == s {
		return t, fmt.Errorf("%q stays", s)
	}
	return t, nil
}

// Line ends that come to follow each other stay.
func Lines(s string) string {
	return strings.NewReplacer("\r\n", `\n`, "\r", `\n`, "\n\n", `\n`, "\n", `\n`, "\t", "_",
		" ", "_").Replace(s)
}

// The text is asked for at each look.
func Asked(s string) (out []string) {
	src := &source{text: s}
	defer func() { out = append(out, fmt.Sprint(recover(), src.asked)) }()
	for range 4 {
		text := src.next()
		if strings.ContainsAny(text, "ab") {
			text = strings.NewReplacer("a", "1", "b", "2").Replace(src.next())
		}
		out = append(out, fmt.Sprint(text, src.asked))
	}
	return out
}

// The variable holds what is returned.
func Seen(s string) (out string) {
	text := s
	defer func() { out += "|" + text }()
	text = strings.NewReplacer("a", "1", ",", ";", "b", "2").Replace(text)
	return text
}

// There is no limit.
func Limited(s string) string {
	return strings.NewReplacer("a", "c", "b", "c", " ", "").Replace(s)
}

// The text between is what comes out at the end.
func Both(s string) (first, second string) {
	second = strings.NewReplacer("b", "b", "a", "b", ",", s).Replace(s)
	return second, second
}

// The text is another one each time.
func Same(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ',':
			b.WriteByte('.')
		case ':':
		default:
			b.WriteByte(s[i])
		}
	}
	t := b.String()
	return t, unsafe.StringData(s) == unsafe.StringData(t)
}

// What is no character becomes one.
func Bytes(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case 'a':
			b.WriteByte(0xc3)
		case 'b', 0:
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// The variable keeps what it was given.
func Again(s string) (out string) {
	again := func() string {
		return strings.NewReplacer("a", "aa", "b", "a").Replace(s)
	}
	out = again() + ";" + again()
	return out + ";" + s
}
