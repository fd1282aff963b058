package fieldtext

import (
	"fmt"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// All texts are one memory.
func Words(in string) []string {
	var text []byte
	var list []string
	for _, r := range in {
		if r == ' ' {
			list = append(list, unsafe.String(unsafe.SliceData(text), len(text)))
			text = text[:0]
			continue
		}
		text = utf8.AppendRune(text, r)
	}
	return append(list, string(text))
}

// What is put before the mark is put over it.
func Marked(in []string) string {
	m := []byte("m")
	for i, s := range in {
		m = append(m, s...)
		if i%2 == 1 {
			all := m
			m = append(append(append(append(m[:0], '#'), all...), '!'), all...)
		}
		if len(m) > 40 {
			m = append(m[:0], m[len(m)/2:]...)
		}
	}
	return string(m)
}

// There is room behind the end.
func Cut(in string, low, high int) (part string, problem any) {
	seen := make([]byte, 0, 16)
	defer func() { problem = fmt.Sprint(recover(), string(seen)) }()
	for len(seen) < 8 && in != "" {
		seen = append(append(seen, in[0]), '-')
	}
	seen = seen[low:high]
	seen = append(seen, '.')
	return string(seen), nil
}

// A line begins with what was written.
func Sent(in []string) (string, error) {
	s := &slow{}
	var line []byte
	for _, part := range in {
		line = append(line, part...)
		if strings.HasSuffix(string(line), ";") || len(line) == 3 {
			if _, err := s.Write(line); err != nil {
				return s.all.String(), err
			}
			line = append(line[:0], part[len(part)/2:]...)
		}
	}
	return s.all.String() + string(s.last), nil
}

// A key is what it was when it was made.
func Scored(in []string) (map[string]int, string) {
	of := map[string]int{}
	names := make([]byte, 0, 256)
	last, had := "", false
	for i, name := range in {
		names = append(names, name...)
		of[unsafe.String(unsafe.SliceData(names), len(names))] += i + len(names)
		if i%3 == 0 {
			last, had = string(names), true
			names = append(names[:0], '0')
		}
	}
	if !had {
		return of, string(names)
	}
	return of, last + string(names)
}
