package nofmt

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Levels that there are not have numbers.
func Named(l Level) string {
	if l == 0 || l == 1 {
		return "level=" + l.String()
	}
	return "level=" + strconv.Itoa(int(l))
}

// Its method is called.
func Plain(l Level) string { return "level=" + l.String() }

// The width counts bytes.
func Padded(s string, n int) string {
	return s + strings.Repeat(" ", max(0, 8-len(s))) + fmt.Sprintf("|%4d", n)
}

// The quotes are those of the value.
func Quoted(key, value string) string { return key + "=\"" + value + "\"" }

// There is no exponent.
func Float(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// A nil error panics.
func Failed(err error) string { return "failed: " + err.Error() }

// The calls are made as the text needs them.
func Calls(n *int) string {
	*n += 2
	return strconv.Itoa(*n-1) + " " + strconv.Itoa(*n)
}

// The error is gone.
func Wrapped(name string, err error) error { return errors.New(name + ": " + fmt.Sprint(err)) }

// There is a blank between all.
func Spaced(a, b int, s string) string {
	return strconv.Itoa(a) + " " + strconv.Itoa(b) + " " + s + " " + strconv.Itoa(a) + " " + s
}

// The text is begun in the result.
func Kept(n, m int, p *Level) (s string) {
	defer func() {
		if recover() != nil {
			s += " at last"
		}
	}()
	s = strconv.Itoa(n) + ":" + strconv.FormatInt(int64(m), 16) + ":"
	s += strconv.Itoa(int(*p))
	return s
}

// It is written in pieces.
func Answered(names []string) string {
	e := &echo{}
	for i, name := range names {
		io.WriteString(e, name)
		io.WriteString(e, ":"+strconv.Itoa(i)+".")
	}
	return strings.Join(e.got, "|")
}

// The name is looked at when it is due.
func Turned(names []string) string {
	e := &echo{}
	for _, name := range names {
		t := &turns{name}
		text := fmt.Append(nil, t, " ")
		text = append(append(text, t.name...), ' ')
		e.Write(append(append(fmt.Append(text, t), ' '), name...))
	}
	return strings.Join(e.got, "|")
}

// The sign does not count for the width.
func Wide(n int, u uint64, s string, b []byte) string {
	text := strconv.Itoa(max(n, -n))
	text = strings.Repeat("0", max(0, 5-len(text))) + text
	if n < 0 {
		text = "-" + text
	}
	return text + fmt.Sprintf("|%4d|%016x|%02X|%X|%-6s|%6s|%08x|%04x", n, u, byte(u), u, s, s, b, rune(n))
}

// A number that prints itself does so.
func Dated(y, m, d int, l Level) string {
	return fmt.Sprintf("%04d-%02d-%02d %3v %6v", y, m, d, l, s(y))
}

// No error has another text, and a panic is not caught.
func Explained(name string, n int, err error) string {
	text := "nil"
	if err != nil {
		text = err.Error()
	}
	return name + " (" + strconv.Itoa(n) + "): " + text
}

// The number is that afterwards.
func Counted(name string) string {
	n := len(name) + 300
	c := saying(func() string { n++; return "one more than" })
	return name + ": " + c.String() + " " + strconv.Itoa(n)
}

// What is no word is quoted in another way.
func Flagged(name string, n int, l Level, list []string) string {
	b := fmt.Appendf(append([]byte(name), ' '), "%+d %X %-6d|%+v [", n, n, n, l)
	for i, s := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(append(append(b, '"'), s...), '"')
	}
	return string(append(b, ']'))
}
