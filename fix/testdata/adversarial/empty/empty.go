// Package empty has functions for which nil is not empty, and panics that their
// callers count on.
package empty

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Doubled returns nil for no elements.
func Doubled(xs []int) []int {
	var out []int
	for _, x := range xs {
		out = append(out, 2*x)
	}
	return out
}

// Positive returns nil if none is positive.
func Positive(xs []int) []int {
	var out []int
	for _, x := range xs {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// Copied is empty and not nil, whatever it is given.
func Copied(xs []string) []string {
	out := []string{}
	for _, x := range xs {
		out = append(out, x)
	}
	return out
}

// Keys returns nil for no keys.
func Keys(m map[string]int) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Positions returns a map, for no words too.
func Positions(words []string) map[string]int {
	m := make(map[string]int)
	for i, w := range words {
		m[w] = i
	}
	return m
}

// Put panics for a nil map, unless there is nothing to put.
func Put(m map[string]int, keys []string) string {
	var done []string
	for i, k := range keys {
		m[k] = i
		done = append(done, k)
	}
	return strings.Join(done, "+")
}

// FirstField panics for a line without fields.
func FirstField(line string) string { return strings.Fields(line)[0] }

// SecondPart panics for a line without a colon.
func SecondPart(line string) string { return strings.Split(line, ":")[1] }

// Person has a name.
type Person struct {
	Name string
	Tags []string
}

// Greeting panics for a nil person.
func Greeting(p *Person) string { return "dear " + p.Name + " of " + strings.Join(p.Tags, "/") }

// Fill panics when dst is too short, and has written what fits by then.
func Fill(dst []string, src []int) {
	for i, x := range src {
		dst[i] = "#" + strconv.Itoa(x)
	}
}

// Parts counts one part in an empty text.
func Parts(s string) int { return len(strings.Split(s, ",")) }

// Characters counts what an empty separator splits, broken bytes one by one.
func Characters(s string) int { return len(strings.Split(s, "")) }

// Head splits off at most n parts: all for a negative n, nil for none.
func Head(s string, n int) []string { return strings.SplitN(s, ",", n) }

// Joined differs from nil to empty only by what it says.
func Joined(parts []string) string {
	if parts == nil {
		return "nothing"
	}
	s := ""
	for _, p := range parts {
		s += p + ";"
	}
	return s
}

// Pairs fails for an odd number of words, with no pairs and not with empty
// ones.
func Pairs(line string) ([][2]string, error) {
	words := strings.Fields(line)
	if len(words)%2 != 0 {
		return nil, errors.New("odd number of words in " + strconv.Quote(line))
	}
	var out [][2]string
	for i := 0; i < len(words); i += 2 {
		out = append(out, [2]string{words[i], words[i+1]})
	}
	return out, nil
}

// Row panics for a negative length, and has a row for zero.
func Row(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = '-'
	}
	return append(b, '\n')
}
