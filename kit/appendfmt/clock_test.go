package appendfmt_test

import (
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

func FuzzClock(f *testing.F) {
	f.Add(int64(0), int64(0), 0)
	f.Add(int64(1_774_083_907), int64(250_000_400), 7200)
	f.Add(int64(-62135596800), int64(1), -12600)
	f.Add(int64(253402300799), int64(999_999_999), 59)
	f.Add(int64(-99999999999), int64(120), -30)
	f.Add(int64(math.MaxInt64), int64(0), 0)
	f.Fuzz(func(t *testing.T, seconds, nsec int64, offset int) {
		zone := time.FixedZone("", offset%(24*60*60))
		when := time.Unix(seconds%1e12, nsec%1e9).In(zone)
		check(t, "RFC3339", appendfmt.RFC3339(nil, when, appendfmt.Auto),
			when.Format(time.RFC3339Nano))
		check(t, "RFC3339", appendfmt.RFC3339(nil, when, 0), when.Format(time.RFC3339))
		check(t, "RFC3339", appendfmt.RFC3339(nil, when, 3),
			when.Format("2006-01-02T15:04:05.000Z07:00"))
		check(t, "RFC3339", appendfmt.RFC3339(nil, when, 12),
			when.Format("2006-01-02T15:04:05.000000000Z07:00"))
		check(t, "HTTPDate", appendfmt.HTTPDate(nil, when), when.UTC().Format(http.TimeFormat))
		for _, d := range []time.Duration{time.Duration(seconds), time.Duration(nsec),
			time.Duration(offset)} {
			check(t, "Duration", appendfmt.Duration(nil, d), d.String())
		}
	})
}

// TestDuration has a case for each unit, on both sides of its limits.
func TestDuration(t *testing.T) {
	for d := time.Duration(1); d > 0 && d < math.MaxInt64/10; d *= 10 {
		for _, near := range []time.Duration{d - 1, d, d + 1, 6 * d, -d, 3600 * d} {
			check(t, "Duration", appendfmt.Duration(nil, near), near.String())
		}
	}
	for _, d := range []time.Duration{math.MinInt64, math.MaxInt64, time.Hour, time.Minute,
		time.Hour + time.Second, 59*time.Second + 999*time.Millisecond} {
		check(t, "Duration", appendfmt.Duration(nil, d), d.String())
	}
}

// TestLongYear shows what package time does too: the year has as many digits as
// it needs.
func TestLongYear(t *testing.T) {
	for _, y := range []int{-12345, -1, 0, 7, 10000, 123456} {
		when := time.Date(y, 11, 2, 3, 4, 5, 0, time.UTC)
		check(t, "year", appendfmt.RFC3339(nil, when, 0), when.Format(time.RFC3339))
	}
}

// TestNames asks for each month and each day of the week.
func TestNames(t *testing.T) {
	when := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var months, days strings.Builder
	for range 366 {
		got := appendfmt.HTTPDate(nil, when)
		check(t, "HTTPDate", got, when.Format(http.TimeFormat))
		if when.Day() == 1 {
			months.Write(got[8:11])
		}
		if when.YearDay() <= 7 {
			days.Write(got[:3])
		}
		when = when.AddDate(0, 0, 1)
	}
	check(t, "months", []byte(months.String()), "JanFebMarAprMayJunJulAugSepOctNovDecJan")
	check(t, "days", []byte(days.String()), "ThuFriSatSunMonTueWed"+"Fri") // and 1 January 2027
}
