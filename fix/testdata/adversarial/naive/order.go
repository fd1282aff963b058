package order

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The last piece is asked for first.
func Pieces(c *Counter) string {
	last := c.Next()
	b := strconv.AppendInt(nil, int64(c.Next()), 10)
	b = append(append(append(b, '-'), c.Text()...), '-')
	return string(strconv.AppendInt(b, int64(last), 10))
}

// The number is asked for first.
func Summed(c *Counter) string {
	n := c.Next()
	b := append([]byte(c.Text()), ',')
	b = append(strconv.AppendInt(b, int64(n), 10), ',')
	return string(append(b, c.Text()...))
}

// What a later piece changes is taken too late.
func Grown(b []byte) string {
	piece := upper(b)
	return string(append(append(append([]byte(nil), b...), piece...), b...))
}

// What is written later is not the result.
func Deferred(parts []string) (s string) {
	defer func() { s += "!" + strconv.Itoa(len(s)) }()
	var b []byte
	for _, p := range parts {
		b = append(append(b, p...), '/')
		if p == "stop" {
			return "stopped at " + s
		}
	}
	return string(b)
}

// What it had is lost.
func Recovered(words []string, n int) (out []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	if n <= 0 {
		return nil, nil
	}
	list := make([]string, 0, n)
	for i := range n {
		list = append(list, words[i]+";")
	}
	return list, nil
}

// It leaves one loop.
func Labelled(rows []string, stop string) string {
	var b []byte
	for _, row := range rows {
		for f := range strings.FieldsSeq(row) {
			if f == stop {
				break
			}
			if f == "skip" {
				continue
			}
			b = append(append(b, f...), ' ')
		}
		b = append(b, '\n')
	}
	return string(b)
}

// It goes round as often as it is told, which may be never.
func Jumping(n int) string {
	var b []byte
	for i := range n {
		b = append(strconv.AppendInt(b, int64(i), 10), ',')
	}
	return string(b)
}

// The array is gone through as it is.
func Array(a [4]int) []int {
	out := make([]int, 0, 8)
	for i, x := range a[:] {
		if i+1 < len(a) {
			a[i+1] += x
		}
		out = append(out, x)
	}
	return append(out, a[:]...)
}

// The room behind the slice is left as it was.
func Window(xs []int) []int {
	if len(xs) == 0 {
		return nil
	}
	out := make([]int, len(xs))
	for i, x := range xs {
		out[i] = x * (len(xs) + i + 1)
	}
	return out
}

// Nothing is taken out.
func Emptied(m map[string]int) []string {
	if len(m) == 0 {
		return nil
	}
	out := make([]string, 0, len(m))
	for k, n := range m {
		out = append(out, k+"="+strconv.Itoa(n))
	}
	slices.Sort(out)
	return out
}

// It asks before it knows that it must.
func Short(c *Counter, n int) string {
	text := c.Text()
	if n > 2 && strings.HasSuffix(text, "4") || n == 7 && c.Next() > 3 {
		return "yes " + strconv.Itoa(c.N)
	}
	return "no " + strconv.Itoa(c.N)
}

// It tells nothing when a word is too short.
func Told(w io.Writer, words []string) {
	for _, word := range words {
		_ = word[:3]
	}
	for i, word := range words {
		fmt.Fprintf(w, "%d:%s ", i, word[:3])
	}
}

// It panics for no lines, too.
func Matched(pattern string, lines []string) int {
	re := regexp.MustCompile(pattern)
	n := 0
	for _, line := range lines {
		if re.MatchString(line) {
			n++
		}
	}
	return n
}

// What is no digit elsewhere is none here, but a line may end.
func IsNumber(s string) bool {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "-"), "\n")
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

var seats string

// All calls number the same seats.
func Seats(n int) func() string {
	seats = ""
	for i := range n {
		seats += "seat " + strconv.Itoa(i) + ";"
	}
	return func() string { return seats }
}

var errBusy = errors.New("busy")

// There is one failure for all.
func busy() error { return errBusy }
