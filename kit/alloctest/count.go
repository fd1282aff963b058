package alloctest

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

// attempts is how often a measurement is repeated. What another goroutine
// allocates in all of them is counted.
const attempts = 5

// Count returns how many objects are allocated by n calls of f, after a first
// one that is not counted. It takes the least of some attempts, because the
// runtime now and then allocates for itself. Meanwhile one goroutine runs at a
// time and no garbage is collected, so pools keep what they hold. It panics
// while tests run that called t.Parallel.
func Count(n int, f func()) uint64 {
	if inParallel() {
		panic("alloctest: " + parallel)
	}
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

// parallel says why nothing is measured beside others.
const parallel = "allocations cannot be counted during tests that called t.Parallel: " +
	"theirs would be counted too"

// inParallel reports whether tests run that called t.Parallel. The settings of
// the runtime that are changed here for a while are global, and two tests that
// change them at once restore the wrong ones. Only package testing knows; it
// refuses to measure.
func inParallel() (yes bool) {
	defer func() { yes = recover() != nil }()
	testing.AllocsPerRun(1, func() {})
	return false
}
