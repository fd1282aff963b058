package differential

import (
	"sync"

	"github.com/wring-go/wring/verify/differential/harness"
)

// care is with what care inputs are made.
type care int

const (
	careless care = iota
	tame          // small numbers: harness.Plan.Tame
	sound         // and values as the package makes them: harness.Plan.Sound
)

// tooLittle reports whether a function needs more care: it takes so much time or memory that
// few of the wanted inputs can be tried. Small numbers are no help against calls that do not
// come back, sound values none against slow ones.
func (c care) tooLittle(list []harness.Outcome, wanted int) bool {
	n := 0
	for _, o := range list {
		if lost(o) {
			n++
		}
	}
	return n >= tooWild || c == careless && len(list) < min(leastInputs, wanted)
}

// cares remembers which functions need care, from one change to the next.
type cares struct{ of sync.Map }

type function struct{ pkg, name string }

// needed returns the care with which a function is to be tried first.
func (c *cares) needed(pkg, name string) care {
	if known, ok := c.of.Load(function{pkg, name}); ok {
		return known.(care)
	}
	return careless
}

// note takes what the old code did on inputs that were made with too little care. Where they
// were so few that they show nothing, the next change need not wait for them.
func (c *cares) note(pkg, name string, with care, old []harness.Outcome) {
	if len(old) < leastInputs {
		c.of.Store(function{pkg, name}, with+1)
	}
}
