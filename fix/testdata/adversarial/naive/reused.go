package reused

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

var shared encoder

// The parts are used again.
func Parts(w io.Writer, texts []string) []string {
	e := &shared
	e.w, e.parts = w, e.parts[:0]
	for _, s := range texts {
		if e.write(s) != nil {
			return nil
		}
	}
	return e.parts
}

// The bytes are those of the next call.
func Last(texts []string) ([]byte, int) {
	e := &shared
	e.w, e.depth = io.Discard, 0
	for _, s := range texts {
		e.write(s)
	}
	return e.last, e.depth
}

var same nested

// A call within it takes its struct away.
func Nested(w io.Writer, s string, level int) error {
	n := &same
	n.w, n.level = w, level
	_, err := io.WriteString(n, s)
	fmt.Fprint(w, n.level, string(n.buf[:2]))
	return err
}

// After a panic it is deep.
func Panics(w io.Writer, s string) (depth int) {
	e := &shared
	e.w = w
	defer func() {
		if recover() != nil {
			depth = -e.depth
		}
	}()
	for i := range s {
		e.write(s[i : i+2])
	}
	depth, e.depth = e.depth, 0
	return depth
}

var buffer bytes.Buffer

// The bytes are used again.
func Document(v any) ([]byte, error) {
	buffer.Reset()
	if err := json.NewEncoder(&buffer).Encode(v); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

// What is empty is nil only once.
func Nothing(texts []string) []byte {
	buffer.Reset()
	for _, s := range texts {
		buffer.WriteString(s)
	}
	return bytes.Clone(buffer.Bytes())
}

var reader gzip.Reader

// The name is that of the text before, and the error another.
func Unpacked(data []byte) (text, name string, err error) {
	name = reader.Name
	if err := reader.Reset(bytes.NewReader(data)); err != nil {
		return "", "", fmt.Errorf("no text: %v", err)
	}
	reader.Multistream(false)
	var b strings.Builder
	_, err = io.Copy(&b, &reader)
	return b.String(), name, err
}

// All rows are the last.
func Rows(texts []string) string {
	var rows [][]byte
	var buf bytes.Buffer
	for _, s := range texts {
		buf.Reset()
		buf.WriteString(s)
		buf.WriteByte('.')
		rows = append(rows, buf.Bytes())
	}
	return string(bytes.Join(rows, nil))
}

// All maps are one.
func Groups(texts []string) string {
	var long []map[string]int
	seen := make(map[string]int)
	for i := range texts {
		clear(seen)
		for _, s := range texts[i:] {
			seen[s]++
		}
		if len(texts[i]) > 3 {
			long = append(long, seen)
		}
	}
	return fmt.Sprint(long)
}

// The end of a longer header stays.
func Headers(w io.Writer, texts []string) error {
	var head [8]byte
	for _, s := range texts {
		copy(head[2:], s)
		if _, err := w.Write(head[:]); err != nil {
			return err
		}
	}
	return nil
}

// What is written is what came last.
func Late(w io.Writer, texts []string) (n int) {
	buf := new(bytes.Buffer)
	for _, s := range texts {
		buf.Reset()
		n, _ = buf.WriteString(s)
		defer buf.WriteTo(w)
	}
	return n
}

// There is always a list.
func Found(texts []string) string {
	list := make([]string, 0, 16)
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
