package accesslog

import (
	"bytes"
	"math/rand/v2"
	"strconv"
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
		for _, room := range []int{0, 20} { // what follows in memory does not matter
			more := append(bytes.Clone(b), "?# \x7f\"? aaaaaaaaaaaaaaa"[:room]...)
			text := more[: len(b) : len(b)+room]
			if got := pathEnd(text); got != want {
				t.Fatalf("pathEnd(%q) = %d, want %d", b, got, want)
			}
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

// TestDigits8: numbers of every length, and texts that differ from one in a byte.
func TestDigits8(t *testing.T) {
	for _, s := range []string{"0", "9", "10", "407", "00017", "123456", "9876543", "99999999"} {
		want, _ := strconv.ParseUint(s, 10, 64)
		text := append([]byte(s), "7:a/\x00 4\t"...)[:len(s)]
		if n, ok := digits8(text); !ok || n != want {
			t.Errorf("digits8(%q) = %d, %v", s, n, ok)
		}
		for i := range text {
			for c := range 256 {
				broken := append(bytes.Clone(text), "55555555"...)[:len(s)]
				broken[i] = byte(c)
				_, err := strconv.ParseUint(string(broken), 10, 64)
				if _, ok := digits8(broken); ok != (err == nil) {
					t.Errorf("digits8(%q): %v", broken, ok)
				}
			}
		}
	}
	for _, s := range []string{"", "123456789"} {
		if _, ok := digits8(append([]byte(s), "12345678"...)[:len(s)]); ok {
			t.Errorf("digits8(%q) is none", s)
		}
	}
}
