package escape

import (
	"net/url"
	"testing"
)

// checkSegment compares with net/url.
func checkSegment(t *testing.T, text string) {
	t.Helper()
	if got, want := escapeSegment(text), url.PathEscape(text); got != want {
		t.Errorf("%q is escaped as %q, want %q", text, got, want)
	}
	if back, ok := unescapeSegment(escapeSegment(text)); !ok || back != text {
		t.Errorf("%q comes back as %q, %v", text, back, ok)
	}
	got, ok := unescapeSegment(text)
	if want, err := url.PathUnescape(text); ok != (err == nil) || got != want {
		t.Errorf("%q is read as %q, %v; want %q, %v", text, got, ok, want, err)
	}
}

// TestSegmentBytes has every byte.
func TestSegmentBytes(t *testing.T) {
	for c := range 256 {
		checkSegment(t, "a"+string([]byte{byte(c)})+"b")
	}
}

func FuzzSegment(f *testing.F) {
	for _, text := range []string{"", "example.com/a b/é", "%2Fa%2fb", "%", "%4", "%zz", "%+1",
		"100%25"} {
		f.Add(text)
	}
	f.Fuzz(checkSegment)
}
