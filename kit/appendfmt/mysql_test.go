package appendfmt_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

func at(text string) time.Time {
	t, err := time.Parse("2006-01-02 15:04:05", text)
	if err != nil {
		panic(err)
	}
	return t
}

// Each case is one where a digit, a carry or a zero could get lost.
func TestDateTime(t *testing.T) {
	for _, c := range []struct {
		time, auto, none, two string
	}{
		{"2026-03-21 09:05:07", "", "", ".00"},
		{"2026-03-21 09:05:07.5", ".5", "8", ".50"},
		{"2026-03-21 09:05:07.499999", ".499999", "", ".50"},
		{"2026-03-21 09:05:07.4999996", ".5", "", ".50"},
		{"2026-03-21 09:05:07.000001", ".000001", "", ".00"},
		{"2026-03-21 09:05:07.0000004", "", "", ".00"},
		{"2026-03-21 09:05:07.005", ".005", "", ".01"},
		{"0001-01-01 00:00:00.1", ".1", "", ".10"},
	} {
		base := c.time[:19]
		none := base
		if c.none != "" {
			none = base[:18] + c.none
		}
		check(t, c.time, appendfmt.DateTime(nil, at(c.time), appendfmt.Auto), base+c.auto)
		check(t, c.time, appendfmt.DateTime(nil, at(c.time), 0), none)
		check(t, c.time, appendfmt.DateTime(nil, at(c.time), 2), base+c.two)
	}
	for _, c := range []struct {
		time string
		f    appendfmt.Fraction
		want string
	}{
		{"1999-12-31 23:59:59.5", 0, "2000-01-01 00:00:00"},
		{"2024-02-28 23:59:59.9999996", appendfmt.Auto, "2024-02-29 00:00:00"},
		{"9999-12-31 23:59:59.9", 0, "10000-01-01 00:00:00"},
		{"2026-01-01 00:00:00.123456789", 9, "2026-01-01 00:00:00.123457"},
		{"0000-01-01 00:00:00", 0, "0000-01-01 00:00:00"},
	} {
		check(t, c.time, appendfmt.DateTime(nil, at(c.time), c.f), c.want)
	}
	check(t, "zero", appendfmt.DateTime(nil, time.Time{}, 3), "0000-00-00 00:00:00.000")
	check(t, "zero", appendfmt.Date(nil, time.Time{}), "0000-00-00")
	old := time.Date(-3, 1, 2, 0, 0, 0, 0, time.UTC)
	check(t, "negative", appendfmt.Date(nil, old), "-0003-01-02")
}

func TestTimestamp(t *testing.T) {
	east := time.FixedZone("", 3*60*60+30*60)
	check(t, "east", appendfmt.Timestamp(nil, at("2026-12-31 22:00:00"), east, 0),
		"2027-01-01 01:30:00")
	check(t, "nil", appendfmt.Timestamp(nil, at("2026-12-31 22:00:00").In(east), nil, 1),
		"2026-12-31 22:00:00.0")
	check(t, "zero", appendfmt.Timestamp(nil, time.Time{}, east, 0), "0000-00-00 00:00:00")
}

func TestTime(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		f    appendfmt.Fraction
		want string
	}{
		{0, 0, "00:00:00"},
		{0, 3, "00:00:00.000"},
		{-1, appendfmt.Auto, "00:00:00"},
		{-499, 6, "00:00:00.000000"},
		{-500, 6, "-00:00:00.000001"},
		{-400 * time.Millisecond, 0, "00:00:00"},
		{-500 * time.Millisecond, 0, "-00:00:01"},
		{59*time.Minute + 59500*time.Millisecond, 0, "01:00:00"},
		{838*time.Hour + 59*time.Minute + 59*time.Second, 0, "838:59:59"},
		{-99 * time.Hour, appendfmt.Auto, "-99:00:00"},
		{math.MaxInt64, appendfmt.Auto, "2562047:47:16.854776"},
		{math.MinInt64, 9, "-2562047:47:16.854776"},
	} {
		check(t, c.d.String(), appendfmt.Time(nil, c.d, c.f), c.want)
	}
}

func check(t *testing.T, what string, got []byte, want string) {
	t.Helper()
	if string(got) != want {
		t.Errorf("%s: got %s, want %s", what, got, want)
	}
}

// FuzzMySQL compares with package time's layouts, after rounding with it.
func FuzzMySQL(f *testing.F) {
	f.Add(int64(0), int64(0), 0)
	f.Add(int64(253402300799), int64(999_999_999), 3)
	f.Add(int64(-62135596800), int64(500), 6)
	f.Add(int64(1_774_083_907), int64(999_999_500), -1)
	f.Fuzz(func(t *testing.T, seconds, nsec int64, digits int) {
		seconds %= 250_000_000_000 // about the years 0 to 9999
		digits = digits % 8
		when := time.Unix(seconds, nsec%1e9).UTC()
		if when.IsZero() || when.Year() < 0 || when.Year() > 9998 {
			t.Skip()
		}
		check(t, when.String(), appendfmt.Date(nil, when), when.Format("2006-01-02"))
		f := appendfmt.Fraction(digits)
		check(t, when.String(), appendfmt.DateTime(nil, when, f), dateTime(when, digits))
		west := when.In(time.FixedZone("", -4*60*60-56*60-2))
		if west.Year() >= 0 {
			check(t, west.String(), appendfmt.DateTime(nil, west, f), dateTime(west, digits))
		}
		d := time.Duration(seconds*1e9/977 + nsec)
		check(t, d.String(), appendfmt.Time(nil, d, f), mysqlTime(d, digits))
	})
}

// dateTime is DateTime with the means of package time.
func dateTime(t time.Time, digits int) string {
	if digits < 0 {
		return t.Round(time.Microsecond).Format("2006-01-02 15:04:05.999999")
	}
	digits = min(digits, 6)
	layout := strings.TrimSuffix("2006-01-02 15:04:05."+"000000"[:digits], ".")
	return t.Round(unit(digits)).Format(layout)
}

func unit(digits int) time.Duration {
	u := time.Second
	for range digits {
		u /= 10
	}
	return u
}

// mysqlTime is Time with large numbers.
func mysqlTime(d time.Duration, digits int) string {
	auto := digits < 0
	if auto || digits > 6 {
		digits = 6
	}
	rest := new(big.Int).Abs(big.NewInt(int64(d)))
	u := big.NewInt(int64(unit(digits)))
	rest.Add(rest, new(big.Int).Rsh(u, 1)).Div(rest, u).Mul(rest, u)
	n := rest.Uint64()
	text := fmt.Sprintf("%02d:%02d:%02d.%09d", n/3600e9, n/60e9%60, n/1e9%60, n%1e9)
	text = text[:len(text)-9+digits]
	if auto {
		text = strings.TrimRight(text, "0")
		if i := strings.IndexByte(text, '.'); i < 0 {
			panic(text)
		}
	}
	text = strings.TrimSuffix(text, ".")
	if d < 0 && n > 0 {
		return "-" + text
	}
	return text
}
