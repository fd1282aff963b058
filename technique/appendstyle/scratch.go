package appendstyle

import (
	"fmt"
	"math/bits"
)

// The slice of a root begins in its frame: make with a constant capacity does
// not allocate when the slice stays in the function and in what it calls. A
// text that is longer moves to the heap by itself.
const (
	leastScratch = 64
	mostScratch  = 512
	// perLoop is how often a loop is expected to run.
	perLoop = 8
)

// grow notes that about n bytes will be appended.
func (d *draft) grow(n int) {
	if d.loop > 0 {
		n *= perLoop
	}
	d.size += n
}

// saved notes that an expression of about n bytes no longer allocates.
func (d *draft) saved(n int) {
	d.grow(n)
	d.gain++
}

// scratch returns the expression for a slice that has room for about what was
// emitted since the size was reset.
func (d *draft) scratch() string {
	n := min(max(d.size, leastScratch), mostScratch)
	return fmt.Sprintf("make([]byte, 0, %d)", 1<<bits.Len(uint(n-1)))
}
