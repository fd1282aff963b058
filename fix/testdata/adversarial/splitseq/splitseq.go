// Package splitseq has texts that are taken apart, where the number of pieces, the piece
// that is missing, or the end of the separator can be seen.
package splitseq

import (
	"bytes"
	"fmt"
	"strings"
)

// Second panics without a second piece.
func Second(s string) string { return strings.Split(s, ":")[1] }

// Last has always one.
func Last(s string) string {
	parts := strings.Split(s, "/")
	return parts[len(parts)-1]
}

// Pair wants exactly two pieces.
func Pair(s string) (key, value string, ok bool) {
	parts := strings.Split(s, "=")
	if len(parts) != 2 {
		return "", "", false
	}
	return parts[0], parts[1], true
}

// Rest keeps the separators behind the first two.
func Rest(s string) string {
	parts := strings.SplitN(s, ",", 3)
	return parts[len(parts)-1]
}

// Letters splits at nothing: into characters, of which broken ones stay.
func Letters(s string) (n int) {
	for _, c := range strings.Split(s, "") {
		n = n*31 + len(c)
	}
	return n
}

// Lines change the text that they come from.
func Lines(text []byte) (n int) {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if i == 0 && len(text) > 3 {
			text[3] = '\n'
		}
		n = n*10 + len(line)
	}
	return n
}

// Words split at each kind of space.
func Words(s string) (longest string) {
	for _, w := range strings.Fields(s) {
		if len(w) > len(longest) {
			longest = w
		}
	}
	return longest
}

// Version compares piece by piece.
func Version(a, b string) int {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range as {
		if i >= len(bs) {
			return 1
		}
		if c := strings.Compare(as[i], bs[i]); c != 0 {
			return c
		}
	}
	return len(as) - len(bs)
}

// Kept hands pieces to functions that run later.
func Kept(s string) (all []string) {
	var later []func() string
	for i, p := range strings.Split(s, ";") {
		later = append(later, func() string { return fmt.Sprint(i, p) })
	}
	for _, f := range later {
		all = append(all, f())
	}
	return all
}

// After has the separator of the caller, which may be nothing.
func After(s, sep string) (n int) {
	for i, p := range strings.SplitAfter(s, sep) {
		n += i * len(p)
	}
	return n
}

// Text changes while it is read.
type Text struct{ S string }

func (t *Text) take() string {
	t.S += "/x"
	return t.S
}

// Inside splits what an operand before it changes, or a condition asks for.
func Inside(s string, deep bool) (out []string) {
	t := &Text{s}
	out = append(out, t.take()+strings.Split(t.S, "/")[0]+strings.Split(t.take(), ",")[0])
	out = append(out, t.S, strings.TrimSpace(strings.Split(t.take(), ";")[0]))
	if deep && strings.TrimSpace(strings.Split(t.take(), "-")[0]) == "" {
		out = append(out, "empty")
	}
	switch kind := strings.ToUpper(strings.SplitN(t.S, "/", 2)[0]); kind {
	case "":
		return append(out, strings.TrimLeft(strings.Split(t.take(), "x")[0], "/"))
	}
	return append(out, strings.TrimSpace(strings.Split(t.S, "")[0]))
}

// Tail panics without a second piece, and is empty without a third.
func Tail(s string) string {
	parts := strings.Split(s, "/")
	return strings.Join(parts[2:], "/")
}

// Before ends where the last separator begins, of those that do not overlap.
func Before(s string) string {
	parts := strings.Split(s, "aa")
	return strings.Join(parts[:len(parts)-1], "aa")
}

// Behind has other separators.
func Behind(s string) string {
	parts := strings.Split(s, "/")
	return strings.Join(parts[1:], ";")
}

// Dir is empty where there is none.
func Dir(s string) string {
	parts := strings.Split(s, "/")
	return strings.Join(parts[:len(parts)-1], "/")
}

// Asked asks for a first piece, which there always is, after the text has changed.
func Asked(s string) (out []string) {
	parts := strings.Split(s, "/")
	s += ";/"
	if len(parts) > 0 {
		out = append(out, parts[0], s)
	}
	for len(out) < 4 {
		more := strings.Split(s, ";")
		s = "-" + s
		if 0 < len(more) {
			out = append(out, more[0])
		}
	}
	return out
}

// Erased gives its lines to a function that erases what it can reach; the text is its own, the
// marks are not.
func Erased(text string) (out []string) {
	marks := []byte(";,")
	body := []byte(text)
	erase := func(b []byte) {
		out = append(out, string(b))
		for i := range b {
			b[i] = ';'
		}
		_ = append(b, ";;"...)
		marks[0], marks[1] = marks[1], marks[0]
	}
	for _, line := range bytes.Split(body, []byte("\n")) {
		erase(line)
	}
	for _, part := range bytes.Split([]byte(text), marks[:1]) {
		erase(part)
	}
	all := append([]byte(text), " \n"...)
	for _, word := range bytes.Fields(all) {
		erase(all[:min(len(all), 3+len(out))])
		erase(word)
	}
	return append(out, string(body))
}

// Marked appends to the first half of a text, which must not write to the second.
func Marked(text []byte) string {
	kv := bytes.SplitN(text, []byte("="), 2)
	if len(kv) < 2 {
		return string(kv[0])
	}
	return string(append(kv[0], '!')) + string(kv[1])
}

// Record has two or three parts; the second one is told from none, and grows.
func Record(text []byte) string {
	parts := bytes.SplitN(text, []byte{','}, 3)
	if len(parts) < 2 {
		return fmt.Sprint(len(parts[0]))
	}
	second := grown(parts[1])
	if len(parts) != 3 {
		return fmt.Sprintf("%q %q", parts[0], second)
	}
	return fmt.Sprintf("%q %q %q", parts[0], second, parts[2])
}

func grown(b []byte) []byte { return append(bytes.TrimSpace(b), "++"...) }

// Request has three parts, of which all may be empty.
func Request(s string) string {
	parts := strings.SplitN(s, "a", 3)
	if len(parts) < 3 {
		return "none"
	}
	return parts[0] + "|" + parts[1] + "|" + parts[2]
}

// Object keeps the separator, and tells an empty second half from none.
func Object(s string) string {
	parts := strings.SplitAfterN(s, "==", 2)
	if len(parts) < 2 {
		return parts[0]
	}
	return parts[0] + "|" + parts[1]
}

// Place is where something is found.
type Place struct {
	Name string
	N    int
}

// Placed gives a name to what is the place when all has been read, and sums up what changes
// meanwhile.
func Placed(s string) string {
	first, last := &Place{}, &Place{}
	at, n := first, 1
	next := func() string {
		at, n = last, n*2
		return s
	}
	at.Name = strings.TrimSpace(strings.Split(next(), "/")[0])
	n += len(strings.Split(next(), ";")[0])
	return fmt.Sprint(*first, *last, n)
}
