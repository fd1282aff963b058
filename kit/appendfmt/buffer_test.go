package appendfmt_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

// calls are functions of the package, each with arguments for which it writes
// something long.
func calls() map[string]func([]byte) []byte {
	long := 1e18 + 123_456_789
	all := map[string]func([]byte) []byte{
		"Date":     func(b []byte) []byte { return appendfmt.Date(b, when) },
		"DateTime": func(b []byte) []byte { return appendfmt.DateTime(b, when, appendfmt.Auto) },
		"DateTime 10000": func(b []byte) []byte {
			return appendfmt.DateTime(b, when.AddDate(9000, 0, 0), 4)
		},
		"Timestamp": func(b []byte) []byte { return appendfmt.Timestamp(b, when, nil, 2) },
		"Time":      func(b []byte) []byte { return appendfmt.Time(b, math.MinInt64, 6) },
		"RFC3339":   func(b []byte) []byte { return appendfmt.RFC3339(b, when, 9) },
		"HTTPDate":  func(b []byte) []byte { return appendfmt.HTTPDate(b, when) },
		"Duration":  func(b []byte) []byte { return appendfmt.Duration(b, math.MinInt64) },
		"Fixed":     func(b []byte) []byte { return appendfmt.Fixed(b, -5, 30) },
		"Thousands": func(b []byte) []byte { return appendfmt.Thousands(b, int64(long), "..") },
		"Size":      func(b []byte) []byte { return appendfmt.Size(b, math.MaxUint64) },
		"SizeSI":    func(b []byte) []byte { return appendfmt.SizeSI(b, 123_456) },
	}
	for _, q := range quoters {
		all[q.name] = func(b []byte) []byte { return q.text(b, `it's "quoted" & 'so on', <é>`) }
	}
	return all
}

// TestEveryCapacity appends to buffers that are too short by every number of
// bytes. What was in the buffer stays, and what lies behind the capacity is not
// touched.
func TestEveryCapacity(t *testing.T) {
	for name, call := range calls() {
		want := string(call(nil))
		for room := range len(want) + 2 {
			whole := []byte("before" + strings.Repeat("-", room) + "behind")
			buf := whole[: len("before") : len("before")+room]
			if got := string(call(buf)); got != "before"+want {
				t.Errorf("%s with room for %d bytes: got %q, want %q", name, room, got,
					"before"+want)
			}
			if string(whole[:6]) != "before" || string(whole[6+room:]) != "behind" {
				t.Errorf("%s with room for %d bytes wrote outside of it: %q", name, room, whole)
			}
		}
	}
}

// TestRoomIsUsed appends to a buffer with room, which must be the one returned.
func TestRoomIsUsed(t *testing.T) {
	for name, call := range calls() {
		buf := make([]byte, 1, 1000)
		if got := call(buf); &got[0] != &buf[0] {
			t.Errorf("%s returned another buffer although there was room", name)
		}
	}
}

// TestDays writes each day of four hundred years, after which the calendar
// repeats.
func TestDays(t *testing.T) {
	day := time.Date(1900, 1, 1, 23, 59, 59, 999_999_499, time.UTC)
	for range 146_097 {
		got := string(appendfmt.DateTime(nil, day, appendfmt.Auto))
		if want := day.Format("2006-01-02 15:04:05") + ".999999"; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
		next := day.Add(time.Microsecond) // midnight, with every carry there is
		got = string(appendfmt.DateTime(nil, day.Add(1), 6))
		if want := next.Format("2006-01-02 15:04:05") + ".000000"; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
		day = day.AddDate(0, 0, 1)
	}
}

// TestDigits writes one time with each number of digits, in each format.
func TestDigits(t *testing.T) {
	at := time.Date(2026, 3, 21, 9, 5, 7, 98_765_432, time.UTC)
	d := 9*time.Hour + 5*time.Minute + 7*time.Second + 98_765_432
	for f, want := range []struct{ mysql, rfc string }{
		{"", ""}, {".1", ".0"}, {".10", ".09"}, {".099", ".098"}, {".0988", ".0987"},
		{".09877", ".09876"}, {".098765", ".098765"}, {".098765", ".0987654"},
		{".098765", ".09876543"}, {".098765", ".098765432"}, {".098765", ".098765432"},
	} {
		f := appendfmt.Fraction(f)
		check(t, "DateTime", appendfmt.DateTime(nil, at, f), "2026-03-21 09:05:07"+want.mysql)
		check(t, "Time", appendfmt.Time(nil, d, f), "09:05:07"+want.mysql)
		check(t, "Time", appendfmt.Time(nil, -d, f), "-09:05:07"+want.mysql)
		check(t, "RFC3339", appendfmt.RFC3339(nil, at, f), "2026-03-21T09:05:07"+want.rfc+"Z")
	}
}

// TestSummerTime writes the hours around the end of summer time, where one hour
// comes twice.
func TestSummerTime(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	start := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC) // 02:30 in summer
	for i, want := range []string{"02:30:00", "02:30:00", "03:30:00"} {
		now := start.Add(time.Duration(i) * time.Hour)
		check(t, "Timestamp", appendfmt.Timestamp(nil, now, zone, 0), "2026-10-25 "+want)
	}
	check(t, "RFC3339", appendfmt.RFC3339(nil, start.In(zone), 0), "2026-10-25T02:30:00+02:00")
	later := start.Add(time.Hour).In(zone)
	check(t, "RFC3339", appendfmt.RFC3339(nil, later, 0), "2026-10-25T02:30:00+01:00")
}
