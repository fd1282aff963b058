package alias

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The result is the argument.
func Cloned(b []byte) []byte { return b }

// It works in place.
func Reversed(xs []int) []int {
	if len(xs) == 0 {
		return nil
	}
	slices.Reverse(xs)
	return xs
}

// It writes into the room behind the caller's slice.
func Extended(xs []int, more ...int) []int { return append(xs, more...) }

var defaults = map[string]string{"host": "localhost", "port": "80"}

// All callers get one map.
func Defaults(name string) map[string]string {
	defaults["name"] = name
	return defaults
}

var letters = map[string]int{"a": 1, "b": 2, "c": 3}

// All callers get one map.
func Fixed() map[string]int { return letters }

var weekend = []string{"Saturday", "Sunday"}

// All callers get one list.
func Weekend() []string { return weekend }

var days = []string{"Saturday", "Sunday"}

// The panic is gone.
func IsWeekend(day string) bool {
	return slices.Contains(days, day) || len(day) > 1 && day[1:] == "olyday"
}

var months = []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// The leap year stays.
func Months(leap bool) []int {
	if leap {
		months[1] = 29
	}
	return slices.Clone(months)
}

var lengths = map[int]int{0: 31, 1: 28, 2: 31, 3: 30, 4: 31, 5: 30}

// The table grows older with each leap year.
func Length(leap bool, month int) int {
	if leap {
		lengths[1]++
	}
	return lengths[month]
}

var scratch [64]byte

// All calls share one buffer.
func Encoded(n int) []byte { return strconv.AppendInt(scratch[:0], int64(n), 10) }

// All rows share one buffer.
func Rows(n int) [][]int {
	var rows [][]int
	row := make([]int, 0, max(n, 1))
	for i := range n {
		row = row[:0]
		for j := range i {
			row = append(row, j)
		}
		rows = append(rows, row)
	}
	return rows
}

// The head can grow into the tail.
func Halves(s string) (head, tail []byte) {
	b := []byte(s)
	n := len(s) / 2
	return b[:n], b[n:]
}

// All functions share one variable.
func Adders(xs []int) []func() int {
	var out []func() int
	var n int
	for _, x := range xs {
		n = x
		out = append(out, func() int { n += x; return n })
	}
	return out
}

// The goroutine reads what the loop writes anew.
func Sent(words []string) string {
	ch := make(chan []byte, len(words))
	var b []byte
	for i, w := range words {
		b = append(b[:0], w...)
		b = strconv.AppendInt(b, int64(i), 10)
		ch <- b
	}
	close(ch)
	var all []string
	for b := range ch {
		all = append(all, string(b))
	}
	return strings.Join(all, ",")
}

var line []byte

// All lines share one buffer.
func (l *Log) Add(n int, text string) {
	line = fmt.Appendf(line[:0], "%d %s", n, text)
	l.lines = append(l.lines, line)
}

// The line is not as it was.
func (l *Log) Last() string {
	if len(l.lines) == 0 {
		return "none"
	}
	last := l.lines[len(l.lines)-1]
	l.lines[len(l.lines)-1] = append([]byte("last: "), last...)
	return string(l.lines[len(l.lines)-1])
}

// Fields can grow into each other.
func Fields(line []byte) [][]byte {
	b := bytes.ToUpper(line)
	out := bytes.Fields(b)
	if len(out) == 0 {
		return nil
	}
	at := 0
	for i, f := range out {
		at += bytes.Index(b[at:], f)
		out[i] = b[at : at+len(f)]
		at += len(f)
	}
	return out
}

// It sorts the caller's slice.
func Sorted(words []string) string {
	slices.Sort(words)
	return strings.Join(words, " ")
}

// Both results live in one array.
func Two(xs []int) (a, b []int) {
	if len(xs) == 0 {
		return nil, nil
	}
	both := make([]int, 2*len(xs))
	a, b = both[:len(xs)], both[len(xs):]
	for i, x := range xs {
		a[i], b[i] = x, -x
	}
	return a, b
}
