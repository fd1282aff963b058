package differential

import (
	"slices"
	"testing"
	"time"

	"github.com/wring-go/wring/verify/differential/harness"
)

// TestWild tries small inputs where few of the wanted ones could be tried, because of their
// time or because processes did not survive them, and sound ones for the latter.
func TestWild(t *testing.T) {
	crashed := harness.Outcome{Flags: harness.Crashed}
	for _, test := range []struct {
		tried  []harness.Outcome
		wanted int
		wild   bool
	}{
		{make([]harness.Outcome, 10), defaultInputs, true},
		{make([]harness.Outcome, leastInputs), defaultInputs, false},
		{make([]harness.Outcome, 10), 10, false},
		{append(make([]harness.Outcome, leastInputs), crashed), defaultInputs, false},
		{append(make([]harness.Outcome, leastInputs), crashed, crashed), defaultInputs, true},
	} {
		if got := careless.tooLittle(test.tried, test.wanted); got != test.wild {
			t.Errorf("%d inputs of %d: wild %t", len(test.tried), test.wanted, got)
		}
		survived := !slices.ContainsFunc(test.tried, lost)
		if got := tame.tooLittle(test.tried, test.wanted); got != (test.wild && !survived) {
			t.Errorf("%d inputs of %d: wild %t, though tame", len(test.tried), test.wanted, got)
		}
	}
}

// TestCares skips what has shown nothing of a function, and nothing else.
func TestCares(t *testing.T) {
	some, enough := make([]harness.Outcome, leastInputs-1), make([]harness.Outcome, leastInputs)
	for _, test := range []struct {
		careless, tame []harness.Outcome
		want           care
	}{{enough, some, careless}, {some, enough, tame}, {some, some, sound}} {
		c := &cares{}
		c.note("p", "F", careless, test.careless)
		if c.needed("p", "F") == tame {
			c.note("p", "F", tame, test.tame)
		}
		if got := c.needed("p", "F"); got != test.want {
			t.Errorf("%d and %d inputs: care %d, want %d", len(test.careless), len(test.tame),
				got, test.want)
		}
		if c.needed("p", "G") != careless || c.needed("q", "F") != careless {
			t.Error("what is known of one function counts for another")
		}
	}
}

// TestEach divides what is left of the time among functions.
func TestEach(t *testing.T) {
	for _, test := range []struct {
		left     time.Duration // 0 for no end
		n        int
		from, to time.Duration
	}{
		{0, 100, 2 * time.Second, 2 * time.Second},
		{time.Minute, 3, 2 * time.Second, 2 * time.Second},
		{time.Minute, 30, 900 * time.Millisecond, time.Second},
		{time.Second, 30, 500 * time.Millisecond, 500 * time.Millisecond},
		{-time.Second, 1, 500 * time.Millisecond, 500 * time.Millisecond},
	} {
		opt := Options{Time: 2 * time.Second}
		if test.left != 0 {
			opt.end = time.Now().Add(test.left)
		}
		if got := opt.each(test.n); got < test.from || got > test.to {
			t.Errorf("%v for %d functions: %v each, want %v to %v", test.left, test.n, got,
				test.from, test.to)
		}
	}
}
