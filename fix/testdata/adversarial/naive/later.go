package later

import (
	"errors"
	"strconv"
	"strings"
)

// Unused tickets are not counted.
func Ticket(n *int, used bool) string {
	if !used {
		return ""
	}
	*n++
	return "ticket " + strconv.Itoa(*n)
}

// It reads what it has written.
func Early(m map[string]int, key string) string {
	m[key]++
	if m[key] > 2 {
		return "had " + strconv.Itoa(m[key])
	}
	return "new"
}

// Without use there is no panic.
func Panicking(xs []int, used bool) string {
	if used {
		return strconv.Itoa(xs[0]) + "!"
	}
	return "unused"
}

// The text is that after the change.
func Branches(b []byte) string {
	if len(b) > 1 {
		b[0], b[1] = b[1], b[0]
		if b[0] == 'x' {
			return string(b) + string(b)
		}
	}
	return string(b)
}

// The words are gone when they are joined.
func Looped(words []string) (out []string) {
	for i, w := range words {
		words[i] = ""
		if len(w) > 1 {
			out = append(out, strings.Join(words, "+")+w)
		}
	}
	return out
}

// The text has the full stop.
func Deferred(p *string) (said string) {
	_ = *p
	defer func() {
		if len(*p) > 2 {
			said = "was " + *p
		}
	}()
	*p += "."
	return "nothing"
}

// The words have changed.
func Failing(words []string) error {
	for i, w := range words {
		words[i] = "-"
		if len(w) > 1 {
			return errors.New(strings.Join(words, "+"))
		}
	}
	return nil
}

// It is always the first.
func Checked(xs []int) error {
	for _, x := range xs {
		if x < 0 {
			return &Fault{at: 1}
		}
	}
	return nil
}

// They are turned.
func Blamed(b []byte) error {
	if turn(b) {
		return errors.New(string(b))
	}
	return nil
}
