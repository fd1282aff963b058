package appendfmt

import (
	"testing"
	"time"
)

// Every day of ten thousand years has the date that package time gives it, and
// the limits are where they are said to be.
func TestCivil(t *testing.T) {
	when := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	if when.Unix() != yearZero {
		t.Errorf("the year 0 begins at %d", when.Unix())
	}
	for days := uint32(0); when.Year() < 10_000; days++ {
		year, month, day := civil(days)
		y, m, d := when.Date()
		if year != y || month != int(m) || day != d {
			t.Fatalf("day %d is %d-%d-%d, want %d-%d-%d", days, year, month, day, y, m, d)
		}
		when = when.AddDate(0, 0, 1)
	}
	if when.Unix() != yearTenThousand {
		t.Errorf("the year 10,000 begins at %d", when.Unix())
	}
}

// Moments at both ends of the years with four digits, and beyond them, in zones
// on either side: each is written as package time writes it.
func TestLimitsOfYears(t *testing.T) {
	const layout = "2006-01-02 15:04:05"
	for _, limit := range []int64{yearZero, yearTenThousand} {
		for _, offset := range []int{0, 1, -1, 14 * 60 * 60, -12 * 60 * 60} {
			zone := time.FixedZone("", offset)
			for seconds := -90_000; seconds < 90_000; seconds += 601 {
				when := time.Unix(limit+int64(seconds), 0).In(zone)
				want := when.Format(layout)
				if year := when.Year(); year < 0 {
					// Package time has four digits with the sign.
					want = "-" + when.AddDate(-2*year, 0, 0).Format(layout)
				}
				if got := string(DateTime(nil, when, 0)); got != want {
					t.Fatalf("%v: got %s, want %s", when, got, want)
				}
			}
		}
	}
}
