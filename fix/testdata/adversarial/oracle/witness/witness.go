// Package witness writes down what functions do: results, panics, and their
// arguments afterwards. It is put beside the functions only after they have
// been rewritten.
package witness

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Log is what was seen. Each line begins with the name of a function.
type Log struct{ out *bufio.Writer }

// Open begins the log of a package, in the folder that WITNESS names.
func Open(t *testing.T, name string) *Log {
	dir := os.Getenv("WITNESS")
	if dir == "" {
		t.Skip("WITNESS names no folder")
	}
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	log := &Log{bufio.NewWriter(f)}
	t.Cleanup(func() {
		if err := errors.Join(log.out.Flush(), f.Close()); err != nil {
			t.Error(err)
		}
	})
	return log
}

// Do runs f and writes down what it returns, or how it panics.
func (l *Log) Do(name string, f func() string) {
	fmt.Fprintf(l.out, "%s: %s\n", name, strings.ReplaceAll(caught(f), "\n", `\n`))
}

func caught(f func() string) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprintf("panic %T %q", r, fmt.Sprint(r))
		}
	}()
	return f()
}

// Show returns a value as Go would spell it, and an error by type and text.
func Show(x any) string {
	if err, ok := x.(error); ok {
		return fmt.Sprintf("%T %q under it %v", err, caught(err.Error), errors.Unwrap(err))
	}
	return fmt.Sprintf("%#v", x)
}

// Each calls f with each of the arguments.
func Each[A, R any](l *Log, name string, f func(A) R, args ...A) {
	for _, a := range args {
		input := Show(a)
		l.Do(name, func() string { return input + " gives " + Show(f(a)) })
		l.Do(name, func() string { return "afterwards " + Show(a) })
	}
}

// Cross calls f with each pair of arguments. They are made anew for each call.
func Cross[A, B, R any](l *Log, name string, f func(A, B) R, as func() []A, bs func() []B) {
	for i := range as() {
		for j := range bs() {
			a, b := as()[i], bs()[j]
			input := Show(a) + ", " + Show(b)
			l.Do(name, func() string { return input + " gives " + Show(f(a, b)) })
			l.Do(name, func() string { return "afterwards " + Show(a) + ", " + Show(b) })
		}
	}
}

// Texts are texts that tell many functions from what resembles them.
func Texts() []string {
	return []string{"", " ", "\t", "\n", "\u00a0", "\u2003x\u2003", "\u0085a\u0085", "a", "A",
		"ab", "aab", "  a  b ", ",", ",,", "a,b", "a,b,", ",a", "a,b,c,d", "a:b", "a:b:c", ":",
		"K", "k", "\u212a", "ſ", "s", "S", "ß", "ẞ", "SS", "İ", "i", "ı", "I", "é", "e\u0301",
		"日本", "\xff", "a\xffb", "\xc3", "\xed\xa0\x80", "\ufffd", "\x00", "%", "%d", "%!",
		"\"", "'", "\\", "`", "<nil>", "ba na na", "one two  three", "x=1;y=2", "abcabcabc",
		"5 x", "5 6 -7", "0", "-1", "007", "1e3", "9223372036854775808"}
}

// Writer counts its calls. It fails at the call number Fail, having taken Short
// bytes of it.
type Writer struct {
	Calls       []string
	Fail, Short int
}

// Write takes p.
func (w *Writer) Write(p []byte) (int, error) {
	w.Calls = append(w.Calls, string(p))
	if len(w.Calls) != w.Fail {
		return len(p), nil
	}
	if w.Short > 0 {
		return min(w.Short, len(p)), io.ErrShortWrite
	}
	return 0, errors.New("the writer fails")
}
