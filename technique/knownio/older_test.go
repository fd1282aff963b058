package knownio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// writeSmall is w.Write(p), for a few bytes. They stay on the stack of its caller.
func writeSmall(w io.Writer, p []byte) (int, error) {
	switch w := w.(type) {
	case *bytes.Buffer:
		return w.Write(p)
	case *bufio.Writer:
		if len(p) > 0 && len(p) <= w.Available() {
			for n, b := range p {
				if err := w.WriteByte(b); err != nil {
					return n, err
				}
			}
			return len(p), nil
		}
	}
	q := make([]byte, len(p))
	copy(q, p)
	return w.Write(q)
}

// failing writes a few bytes, and then fails.
type failing struct {
	bytes.Buffer
	room int
}

func (f *failing) Write(p []byte) (int, error) {
	n := min(f.room, len(p))
	f.room -= n
	f.Buffer.Write(p[:n])
	if n < len(p) {
		return n, errors.New("full")
	}
	return n, nil
}

// written returns what comes of writing to buffers that are empty, full and in between, before
// something that fails at any byte.
func written(write func(w io.Writer, p []byte) (int, error)) (said string) {
	for room := range 24 {
		for size := range 6 {
			f := &failing{room: room}
			plain, buffered := &bytes.Buffer{}, bufio.NewWriterSize(f, 16)
			for i := range 5 {
				p := []byte("0123456789")[i : i+size]
				for _, w := range []io.Writer{buffered, plain, f} {
					n, err := write(w, p)
					said += fmt.Sprintln(n, err, buffered.Buffered())
				}
			}
			said += fmt.Sprintln(buffered.Flush(), f.String(), plain.String())
		}
	}
	return said
}

// TestOlderWriter has the helper for older releases, which stands above, do what w.Write does.
func TestOlderWriter(t *testing.T) {
	source, err := os.ReadFile("older_test.go")
	if err != nil || !strings.Contains(string(source), olderWriter.Text) {
		t.Error("the helper is another one than this file has", err)
	}
	want := written(func(w io.Writer, p []byte) (int, error) { return w.Write(p) })
	if got := written(writeSmall); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
