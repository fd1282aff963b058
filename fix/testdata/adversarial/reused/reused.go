// Package reused has functions in which it matters that an object is new: what its
// maker keeps of it, and what it is when the function is called within itself.
package reused

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

type encoder struct {
	w       io.Writer
	scratch [16]byte
	depth   int
	parts   []string
	last    []byte
}

func (e *encoder) write(s string) error {
	e.depth++
	b := append(e.scratch[:0], s...)
	e.last = b
	e.parts = append(e.parts, s)
	_, err := e.w.Write(b)
	return err
}

// Parts returns what a field of the encoder holds.
func Parts(w io.Writer, texts []string) []string {
	e := &encoder{w: w}
	for _, s := range texts {
		if e.write(s) != nil {
			return nil
		}
	}
	return e.parts
}

// Last returns bytes that may lie in the encoder.
func Last(texts []string) ([]byte, int) {
	e := &encoder{w: io.Discard}
	for _, s := range texts {
		e.write(s)
	}
	return e.last, e.depth
}

type nested struct {
	w     io.Writer
	again func(n *nested, s string) error
	buf   [8]byte
	level int
}

func (n *nested) Write(b []byte) (int, error) {
	if len(b) > 0 && b[0] == '(' && n.level < 3 {
		if err := Nested(n.w, string(b[1:]), n.level+1); err != nil {
			return 0, err
		}
	}
	k := copy(n.buf[:], b)
	_, err := n.w.Write(n.buf[:k])
	return len(b), err
}

// Nested calls itself while it has its own.
func Nested(w io.Writer, s string, level int) error {
	n := &nested{w: w, level: level}
	_, err := io.WriteString(n, s)
	fmt.Fprint(w, n.level, string(n.buf[:2]))
	return err
}

// Panics leaves by a panic, and the next call begins anew.
func Panics(w io.Writer, s string) (depth int) {
	e := &encoder{w: w}
	defer func() {
		if recover() != nil {
			depth = -e.depth
		}
	}()
	for i := range s {
		e.write(s[i : i+2])
	}
	return e.depth
}

// Document returns bytes that the caller may change and append to.
func Document(v any) ([]byte, error) {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(v); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// Nothing returns nil when nothing was written.
func Nothing(texts []string) []byte {
	buf := new(bytes.Buffer)
	for _, s := range texts {
		buf.WriteString(s)
	}
	return buf.Bytes()
}

// Some returns what is not nil even when nothing was read.
func Some(r io.Reader) ([]byte, error) {
	var buf bytes.Buffer
	_, err := buf.ReadFrom(r)
	return buf.Bytes(), err
}

// Unpacked returns the text, and the name that was packed with it.
func Unpacked(data []byte) (text, name string, err error) {
	zr, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return "", "", fmt.Errorf("no text: %w", err)
	}
	zr.Multistream(false)
	var b strings.Builder
	_, err = io.Copy(&b, zr)
	return b.String(), zr.Name, err
}

var errEmpty = errors.New("empty")

// Packed fails by its own error.
func Packed(s string) ([]byte, error) {
	var out bytes.Buffer
	zw, err := gzip.NewWriterLevel(&out, 1)
	if err != nil {
		return nil, err
	}
	if s == "" {
		err = errEmpty
	}
	zw.Name = s[:len(s)/2]
	zw.Write([]byte(s))
	if failed := zw.Close(); err == nil {
		err = failed
	}
	return out.Bytes(), err
}

// Rows keeps the bytes of each iteration.
func Rows(texts []string) string {
	var rows [][]byte
	for _, s := range texts {
		var buf bytes.Buffer
		buf.WriteString(s)
		buf.WriteByte('.')
		rows = append(rows, buf.Bytes())
	}
	return string(bytes.Join(rows, nil))
}

// Groups keeps the map of each iteration in which there is a long text.
func Groups(texts []string) string {
	var long []map[string]int
	for i := range texts {
		seen := make(map[string]int)
		for _, s := range texts[i:] {
			seen[s]++
		}
		if len(texts[i]) > 3 {
			long = append(long, seen)
		}
	}
	return fmt.Sprint(long)
}

// Headers begins each header with zeroes.
func Headers(w io.Writer, texts []string) error {
	for _, s := range texts {
		var head [8]byte
		copy(head[2:], s)
		if _, err := w.Write(head[:]); err != nil {
			return err
		}
	}
	return nil
}

// Late writes what was collected when it returns.
func Late(w io.Writer, texts []string) (n int) {
	for _, s := range texts {
		buf := new(bytes.Buffer)
		n, _ = buf.WriteString(s)
		defer buf.WriteTo(w)
	}
	return n
}

// Counted has another variable of the name around the loop.
func Counted(texts []string) int {
	seen := len(texts)
	for range texts {
		seen := make(map[string]bool)
		for _, s := range texts {
			if s == "" {
				break
			}
			seen[s] = true
		}
		texts = texts[:len(seen)]
	}
	return seen
}

// Found tells whether there was a list, and keeps what was appended to a part of it.
func Found(texts []string) string {
	var list []string
	for _, s := range texts {
		if s != "" {
			list = append(list, s)
		}
	}
	if list == nil {
		return "nil"
	}
	head := append(list[:1], "head")
	return fmt.Sprint(list, head, cap(list) >= len(list))
}

// Depth counts brackets on a stack, which it may find empty.
func Depth(s string) (deepest int) {
	defer func() {
		if recover() != nil {
			deepest = -1
		}
	}()
	var stack []int
	for i, c := range s {
		if c == '(' {
			stack = append(stack, i)
		}
		if c == ')' {
			deepest = max(deepest, i-stack[len(stack)-1])
			stack = stack[:len(stack)-1]
		}
	}
	return deepest
}
