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
