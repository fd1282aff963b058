// Package alias has functions of which the caller may rely on who owns what.
package alias

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Cloned is the caller's own.
func Cloned(b []byte) []byte { return append([]byte(nil), b...) }

// Reversed leaves its argument as it is.
func Reversed(xs []int) []int {
	var out []int
	for i := len(xs) - 1; i >= 0; i-- {
		out = append(out, xs[i])
	}
	return out
}

// Extended never writes behind the end of xs.
func Extended(xs []int, more ...int) []int {
	return append(xs[:len(xs):len(xs)], more...)
}

// Defaults hands out a map that the caller may change.
func Defaults(name string) map[string]string {
	return map[string]string{"host": "localhost", "port": "80", "name": name}
}

// Fixed hands out a map that is the same each time, and the caller's own.
func Fixed() map[string]int { return map[string]int{"a": 1, "b": 2, "c": 3} }

// Weekend hands out a list that is the same each time, and the caller's own.
func Weekend() []string { return []string{"Saturday", "Sunday"} }

// IsWeekend only reads such a list.
func IsWeekend(day string) bool {
	for _, d := range []string{"Saturday", "Sunday", day[:1] + "olyday"} {
		if d == day {
			return true
		}
	}
	return false
}

// Months changes a table of its own.
func Months(leap bool) []int {
	days := []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	if leap {
		days[1]++
	}
	return days
}

// Length changes a table that it does not hand out.
func Length(leap bool, month int) int {
	days := map[int]int{0: 31, 1: 28, 2: 31, 3: 30, 4: 31, 5: 30}
	if leap {
		days[1]++
	}
	return days[month]
}

// Encoded is the caller's own at each call.
func Encoded(n int) []byte { return strconv.AppendInt(nil, int64(n), 10) }

// Rows are lists of their own.
func Rows(n int) [][]int {
	var rows [][]int
	for i := range n {
		var row []int
		for j := range i {
			row = append(row, j)
		}
		rows = append(rows, row)
	}
	return rows
}

// Halves cannot grow into each other.
func Halves(s string) (head, tail []byte) {
	n := len(s) / 2
	return []byte(s[:n]), []byte(s[n:])
}

// Adders keep a variable each.
func Adders(xs []int) []func() int {
	var out []func() int
	for _, x := range xs {
		n := x
		out = append(out, func() int { n += x; return n })
	}
	return out
}

// Sent is kept by a goroutine while the loop goes on.
func Sent(words []string) string {
	ch := make(chan []byte, len(words))
	done := make(chan string)
	go func() {
		var all []string
		for b := range ch {
			all = append(all, string(b))
		}
		done <- strings.Join(all, ",")
	}()
	for i, w := range words {
		b := []byte(w)
		b = strconv.AppendInt(b, int64(i), 10)
		ch <- b
	}
	close(ch)
	return <-done
}

// Log keeps what it is given.
type Log struct{ lines [][]byte }

// Add keeps a line that nobody else has.
func (l *Log) Add(n int, text string) {
	l.lines = append(l.lines, fmt.Appendf(nil, "%d %s", n, text))
}

// Last returns the line as it was.
func (l *Log) Last() string {
	if len(l.lines) == 0 {
		return "none"
	}
	return "last: " + string(l.lines[len(l.lines)-1])
}

// Fields may be changed and appended to without harm to the line.
func Fields(line []byte) [][]byte {
	var out [][]byte
	for _, f := range bytes.Fields(line) {
		out = append(out, bytes.ToUpper(f))
	}
	return out
}

// Sorted leaves its argument in its order.
func Sorted(words []string) string {
	list := slices.Clone(words)
	slices.Sort(list)
	return strings.Join(list, " ")
}

// Two results with one backing array would change together.
func Two(xs []int) (a, b []int) {
	for _, x := range xs {
		a = append(a, x)
		b = append(b, -x)
	}
	return a, b
}
