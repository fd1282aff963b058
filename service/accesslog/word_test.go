package accesslog

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestWords compares what reads eight bytes at a time with what reads one.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const common = "aaaaaaaabc\x1f !\x7f\x80\xff?#\"\\\t\x08\x0a:;"
	for range 200_000 {
		b := make([]byte, r.IntN(60))
		for i := range b {
			if b[i] = 'a'; r.IntN(12) == 0 {
				b[i] = common[r.IntN(len(common))]
			}
		}
		c := common[r.IntN(len(common))]
		if got, want := index(b, c), bytes.IndexByte(b, c); got != want {
			t.Fatalf("index(%q, %q) = %d, want %d", b, c, got, want)
		}
		if got, want := indexQuote(b), bytes.IndexAny(b, "\"\\"); got != want {
			t.Fatalf("indexQuote(%q) = %d, want %d", b, got, want)
		}
		want := 0
		for want < len(b) && b[want] >= ' ' && b[want] != '?' && b[want] != '#' && b[want] != 0x7f {
			want++
		}
		if got := pathEnd(b); got != want {
			t.Fatalf("pathEnd(%q) = %d, want %d", b, got, want)
		}
		n := r.IntN(len(b) + 1)
		text := bytes.Clone(b[:n])
		if n > 0 && r.IntN(2) == 0 {
			text[r.IntN(n)] ^= 1
		}
		p := newPrefix(text)
		if got, want := p.begins(b), bytes.HasPrefix(b, text); got != want {
			t.Fatalf("%q begins with %q: %v", b, text, got)
		}
	}
}
