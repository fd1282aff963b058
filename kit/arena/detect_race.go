//go:build race

package arena

import (
	"runtime"
	"unsafe"
)

// detects says that the program is built with a detector of wrong accesses.
const detects = true

// condemn tells the race detector that memory must not be accessed any more: it
// lets a goroutine write there which nothing later is ordered after. A stale
// access is then reported as a race, with both stacks. The detector remembers
// only the latest accesses of each word, so it can miss one.
func condemn(p unsafe.Pointer, n uintptr) {
	done := make(chan bool)
	go func() {
		runtime.RaceWriteRange(p, int(n))
		runtime.RaceDisable() // so that done orders nothing
		close(done)
		runtime.RaceEnable()
	}()
	runtime.RaceDisable()
	<-done
	runtime.RaceEnable()
}
