// Package format has functions that print what is nil, what panics when it is
// asked for its text, and what has methods that do not count.
package format

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Pointed has String on the pointer: a value has none.
type Pointed struct{ n int }

// String panics for nil.
func (p *Pointed) String() string { return "pointed " + strconv.Itoa(p.n) }

// Valued has String on the value: a nil pointer has it too, and cannot call it.
type Valued struct{ n int }

// String is asked of values and pointers.
func (v Valued) String() string { return "valued " + strconv.Itoa(v.n) }

// Moody panics when it is negative.
type Moody int

// String panics now and then.
func (m Moody) String() string {
	if m < 0 {
		panic("not today")
	}
	return "fine"
}

// Wrong is an error by value.
type Wrong string

func (w Wrong) Error() string { return "wrong: " + string(w) }

// Fussy formats itself.
type Fussy int

// Format tells how it was asked.
func (f Fussy) Format(s fmt.State, verb rune) {
	width, ok := s.Width()
	fmt.Fprintf(s, "(%c %d %t %d)", verb, width, ok, int(f))
}

// Any prints what may have methods, and may be nil.
func Any(v any) string { return fmt.Sprintf("any: %v", v) }

// Failure prints an error that may be nil.
func Failure(err error) string { return fmt.Sprintf("failed: %v", err) }

// FailureText prints it by another verb, for which nil is a mistake.
func FailureText(err error) string { return fmt.Sprintf("failed: %s.", err) }

// ByPointer prints a pointer with a method.
func ByPointer(p *Pointed) string { return fmt.Sprintf("%v!", p) }

// ByValue prints a value whose method is on the pointer: it is not called.
func ByValue(p Pointed) string { return fmt.Sprintf("%v!", p) }

// NilValued prints a pointer that may be nil to what has its method by value.
func NilValued(v *Valued) string { return fmt.Sprintf("%s!", v) }

// Mood prints what may panic: fmt catches it.
func Mood(m Moody) string { return fmt.Sprintf("mood: %v", m) }

// MoodNumber asks for a number: there is no method for that.
func MoodNumber(m Moody) string { return fmt.Sprintf("mood: %d", m) }

// Fuss has a width.
func Fuss(f Fussy) string { return fmt.Sprintf("%6v|%d", f, f) }

// Columns pads by characters, not bytes.
func Columns(n int, s string) string { return fmt.Sprintf("%5d|%-8s|%8s|", n, s, s) }

// Signed has zeros behind the sign.
func Signed(n int) string { return fmt.Sprintf("%03d %+d % d", n, n, n) }

// Quoted escapes.
func Quoted(s string) string { return fmt.Sprintf("name=%q;", s) }

// Hex of negative numbers has a sign, of texts two digits per byte.
func Hex(n int, s string) string { return fmt.Sprintf("%x %X %x", n, n, s) }

// Bytes are numbers for one verb and text for the other.
func Bytes(b []byte) string { return fmt.Sprintf("%v %s", b, b) }

// Half prints 32 bits as 32 bits.
func Half(f float32) string { return fmt.Sprintf("%v:", f) }

// Whole prints the shortest number that is read as the same.
func Whole(f float64) string { return fmt.Sprintf("%v:", f) }

// Places rounds.
func Places(f float64) string { return fmt.Sprintf("%.2f%%", f) }

// Point prints fields.
func Point(p struct{ X, Y int }) string { return fmt.Sprintf("at %v, %+v", p, p) }

// Letter prints a character, also of a number that is none.
func Letter(n int) string { return fmt.Sprintf("<%c>", n) }

// Spaces stand between what are no texts.
func Spaces(a int, s string, b bool) string { return fmt.Sprint(a, b, s, s, a, a) }

// Line has spaces everywhere.
func Line(a int, s string) string { return fmt.Sprintln(a, s, a) }

// Wrapped can be unwrapped.
func Wrapped(name string, err error) error { return fmt.Errorf("open %s: %w", name, err) }

// Unwrapped cannot.
func Unwrapped(name string, err error) error { return fmt.Errorf("open %s: %v", name, err) }

// ErrNone says that there is none.
var ErrNone = errors.New("none")

// Told writes once.
func Told(w io.Writer, name string, n int) (int, error) {
	return fmt.Fprintf(w, "%s has %d\n", name, n)
}

// Listed writes once for each, and stops when that fails.
func Listed(w io.Writer, names []string) error {
	for i, name := range names {
		if _, err := io.WriteString(w, strconv.Itoa(i)+". "+name+"\n"); err != nil {
			return fmt.Errorf("line %d: %w", i, err)
		}
	}
	return nil
}

// Header has a layout of its own.
func Header(t time.Time) string {
	return "[" + t.Format("Mon Jan _2 15:04:05.000 -07:00 2006 PM MST __2 Z0700 .999") + "]"
}

// Layout is the caller's.
func Layout(t time.Time, layout string) string {
	var b strings.Builder
	b.WriteString(t.Format(layout))
	b.WriteByte(';')
	return b.String()
}

// Nested holds what has methods.
func Nested(list []*Pointed, m map[string]Valued) string {
	return fmt.Sprintf("%v %d", m, len(list))
}
