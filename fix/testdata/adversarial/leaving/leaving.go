// Package leaving has functions with results by name, values that are handed on, and literals
// that build text, each with something that another order of the same steps would change.
package leaving

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var errEmpty = errors.New("empty")

// Deferred is changed by what is deferred, after it is given.
func Deferred(list []string) (text string, err error) {
	defer func() {
		if err != nil {
			text = "[" + text + "]"
		}
	}()
	if len(list) == 0 {
		text, err = strings.Repeat("-", 3), errEmpty
		return
	}
	text = strings.Join(list, ",")
	return
}

// Recovered returns what there was when it panicked.
func Recovered(list []int) (out []int) {
	defer func() { _ = recover() }()
	for i := range len(list) {
		out = append(out, 100/list[i])
	}
	return
}

// Empty returns nil where nothing was appended before the panic.
func Empty(list []int) (out []string, ended bool) {
	defer func() { ended = recover() == nil }()
	for _, n := range list {
		out = append(out, strconv.Itoa(7%n))
	}
	return out, true
}

// Half gives one of its results, and returns the other as it was.
func Half(text string) (n int, rest string) {
	rest = strings.TrimSpace(text)
	if rest == "" {
		n = len(strings.Fields(text + " none"))
		return
	}
	for rest[0] == '+' {
		n++
		if rest = strings.TrimPrefix(rest, "+"); rest == "" {
			rest = strings.ToUpper(text)
			return
		}
	}
	return n, rest
}

// Seen returns a literal that tells what was returned, not what was there before.
func Seen(list []string) (text string, tell func() string) {
	tell = func() string { return text }
	for _, s := range list {
		text += s + ","
	}
	return text + ".", tell
}

// Partial returns what it has by then, in one of two places, with an error or without.
func Partial(list []string) (out []string, text string, err error) {
	for _, s := range list {
		if s == "" {
			err = errEmpty
			return
		}
		if len(s) > 3 {
			out = append(out, s[:3])
			text += "~"
			continue
		}
		out = append(out, s)
		text += s
	}
	return
}

type counter struct {
	n    int
	text []string
}

func (c *counter) next(s string) string {
	c.n++
	c.text = append(c.text, s)
	return s + strconv.Itoa(c.n)
}

// Before makes the text before the number is read.
func Before(list []string) string {
	c := &counter{}
	var b strings.Builder
	for _, s := range list {
		t := c.next(s)
		b.WriteString(fmt.Sprint(c.n, t))
	}
	u := c.next("end")
	fmt.Fprint(&b, len(c.text), u)
	return b.String()
}

// Shared adds to a text that a literal writes, too.
func Shared(list []string) string {
	s, sep := "", ""
	add := func(t string) { s += sep + t }
	for _, t := range list {
		add(strings.ToUpper(t))
		s += ";"
		sep = ","
	}
	return s
}

// Later builds its text when it is called, with what there is then.
func Later(list []string) (texts []string) {
	n := 0
	build := func(prefix string) string {
		s := prefix
		for range n {
			s += strconv.Itoa(n)
		}
		n++
		return s
	}
	for _, t := range list {
		texts = append(texts, build(t))
	}
	return texts
}

var joiners = map[string]func(list []string) string{
	"comma": func(list []string) string {
		s := ""
		for i, t := range list {
			if i > 0 && s != "" {
				s += ","
			}
			s += t + strconv.Itoa(i)
		}
		return s
	},
	"longest": func(list []string) string {
		longest := ""
		for _, t := range list {
			s := "<"
			for range len(t) {
				s += strconv.Itoa(len(s))
			}
			if len(s) > len(longest) {
				longest = s
			}
		}
		return longest
	},
}

// Joined skips the separator as long as there is nothing.
func Joined(list []string) string {
	return joiners["comma"](list) + joiners["longest"](list)
}
