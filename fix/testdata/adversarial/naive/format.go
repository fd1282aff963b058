package format

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// A nil pointer has the method and cannot be asked.
func Any(v any) string {
	switch x := v.(type) {
	case fmt.Stringer:
		return "any: " + x.String()
	case error:
		return "any: " + x.Error()
	}
	return fmt.Sprintf("any: %v", v)
}

// Nil cannot be asked.
func Failure(err error) string { return "failed: " + err.Error() }

// Nil is told as another verb tells it.
func FailureText(err error) string {
	if err == nil {
		return "failed: <nil>."
	}
	return "failed: " + err.Error() + "."
}

// Nil cannot be asked.
func ByPointer(p *Pointed) string { return p.String() + "!" }

// A method that does not count is called.
func ByValue(p Pointed) string { return p.String() + "!" }

// Nil cannot be asked.
func NilValued(v *Valued) string { return v.String() + "!" }

// The panic gets out.
func Mood(m Moody) string { return "mood: " + m.String() }

// The method is called.
func MoodNumber(m Moody) string { return fmt.Sprint("mood: ", m) }

// The width is lost.
func Fuss(f Fussy) string { return fmt.Sprintf("%v|%d", f, f) }

// It pads by bytes.
func Columns(n int, s string) string {
	pad := strings.Repeat(" ", max(0, 8-len(s)))
	return fmt.Sprintf("%5d|", n) + s + pad + "|" + pad + s + "|"
}

// The zeros stand before the sign.
func Signed(n int) string {
	text := strconv.Itoa(n)
	sign, space := "+", " "
	if n < 0 {
		sign, space = "", ""
	}
	return strings.Repeat("0", max(0, 3-len(text))) + text + " " + sign + text + " " + space + text
}

// It does not escape.
func Quoted(s string) string { return "name=\"" + s + "\";" }

// Negative numbers have no sign.
func Hex(n int, s string) string {
	text := strconv.FormatUint(uint64(n), 16)
	return text + " " + strings.ToUpper(text) + " " + hex.EncodeToString([]byte(s))
}

// Both are taken for text.
func Bytes(b []byte) string { return string(b) + " " + string(b) }

// It prints 64 bits.
func Half(f float32) string { return strconv.FormatFloat(float64(f), 'g', -1, 64) + ":" }

// It prints another exponent.
func Whole(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) + ":" }

// It cuts.
func Places(f float64) string {
	return strconv.FormatFloat(float64(int64(f*100))/100, 'f', 2, 64) + "%"
}

// The names are lost.
func Point(p struct{ X, Y int }) string {
	text := "{" + strconv.Itoa(p.X) + " " + strconv.Itoa(p.Y) + "}"
	return "at " + text + ", " + text
}

// It makes a byte.
func Letter(n int) string { return string(append([]byte("<"), byte(n), '>')) }

// There are spaces everywhere.
func Spaces(a int, s string, b bool) string {
	n := strconv.Itoa(a)
	return strings.Join([]string{n, strconv.FormatBool(b), s, s, n, n}, " ")
}

// The line does not end.
func Line(a int, s string) string { return strconv.Itoa(a) + " " + s + " " + strconv.Itoa(a) }

// The cause is lost.
func Wrapped(name string, err error) error {
	return errors.New(fmt.Sprintf("open %s: %v", name, err))
}

// The cause is there, and another type with it.
func Unwrapped(name string, err error) error { return fmt.Errorf("open %s: %w", name, err) }

// It writes in pieces.
func Told(w io.Writer, name string, n int) (int, error) {
	a, err := io.WriteString(w, name)
	if err != nil {
		return a, err
	}
	b, err := io.WriteString(w, " has "+strconv.Itoa(n)+"\n")
	return a + b, err
}

// It writes all at once.
func Listed(w io.Writer, names []string) error {
	var b []byte
	for i, name := range names {
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(append(append(b, ". "...), name...), '\n')
	}
	if len(b) == 0 {
		return nil
	}
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("line %d: %w", 0, err)
	}
	return nil
}

// A year has four digits, and a zone is not always whole hours.
func Header(t time.Time) string {
	return "[" + t.Format("Mon Jan _2 15:04:05.000 -0700 2006 PM MST __2 Z0700 .999") + "]"
}

// One layout is as good as the other.
func Layout(t time.Time, layout string) string { return t.Format(time.RFC3339) + ";" }

// The order of a map is chance.
func Nested(list []*Pointed, m map[string]Valued) string {
	var all []string
	for k, v := range m {
		all = append(all, k+":"+v.String())
	}
	return "map[" + strings.Join(all, " ") + "] " + strconv.Itoa(len(list))
}
