package harness

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestStreams keeps what is in readers and buffers, and changes it.
func TestStreams(t *testing.T) {
	half := strings.NewReader("read: left")
	half.Seek(6, io.SeekStart)
	type holder struct {
		In  io.Reader
		Out bytes.Buffer
		Say strings.Builder
		in  bufio.Reader
	}
	held := &holder{In: bytes.NewReader([]byte("held"))}
	held.Out.WriteString("written")
	held.in = *bufio.NewReader(strings.NewReader("a line\nand another"))
	if line, err := held.in.ReadString('\n'); line != "a line\n" || err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	s, call := recording(t, func([]io.Reader, *bytes.Buffer, *holder, *strings.Reader) {},
		[]io.Reader{bytes.NewBufferString("buffer"), half}, new(bytes.Buffer), held,
		(*strings.Reader)(nil))
	if !complete(call.Args) {
		t.Fatalf("%+v is not all", call.Args)
	}
	if text, _ := io.ReadAll(half); string(text) != "left" {
		t.Errorf("%q is left in what was recorded", text)
	}
	if text, _ := io.ReadAll(&held.in); string(text) != "and another" {
		t.Errorf("%q is left in the buffered reader that was recorded", text)
	}
	changed := 0
	for i := range 60 {
		for _, mutate := range []bool{false, true} {
			args := newSource(s.reg, newBuilder(s.reg), i+2).recorded(call, s.params, mutate)
			list := args[0].Interface().([]io.Reader)
			var texts []string
			for _, r := range list {
				if b, ok := r.(*bytes.Buffer); ok && b != nil {
					texts = append(texts, b.String())
				} else if r, ok := r.(*strings.Reader); ok && r != nil {
					text, _ := io.ReadAll(r)
					texts = append(texts, string(text))
				}
			}
			if mutate {
				if len(texts) == 2 && (texts[0] != "buffer" || texts[1] != "left") {
					changed++
				}
				continue
			}
			h := args[2].Interface().(*holder)
			in, _ := io.ReadAll(h.In)
			h.Say.WriteByte('.') // a builder is no copy
			line, err := h.in.ReadString('\n')
			if line != "and another" || err != io.EOF {
				t.Fatalf("%q is left to read, %v", line, err)
			}
			if strings.Join(texts, " ") != "buffer left" || string(in) != "held" ||
				h.Out.String() != "written" || args[1].Interface().(*bytes.Buffer).Len() != 0 ||
				!args[3].IsNil() {
				t.Fatalf("%q, %q and %q are made again", texts, in, h.Out.String())
			}
		}
	}
	if changed < 10 {
		t.Errorf("what is read was changed %d times", changed)
	}
}
