package differential

import (
	"fmt"

	"github.com/wring-go/wring/verify/differential/harness"
)

// tally counts what the old code did.
type tally struct{ total, compared, panicked, failed, lost int }

// add counts an input and reports whether it can be compared.
func (t *tally) add(old, again harness.Outcome) bool {
	t.total++
	if lost(old) {
		t.lost++
		return false // what ran out of memory or time may not do so again
	}
	if old != again {
		return false
	}
	t.compared++
	if old.Flags&harness.Panicked != 0 {
		t.panicked++
	}
	if old.Flags&harness.Failed != 0 {
		t.failed++
	}
	return true
}

// The least that must have been compared for an answer: inputs, and the share
// of them, in percent, on which the old code did something other than panic.
const (
	leastInputs  = 200
	leastOutcome = 3
)

// doubt returns why nothing can be concluded from inputs that all agree, or "".
func (t *tally) doubt() string {
	switch {
	case t.compared < leastInputs && t.total > 2*t.compared && t.lost == 0:
		return fmt.Sprintf("called twice with the same arguments, "+
			"it did the same in %d of %d cases", t.compared, t.total)
	case t.compared < leastInputs:
		return fmt.Sprintf("only %d inputs could be tried in the time", t.compared)
	case (t.compared-t.panicked)*100 < leastOutcome*t.compared:
		return fmt.Sprintf("it panicked on %d of %d inputs that could be made for it",
			t.panicked, t.compared)
	}
	return ""
}
