package differential

import (
	"slices"
	"testing"

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
