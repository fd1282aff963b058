package poolsim

import (
	"strings"
	"testing"
	"time"
)

// TestReadRecorded reads arrivals in both forms and any order.
func TestReadRecorded(t *testing.T) {
	r, err := ReadRecorded(strings.NewReader("# a comment\n12.5 0.010\n\n10 0.02\n"))
	if err != nil || len(r.Times) != 2 || r.Times[1] != 2500*time.Millisecond ||
		r.Spent[0] != 20*time.Millisecond {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = ReadRecorded(strings.NewReader("2026-11-22T10:00:00.5Z\n2026-11-22T11:00:00+01:00\n"))
	if err != nil || r.Times[1] != 500*time.Millisecond || r.Spent != nil {
		t.Errorf("%+v, %v", r, err)
	}
	for text, message := range map[string]string{
		"": "no arrivals", "yesterday\n": "line 1", "1\n2 x\n": "line 2", "1 2\n2\n": "1 of 2",
		"0\n1e300\n": "no clock", "NaN\n": "no time",
	} {
		if _, err := ReadRecorded(strings.NewReader(text)); err == nil ||
			!strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v; want %q", text, err, message)
		}
	}
}

// FuzzReadRecorded reads anything: what it accepts is ascending and begins at 0.
func FuzzReadRecorded(f *testing.F) {
	f.Add("1 2\n3 4\n")
	f.Add("2026-11-22T10:00:00.5Z\n-5\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadRecorded(strings.NewReader(text))
		if err != nil {
			return
		}
		last := time.Duration(0)
		for _, at := range r.Times {
			if at < last {
				t.Fatalf("%v after %v in %q", at, last, text)
			}
			last = at
		}
	})
}
