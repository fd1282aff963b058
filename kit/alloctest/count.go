package alloctest

import (
	"math"
	"runtime"
	"runtime/debug"
)

// attempts is how often a measurement is repeated. What another goroutine
// allocates in all of them is counted.
const attempts = 5

// Count returns how many objects are allocated by n calls of f, after a first
// one that is not counted. It takes the least of some attempts, because the
// runtime now and then allocates for itself. Meanwhile one goroutine runs at a
// time and no garbage is collected, so pools keep what they hold.
func Count(n int, f func()) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	f()
	least := uint64(math.MaxUint64)
	for range attempts {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			f()
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	return least
}
