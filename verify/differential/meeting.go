package differential

import (
	"sync/atomic"

	"github.com/wring-go/wring/verify/differential/harness"
)

// meeting is where the old and the new side show each other the outcomes of the first leg.
type meeting struct {
	shown   [2]chan []harness.Outcome
	stopped atomic.Bool // both sides stopped there
}

func newMeeting() *meeting {
	return &meeting{shown: [2]chan []harness.Outcome{
		make(chan []harness.Outcome, 1), make(chan []harness.Outcome, 1)}}
}

// enough reports whether the sides differ on so many inputs that neither need go on. It waits for
// the other one, unless that has left.
func (m *meeting) enough(side int, mine []harness.Outcome) bool {
	m.shown[side] <- mine
	other := <-m.shown[1-side]
	if len(other) == 0 || soon(mine, other) == 0 {
		return false
	}
	m.stopped.Store(true)
	return true
}

// leave says that a side does not come, or has been there.
func (m *meeting) leave(side int) { close(m.shown[side]) }
