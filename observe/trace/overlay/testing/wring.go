//go:build wring_overlay

// This file is added to package testing of traced test binaries.

package testing

import (
	"runtime"
	"strings"
	"time"
	_ "unsafe" // for go:linkname
)

// The same numbers as in package runtime.
const (
	wringStart = 1
	wringStop  = 2
	wringReset = 4

	wringBench = 1
	wringTests = 2
)

//go:linkname wringSwitch
func wringSwitch(m *runtime.MemStats, op int)

//go:linkname wringForget
func wringForget()

//go:linkname wringMode
func wringMode() int

//go:linkname wringMillis
func wringMillis() int

//go:linkname wringBegin
func wringBegin(name string)

//go:linkname wringEnd
func wringEnd(name string, n int, objects, bytes uint64)

// wringBudget is how long the counted iterations of one benchmark may take at most. A
// benchmark that needs longer runs fewer of them, and its section says how many.
const wringBudget = time.Second

// wringReplays begins the names of benchmarks that replay calls, of which one iteration is one:
// they have the whole budget, or some calls would be left out. Those that run whole tests, in
// each iteration, go on with wringWhole.
const (
	wringReplays = "BenchmarkWringCalls"
	wringWhole   = "/tests:"
)

// wringStarting returns what StartTimer asks for. The first start of a run
// forgets what was booked before in the very moment in which the counters are
// read: the timer of an enclosing benchmark may have kept the books open.
func (b *B) wringStarting() int {
	if b.netAllocs == 0 && b.netBytes == 0 {
		return wringReset | wringStart
	}
	return wringStart
}

// wringFirst is the run of one iteration with which every benchmark begins.
// B.Loop takes its number from benchTime, which therefore is 1 meanwhile.
func (b *B) wringFirst() {
	if wringMode() == wringBench {
		defer func(n int) { b.benchTime.n = n }(b.benchTime.n)
		b.benchTime.n = 1
	}
	b.runN(1)
}

// wringRun runs a benchmark's fixed number of iterations twice, first a tenth
// of it: what does not grow with the iterations belongs to the first use. It
// reports whether it ran the benchmark.
func (b *B) wringRun() bool {
	n := benchTime.n // the flag; b's own may be 1, see wringFirst
	if wringMode() != wringBench || n <= 0 {
		return false
	}
	loop := b.loop.n > 0
	run := func(n int) {
		b.benchTime.n = n
		if loop {
			n = 1
		}
		// runN collects once, which leaves what pools hold for one more collection. After two of
		// them each run fills its pools anew, which is first use; after one, a collection of its
		// own accord before the last run would make that look like what recurs.
		runtime.GC()
		b.runN(n)
	}
	budget := wringBudget
	kind, replay := strings.CutPrefix(b.name, wringReplays)
	if millis := wringMillis(); millis > 0 && (!replay || strings.HasPrefix(kind, wringWhole)) {
		budget = min(budget, time.Duration(millis)*time.Millisecond)
	}
	if b.duration*time.Duration(n) > budget {
		run(1) // the first iteration may have been slow because it was the first
		most := n
		n = max(1, min(n, int(budget/max(1, b.duration))))
		for most%n != 0 {
			n-- // so that it is rarely another number the next time
		}
		if n == 1 && b.duration > budget {
			return true // that was the run
		}
	}
	if n > 1 {
		run(max(1, n/10))
	}
	if !b.failed {
		run(n)
	}
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
