package sharebuf

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestSharebuf(t *testing.T) {
	var b bytes.Buffer
	if err := Numbers(&b, 1); err != nil {
		t.Error(err)
	}
	Padded(&b, []string{"abcdefg", "h"})
	Framed(&b, 1)
	Separated(&b, []byte{1, 2})
	Beyond(&b, 2)
	const want = "\x01\x00\x00\x00\x00\x00\x00\x00\x00\x01\x01\x00\x00\x00" +
		"\x00\x00\x00\x00\x00\x02abcdefh\x00\x00\x00\x00\x00#\x00\x00\x01#\x00" +
		"\x00\x01\x00,\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	if first, second, last := Halves(strings.NewReader("abcdef")); first+second != "abcdef" || last != 0 {
		t.Error(first, second, last)
	}
	if n := Choice(io.Discard, true); n != 5 {
		t.Error(n)
	}
}

var size int

func BenchmarkSharebuf(b *testing.B) {
	r := strings.NewReader("")
	for b.Loop() {
		Numbers(io.Discard, 7)
		Padded(io.Discard, []string{"a", "b"})
		Framed(io.Discard, 7)
		Separated(io.Discard, []byte("abc"))
		Beyond(io.Discard, 3)
		size += len(Behind(io.Discard))
		r.Reset("abcdef")
		first, _, _ := Halves(r)
		size += len(first) + Choice(io.Discard, true)
	}
}
