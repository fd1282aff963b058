//go:build wring_overlay

package runtime

import _ "unsafe" // for go:linkname

// What wringSwitch does besides reading the counters; may be combined.
const (
	wringStart = 1 // book from here on
	wringStop  = 2 // stop booking
	wringReset = 4 // forget what was booked so far
)

// wringMaxTries bounds how often the world is stopped in search of a moment at
// which no allocation is under way.
const wringMaxTries = 10000

// wringForced counts switches made although allocations were under way. Books
// of such a section may be off by as many objects.
var wringForced uint64

// wringSwitch reads the runtime's counters into m and starts, stops or resets
// the books in the same stopped world, so that both speak of the same section
// to the object. A goroutine that was stopped inside an allocation may be
// counted but not yet booked: then the world runs on for a moment, and it is
// stopped again.
func wringSwitch(m *MemStats, op int) {
	_ = m.Alloc // nil check before we switch stacks
	for try := 0; ; try++ {
		stw := stopTheWorld(stwReadMemStats)
		quiet := false
		systemstack(func() {
			quiet = wringQuiet()
			if !quiet && try < wringMaxTries {
				return
			}
			if !quiet {
				wringForced++
				quiet = true
			}
			readmemstats_m(m)
			wringSet(op)
		})
		startTheWorld(stw)
		if quiet {
			return
		}
		Gosched()
		if try > 100 {
			usleep(50)
		}
	}
}

// wringQuiet reports whether no goroutine is inside an allocation. The world is
// stopped.
func wringQuiet() bool {
	ptr, n := atomicAllG()
	for i := uintptr(0); i < n; i++ {
		gp := atomicAllGIndex(ptr, i)
		if gp.wring.n != 0 && readgstatus(gp)&^_Gscan != _Gdead {
			return false
		}
	}
	return true
}

// wringSet carries out op. The world is stopped, or booking is off.
func wringSet(op int) {
	if op&wringReset != 0 {
		for t := wringTables; t != nil; t = t.next {
			for c := t.cells; c != nil; c = c.next {
				c.count = 0
			}
		}
		wringLost = 0
		wringForced = 0
	}
	if op&wringStart != 0 {
		wringOn = 1
	}
	if op&wringStop != 0 {
		wringOn = 0
	}
}

// The functions below are what package testing calls.

//go:linkname testing_wringSwitch testing.wringSwitch
func testing_wringSwitch(m *MemStats, op int) { wringSwitch(m, op) }

//go:linkname testing_wringForget testing.wringForget
func testing_wringForget() { wringSet(wringReset) }

//go:linkname testing_wringMode testing.wringMode
func testing_wringMode() int { return wringMode }

//go:linkname testing_wringMillis testing.wringMillis
func testing_wringMillis() int { return wringMillis }

//go:linkname testing_wringBegin testing.wringBegin
func testing_wringBegin(name string) { wringBegin(name) }

//go:linkname testing_wringEnd testing.wringEnd
func testing_wringEnd(name string, n int, objects, bytes uint64) {
	wringEnd(name, uint64(n), objects, bytes)
}
