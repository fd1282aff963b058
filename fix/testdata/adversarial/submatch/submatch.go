// Package groups reads the groups of matches.
package groups

import (
	"regexp"
	"strings"
)

var pair = regexp.MustCompile(`(\w+)=(\w+)?(;)?`)

// Optional has a group that need not be there.
func Optional(s string) []string {
	m := pair.FindStringSubmatch(s)
	if m == nil {
		return nil
	}
	return []string{m[0], m[1], m[2], m[3]}
}

// Rest goes on behind each match.
func Rest(s string) (out []string) {
	for len(s) > 0 {
		m := pair.FindStringSubmatch(s)
		if len(m) == 0 {
			break
		}
		s = s[strings.Index(s, m[0])+len(m[0]):]
		out = append(out, m[1]+":"+m[2], s)
	}
	return out
}

// Unchecked looks at a group of no match.
func Unchecked(s string) string {
	m := pair.FindStringSubmatch(s)
	return m[1] + "-" + m[2]
}

// Numbered looks at any group.
func Numbered(s string, i int) string {
	m := pair.FindStringSubmatch(s)
	if m == nil {
		return "none"
	}
	return m[i] + m[1]
}

// Later reads the groups when the text is another one.
func Later(s string) (out string) {
	m := pair.FindStringSubmatch(s)
	defer func() {
		if len(m) > 2 {
			out += m[1] + m[2]
		}
	}()
	s = "z=" + s
	return s
}

// Hidden has another variable of the name.
func Hidden(s string) string {
	m := pair.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	all := ""
	for _, s := range []string{"x", "yy", "zzz"} {
		all += s + m[1] + m[2]
	}
	return all
}

// Appended appends to a group of bytes: there is no room behind it.
func Appended(b []byte) (string, []byte) {
	m := pair.FindSubmatch(b)
	if m == nil || m[2] == nil {
		return "", b
	}
	long := append(m[1], "!!"...)
	m[0][0] = 'X'
	return string(long) + string(m[2]), b
}

type counter struct{ calls int }

func (c *counter) next(s string) string {
	c.calls++
	return strings.Repeat(s, c.calls)
}

// Once asks for the text once.
func Once(s string) (string, int) {
	c := &counter{}
	if m := pair.FindStringSubmatch(c.next(s)); m != nil && len(m[1]) > 0 {
		return m[1] + m[2] + m[2], c.calls
	}
	return "", c.calls
}
