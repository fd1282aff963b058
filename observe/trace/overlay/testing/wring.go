//go:build wring_overlay

// This file is added to package testing of traced test binaries.

package testing

import (
	"runtime"
	_ "unsafe" // for go:linkname
)

// The same numbers as in package runtime.
const (
	wringStart = 1
	wringStop  = 2
	wringReset = 3

	wringBench = 1
	wringTests = 2
)

//go:linkname wringSwitch
func wringSwitch(m *runtime.MemStats, op int)

//go:linkname wringForget
func wringForget()

//go:linkname wringMode
func wringMode() int

//go:linkname wringBegin
func wringBegin(name string)

//go:linkname wringEnd
func wringEnd(name string, n int, objects, bytes uint64)

// wringRun runs a benchmark's fixed number of iterations twice, first a tenth
// of it: what does not grow with the iterations belongs to the first use. It
// reports whether it ran the benchmark.
func (b *B) wringRun() bool {
	n := b.benchTime.n
	if wringMode() != wringBench || n <= 0 {
		return false
	}
	loop := b.loop.n > 0
	for _, n := range [...]int{max(1, n/10), n} {
		if b.failed {
			break
		}
		b.benchTime.n = n
		if loop {
			b.runN(1) // B.Loop takes the number from benchTime
		} else {
			b.runN(n)
		}
	}
	b.benchTime.n = n
	return true
}

// wringSection ends the section of one run of b's function. A benchmark with
// sub-benchmarks is not measured: its own figures hold theirs.
func (b *B) wringSection() {
	if wringMode() == wringBench && !b.hasSub.Load() {
		wringEnd(b.name, b.N, b.netAllocs, b.netBytes)
	}
}

// wringTest begins or ends the one section of a run of tests.
func wringTest(begin bool) {
	if wringMode() != wringTests {
		return
	}
	if begin {
		wringBegin("")
		wringSwitch(&memStats, wringStart)
		wringTestStart = memStats.Mallocs
		wringTestBytes = memStats.TotalAlloc
		return
	}
	wringSwitch(&memStats, wringStop)
	wringEnd("", 1, memStats.Mallocs-wringTestStart, memStats.TotalAlloc-wringTestBytes)
}

var wringTestStart, wringTestBytes uint64
