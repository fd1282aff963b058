package appendfmt_test

import (
	"testing"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

// TestAllocatesNothing calls every function with a buffer that is long enough.
// A hundred calls are one run, because the quotient is rounded down.
func TestAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 4096)
	loc := time.FixedZone("", 3600)
	calls := map[string]func() []byte{
		"Date":      func() []byte { return appendfmt.Date(buf, when) },
		"DateTime":  func() []byte { return appendfmt.DateTime(buf, when, appendfmt.Auto) },
		"Timestamp": func() []byte { return appendfmt.Timestamp(buf, when, loc, 6) },
		"Time":      func() []byte { return appendfmt.Time(buf, -time.Hour, 3) },
		"RFC3339":   func() []byte { return appendfmt.RFC3339(buf, when, appendfmt.Auto) },
		"HTTPDate":  func() []byte { return appendfmt.HTTPDate(buf, when) },
		"Duration":  func() []byte { return appendfmt.Duration(buf, 1234567891234) },
		"Fixed":     func() []byte { return appendfmt.Fixed(buf, -5, 4) },
		"Thousands": func() []byte { return appendfmt.Thousands(buf, 1234567, ",") },
		"Size":      func() []byte { return appendfmt.Size(buf, 123456) },
		"SizeSI":    func() []byte { return appendfmt.SizeSI(buf, 123456) },
	}
	for _, q := range quoters {
		calls[q.name+" of a string"] = func() (out []byte) {
			for _, s := range hard {
				out = q.text(buf, s)
			}
			return out
		}
	}
	for name, call := range calls {
		if n := testing.AllocsPerRun(1, func() {
			for range 100 {
				call()
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations in 100 calls, want none", name, n)
		}
	}
}

func TestQuotingBytesAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 4096)
	for _, q := range quoters {
		for _, s := range hard {
			input := []byte(s)
			if n := testing.AllocsPerRun(1, func() { q.bytes(buf, input) }); n != 0 {
				t.Errorf("%s(bytes of %q): %v allocations, want none", q.name, s, n)
			}
		}
	}
}

// TestGrows appends to a buffer that is too short, and to its end.
func TestGrows(t *testing.T) {
	for _, q := range quoters {
		short := make([]byte, 2, 3)
		copy(short, "ab")
		got := q.text(short, "some more text, and 'more'")
		if want := "ab" + q.standard("some more text, and 'more'"); string(got) != want {
			t.Errorf("%s: got %q, want %q", q.name, got, want)
		}
	}
}
