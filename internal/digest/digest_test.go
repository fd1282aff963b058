package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// TestSum compares with the standard library at each length around the ends of
// blocks.
func TestSum(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdefghijklmnopqrstuvwxyz\xff\x00"), 20)
	for n := range 5*block + 1 {
		if got, want := Sum(text[:n]), sha256.Sum256(text[:n]); got != want {
			t.Fatalf("the sum of %d bytes is %x, want %x", n, got, want)
		}
	}
}

func TestHex(t *testing.T) {
	sum := sha256.Sum256([]byte("wring"))
	if got, want := Hex("wring"), hex.EncodeToString(sum[:]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzSum(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, want := Sum(data), sha256.Sum256(data); got != want {
			t.Errorf("got %x, want %x", got, want)
		}
	})
}
