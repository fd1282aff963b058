// Package order has functions that do things in an order, and stop in the
// middle.
package order

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Counter counts.
type Counter struct{ N int }

// Next counts one more.
func (c *Counter) Next() int { c.N++; return c.N }

// Text counts two more.
func (c *Counter) Text() string { c.N += 2; return "n" + strconv.Itoa(c.N) }

// Pieces asks for one piece after the other.
func Pieces(c *Counter) string {
	return fmt.Sprintf("%d-%s-%d", c.Next(), c.Text(), c.Next())
}

// Summed asks in the same order.
func Summed(c *Counter) string {
	return c.Text() + "," + strconv.Itoa(c.Next()) + "," + c.Text()
}

// Grown is changed by a piece that comes later.
func Grown(b []byte) string {
	return text(b) + upper(b) + text(b)
}

func text(b []byte) string { return string(b) }

func upper(b []byte) string {
	for i := range b {
		b[i] ^= 0x20
	}
	return strconv.Itoa(len(b))
}

// Deferred changes its result on the way out.
func Deferred(parts []string) (s string) {
	defer func() { s += "!" + strconv.Itoa(len(s)) }()
	for _, p := range parts {
		s += p + "/"
		if p == "stop" {
			return "stopped at " + s
		}
	}
	return s
}

// Recovered returns what it had when it panicked.
func Recovered(words []string, n int) (out []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	for i := range n {
		out = append(out, words[i]+";")
	}
	return out, nil
}

// Labelled leaves two loops at once.
func Labelled(rows []string, stop string) string {
	s := ""
outer:
	for _, row := range rows {
		for _, f := range strings.Fields(row) {
			switch f {
			case stop:
				break outer
			case "skip":
				continue outer
			case "":
				break
			}
			s += f + " "
		}
		s += "\n"
	}
	return s
}

// Jumping goes back to where it began.
func Jumping(n int) string {
	s, i := "", 0
again:
	s += strconv.Itoa(i) + ","
	if i++; i < n {
		goto again
	}
	return s
}

// Array is gone through as it was at the beginning.
func Array(a [4]int) []int {
	var out []int
	for i, x := range a {
		if i+1 < len(a) {
			a[i+1] += x
		}
		out = append(out, x)
	}
	return append(out, a[:]...)
}

// Window is gone through as it was at the beginning, and grows meanwhile.
func Window(xs []int) []int {
	var out []int
	for _, x := range xs {
		xs = append(xs, x)
		out = append(out, x*len(xs))
	}
	return out
}

// Emptied takes out of the map what it goes through.
func Emptied(m map[string]int) []string {
	var out []string
	for k, n := range m {
		if n > 0 {
			delete(m, k)
		}
		out = append(out, k+"="+strconv.Itoa(n))
	}
	slices.Sort(out)
	return out
}

// Short stops asking at the first that is not found.
func Short(c *Counter, n int) string {
	if n > 2 && strings.HasSuffix(c.Text(), "4") || n == 7 && c.Next() > 3 {
		return "yes " + strconv.Itoa(c.N)
	}
	return "no " + strconv.Itoa(c.N)
}

// Told has told what it could when a word is too long.
func Told(w io.Writer, words []string) {
	for i, word := range words {
		fmt.Fprintf(w, "%d:%s ", i, word[:3])
	}
}

// Matched compiles what it is given, and panics for what is no expression.
func Matched(pattern string, lines []string) int {
	n := 0
	for _, line := range lines {
		if regexp.MustCompile(pattern).MatchString(line) {
			n++
		}
	}
	return n
}

// IsNumber compiles the same each time.
func IsNumber(s string) bool { return regexp.MustCompile(`^-?\d+$`).MatchString(s) }

// Seats are numbered anew by each call.
func Seats(n int) func() string {
	var once sync.Once
	s := ""
	return func() string {
		once.Do(func() {
			for i := range n {
				s += "seat " + strconv.Itoa(i) + ";"
			}
		})
		return s
	}
}

func busy() error { return errors.New("busy") }

// Distinct tells two failures apart that say the same.
func Distinct() (same, is bool) {
	a, b := busy(), busy()
	return a == b, errors.Is(a, b)
}

// Failures counts different failures, not different texts.
func Failures(n int) int {
	seen := map[error]bool{}
	for range n {
		seen[busy()] = true
	}
	return len(seen)
}
