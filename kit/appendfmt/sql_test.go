package appendfmt_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/appendfmt"
)

// TestSQLEveryByte puts each byte at each place of texts of up to three words,
// alone and beside another that needs an escape.
func TestSQLEveryByte(t *testing.T) {
	var dst []byte
	for n := range 25 {
		text := bytes.Repeat([]byte("x"), n)
		for i := range n {
			for c := range 256 {
				text[i] = byte(c)
				dst = appendfmt.SQL(dst[:0], text)
				if want := sql(string(text)); string(dst) != want {
					t.Fatalf("got %q, want %q", dst, want)
				}
				text[(i+1)%n] = '\''
				dst = appendfmt.SQL(dst[:0], string(text))
				if want := sql(string(text)); string(dst) != want {
					t.Fatalf("got %q, want %q", dst, want)
				}
				text[(i+1)%n] = 'x'
			}
			text[i] = 'x'
		}
	}
}

// TestSQLRoom writes texts of which each byte, some, or none needs an escape to
// buffers of every size, and looks at what lies behind them.
func TestSQLRoom(t *testing.T) {
	for _, piece := range []string{"x", "'", "xxxxxxx'", "xxxxxxxx\x00xxx", "\x01"} {
		text := strings.Repeat(piece, 40/len(piece))
		want := sql(text)
		for room := range 2*len(text) + 20 {
			whole := bytes.Repeat([]byte{0xAA}, room+16)
			got := appendfmt.SQL(whole[:0:room], text)
			what := fmt.Sprintf("%q with room for %d", text, room)
			if string(got) != want {
				t.Fatalf("%s: got %q, want %q", what, got, want)
			}
			if !bytes.Equal(whole[room:], bytes.Repeat([]byte{0xAA}, 16)) {
				t.Fatalf("%s: wrote behind it", what)
			}
			if stays := &got[0] == &whole[0]; stays != (room >= len(want)) {
				t.Fatalf("%s: %d bytes, in the buffer: %v", what, len(want), stays)
			}
			if room >= len(want) && !bytes.Equal(whole[len(want):room],
				bytes.Repeat([]byte{0xAA}, room-len(want))) {
				t.Fatalf("%s: touched what it did not use: %q", what, whole)
			}
		}
	}
}
