package bytemark

import (
	"bytes"
	"testing"
)

// checkMarks compares with one byte at a time, and the portable version.
func checkMarks(t *testing.T, text []byte, a, b byte) {
	t.Helper()
	marks := Mark(nil, text, a, b)
	if len(marks) != (len(text)+63)/64 {
		t.Fatalf("%d words for %d bytes", len(marks), len(text))
	}
	for i, c := range text {
		if marked := marks[i/64]>>(i%64)&1 == 1; marked != (c == a || c == b) {
			t.Fatalf("place %d of %q: %v", i, text, marked)
		}
	}
	if beyond := len(text) % 64; beyond > 0 && marks[len(marks)-1]>>beyond != 0 {
		t.Fatalf("marks behind the end of %q", text)
	}
	padded := append(bytes.Clone(text), make([]byte, 64)...)
	words := make([]uint64, len(marks))
	plain(words, padded, a, b)
	for i := range len(text) {
		if words[i/64]>>(i%64)&1 != marks[i/64]>>(i%64)&1 {
			t.Fatalf("place %d of %q: the versions differ", i, text)
		}
	}
}

// TestMark: every length, with and without room behind the text, and bytes that
// differ from those looked for in one bit.
func TestMark(t *testing.T) {
	var all []byte
	for i := range 300 {
		all = append(all, "\t\x08\x89\"#\\ a\x00\xff"[i*i%10])
	}
	for n := range all {
		checkMarks(t, all[:n], '\t', '\t')
		checkMarks(t, all[:n:n], '"', '\\')
		checkMarks(t, all[n:], 0, 0xff)
	}
}

func FuzzMark(f *testing.F) {
	f.Add([]byte("time:1\tpath:/"), byte('\t'), byte(':'))
	f.Fuzz(func(t *testing.T, text []byte, a, b byte) { checkMarks(t, text, a, b) })
}
