package textroom

import (
	"slices"
	"strconv"
	"strings"
)

// The room is length, too.
func Pair(key, value string) []byte {
	b := make([]byte, len(key)+len(value)+2)
	b = append(b, key...)
	b = append(b, ": "...)
	b = append(b, value...)
	return b
}

// Where both are empty, it is nil.
func Joined(s, t string) []byte {
	return append([]byte(nil), s+t...)
}

// There is room for 20 digits of ten, not for those of two.
func Based(n int64, base int) []byte {
	b := make([]byte, 22)
	at := copy(b, "<")
	at += copy(b[at:], strconv.FormatInt(n, base))
	at += copy(b[at:], ">")
	return b[:at]
}

// The room is that of the format g.
func Float(f float64) []byte {
	b := make([]byte, 25)
	at := copy(b, "~")
	at += copy(b[at:], strconv.FormatFloat(f, 'f', -1, 64))
	return b[:at]
}

// A line that is longer than its part of the room is written over by the next.
func Rows(ns []int64) [][]byte {
	var rows [][]byte
	room := make([]byte, 4*len(ns)+40)
	for i, n := range ns {
		b := room[4*i : 4*i]
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, '=')
		b = strconv.AppendInt(b, n, 10)
		rows = append(rows, b)
	}
	return rows
}

// The second is always written over the first.
func Siblings(n int64) string {
	b := make([]byte, 0, 21)
	b = strconv.AppendInt(b, n, 10)
	b = append(b, '-')
	x := append(b, 'a')
	y := append(b, 'b')
	return string(x) + string(y)
}

// The head has room for what its callers append.
func Titles(n int64) string {
	h := slices.Grow(head(n), 20)
	x := append(h, 'x')
	y := append(h, 'y')
	return string(x) + string(y)
}

// It is full later.
func Chunks(s string) []string {
	var out []string
	b := make([]byte, 0, len(s)+3)
	b = append(b, "<->"...)
	for i := range len(s) {
		if len(b) == cap(b) {
			out = append(out, string(b))
			b = b[:0]
		}
		b = append(b, s[i])
	}
	return append(out, string(b))
}

// A panic comes before anything is written.
func Partly(xs []int, at int) (out []byte) {
	defer func() { recover() }()
	number := strconv.Itoa(xs[at])
	b := make([]byte, 0, len(number)+2)
	b = append(b, '[')
	b = append(b, number...)
	b = append(b, ']')
	return b
}

// The capacity is negative.
func Shadowed(s string) []byte {
	len := func(s string) int { return strings.Count(s, "a") - 1 }
	b := make([]byte, 0, len(s))
	b = append(b, s...)
	b = strconv.AppendInt(b, int64(len(s)), 10)
	return b
}

// There is room for twice the first text.
func Doubled(s string) []byte {
	p := &s
	b := make([]byte, 2*len(s))
	at := copy(b, s)
	*p += "/" + *p
	at += copy(b[at:], s)
	return b[:at]
}

// All words lie in one slice, which is read when the last one is in it.
func Sent(words []string) string {
	done := make(chan []byte, len(words))
	b := make([]byte, 0, 64)
	for i, w := range words {
		b = append(b[:0], w...)
		b = append(b, '#')
		b = strconv.AppendInt(b, int64(i), 10)
		done <- b
	}
	var all []string
	for range words {
		all = append(all, string(<-done))
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}
