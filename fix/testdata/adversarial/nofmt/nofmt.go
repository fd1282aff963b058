// Package nofmt has texts by package fmt, where a method, a nil, a width or an order can
// be seen.
package nofmt

import (
	"fmt"
	"io"
	"strings"
)

// Level has a text of its own.
type Level int

// String panics at levels that there are not.
func (l Level) String() string { return []string{"low", "high"}[l] }

// Named prints a value with a method.
func Named(l Level) string { return fmt.Sprintf("level=%v", l) }

// Plain prints its number.
func Plain(l Level) string { return fmt.Sprintf("level=%d", l) }

// Padded has a width for texts, in characters.
func Padded(s string, n int) string { return fmt.Sprintf("%-8s|%4d", s, n) }

// Quoted escapes what cannot be printed.
func Quoted(key, value string) string { return fmt.Sprintf("%s=%q", key, value) }

// Float has an exponent where it is large.
func Float(f float64) string { return fmt.Sprintf("%v", f) }

// Failed has a nil error, too.
func Failed(err error) string { return fmt.Sprintf("failed: %v", err) }

// Bytes prints a slice in its own way.
func Bytes(b []byte) string { return fmt.Sprintf("%s %x %v", b, b, b) }

// Calls are made in the order of the arguments, before anything is printed.
func Calls(n *int) string {
	next := func() int { *n++; return *n }
	return fmt.Sprintf("%[2]d %[1]d", next(), next())
}

// Wrapped can be unwrapped.
func Wrapped(name string, err error) error { return fmt.Errorf("%s: %w", name, err) }

// Spaced puts blanks where neither side is a text.
func Spaced(a, b int, s string) string { return fmt.Sprint(a, b, s, a, s) }

// Pointer prints what it points to, or that there is nothing.
func Pointer(p *Level) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprint("panic: ", r)
		}
	}()
	return fmt.Sprintf("%v", p)
}

// Kept has its text in a result that is there already while the pieces are made.
func Kept(n, m int, p *Level) (s string) {
	s = "none"
	defer func() {
		if recover() != nil {
			s += " at last"
		}
	}()
	s = fmt.Sprintf("%d:%x:%d", n, m, *p)
	return s
}

// echo writes what it gets to itself, shorter, before it keeps it.
type echo struct{ got []string }

func (e *echo) Write(p []byte) (int, error) {
	if len(p) > 8 {
		reply(e, string(p[:len(p)/2]), len(p))
	}
	e.got = append(e.got, string(p))
	return len(p), nil
}

func reply(w io.Writer, name string, n int) { fmt.Fprintf(w, "%s:%d.", name, n) }

// Answered prints to a writer that prints.
func Answered(names []string) string {
	e := &echo{}
	for i, name := range names {
		fmt.Fprintf(io.Writer(e), "%s:%d.", name, i)
	}
	return strings.Join(e.got, "|")
}

type turns struct{ name string }

// String changes the name.
func (t *turns) String() string {
	t.name += "!"
	return "turn"
}

// Turned prints a name after what changes it.
func Turned(names []string) string {
	e := &echo{}
	for _, name := range names {
		t := &turns{name}
		fmt.Fprintf(io.Writer(e), "%v %s %v %s", t, t.name, t, name)
	}
	return strings.Join(e.got, "|")
}

// Wide fills and aligns what has a width.
func Wide(n int, u uint64, s string, b []byte) string {
	return fmt.Sprintf("%05d|%4d|%016x|%02X|%X|%-6s|%6s|%08x|%04x", n, n, u, byte(u), u, s, s, b, rune(n))
}

// Dated has a level, which prints itself but as a number.
func Dated(y, m, d int, l Level) string {
	return fmt.Sprintf("%04d-%02d-%02d %3d %6v", y, m, d, l, s(y))
}

func s(n int) string { return "s"[:n&1] }

// Explained prints an error of any kind behind what is known.
func Explained(name string, n int, err error) string {
	return fmt.Sprintf("%s (%d): %v", name, n, err)
}

type saying func() string

func (s saying) String() string { return s() }

// Counted prints what a method changes, as it was before.
func Counted(name string) string {
	n := len(name) + 300
	c := saying(func() string { n++; return "one more than" })
	return fmt.Sprintf("%s: %v %d", name, c, n)
}

// Flagged has flags, and values that have a text of their own.
func Flagged(name string, n int, l Level, list []string) string {
	return fmt.Sprintf("%s %+d %X %-6d|%+v %q", name, n, n, n, l, list)
}
