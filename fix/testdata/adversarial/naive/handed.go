package handed

import (
	"iter"
	"net/http"
	"strconv"
	"strings"
)

// One buffer holds all rows.
func Each(rows []string, put func([]byte)) {
	var b []byte
	for _, row := range rows {
		b = append(append(b[:0], row...), '\n')
		put(b)
	}
}

// One buffer holds all numbers.
func Put(s Store, numbers []int) {
	var scratch [20]byte
	for i, n := range numbers {
		s.Put(strconv.Itoa(i), strconv.AppendInt(scratch[:0], int64(n), 16))
	}
}

type value struct{ b []byte }

var values = make(chan *value, 1)

// The buffer goes back although it is stored.
func Last(s Store, text string) {
	var v *value
	select {
	case v = <-values:
	default:
		v = new(value)
	}
	v.b = append(v.b[:0], strings.TrimSpace(text)...)
	s.Put("last", v.b)
	select {
	case values <- v:
	default:
	}
}

// One map is cleared for each word.
func Counts(words []string, visit func(map[rune]int)) {
	m := map[rune]int{}
	for _, w := range words {
		clear(m)
		for _, c := range w {
			m[c]++
		}
		visit(m)
	}
}

// Both pieces are sent in one array.
func Pair(c chan<- []byte, text string) {
	before, after, _ := strings.Cut(text, "=")
	b := make([]byte, 0, len(text))
	for _, piece := range []string{before, after} {
		b = append(b[:0], piece...)
		select {
		case c <- b:
		default:
		}
	}
}

// The line is overwritten by the next one.
func Lines(text string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var b []byte
		for line := range strings.Lines(text) {
			if b = append(b[:0], strings.ToUpper(line)...); !yield(b) {
				return
			}
		}
	}
}

// One buffer holds all numbers.
func Send(f Frames, numbers []int) error {
	var b []byte
	for _, n := range numbers {
		b = strconv.AppendInt(b[:0], int64(n), 10)
		if err := f.Send(b); err != nil {
			return err
		}
	}
	return nil
}

// It reads what is stored under another spelling.
func Trace(h http.Header) string {
	if v := h.Get("x-trace-id"); v != "" || len(h["x-trace-id"]) == 0 {
		return v
	}
	return h["x-trace-id"][0]
}

// Names in the map are canonical.
func Spelled(h http.Header) int { return len(h["x-span-id"]) + 10*len(h["X-Span"]) }

// No owner is so long.
func Owner(path string) (string, bool) {
	var room [32]byte
	if rest, ok := strings.CutPrefix(path, "owner:"); ok {
		if rest, ok = strings.CutSuffix(rest, "/profile"); ok {
			return string(room[:copy(room[:], rest)]), true
		}
		return rest, false
	}
	return "", false
}

// No text is so long.
func Quoted(text string) string {
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		var room [64]byte
		n := copy(room[1:62], text[1:len(text)-1])
		room[0], room[n+1] = '<', '>'
		return string(room[:n+2])
	}
	return text
}
