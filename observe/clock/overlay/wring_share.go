//go:build wring_overlay

// This file is added to package testing of test binaries that are timed by the processor. It
// gives each of several benchmarks of one process a time and a count of its own.

package testing

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

// wringRun is how a benchmark runs, instead of what the flags say of all.
type wringRun struct {
	time  durationOrCountFlag
	count uint
}

// wringRuns are the benchmarks that share the process, by their full names. Where there are none
// nothing differs.
var wringRuns = wringShared(os.Getenv("WRING_BENCHMARKS"))

// wringShared reads lines of a time, a count and a name.
func wringShared(lines string) map[string]wringRun {
	runs := map[string]wringRun{}
	for line := range strings.Lines(lines) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3)
		n, err := strconv.ParseUint(fields[1], 10, 32)
		run := wringRun{count: uint(n)}
		if err != nil || run.time.Set(fields[0]) != nil {
			panic("wring: this is no way to run a benchmark: " + line)
		}
		runs[fields[2]] = run
	}
	return runs
}

// wringMark is what the process had worked when the repetition that runs began.
var wringMark atomic.Int64

// wringTime returns the time of a benchmark that is about to run for the first time.
func wringTime(name string, given durationOrCountFlag) durationOrCountFlag {
	run, shares := wringRuns[name]
	if !shares {
		return given
	}
	wringPass()
	wringMark.Store(int64(wringWorked()))
	return run.time
}

// wringCount returns how often a benchmark repeats.
func wringCount(name string, given uint) uint {
	if run, shares := wringRuns[name]; shares {
		return run.count
	}
	return given
}

// wringLasted returns what the line of a repetition ends with: what the process has worked for
// it, and around it.
func wringLasted(name string) string {
	if _, shares := wringRuns[name]; !shares {
		return ""
	}
	now := int64(wringWorked())
	return fmt.Sprintf("\t%d wring-lasted", now-wringMark.Swap(now))
}

// The gate: this process says that it is there, and is told when the other one is.
const wringHere, wringGo = 3, 4

var wringGated = wringHasGate()

// wringHasGate keeps the gate from the processes that a benchmark begins.
func wringHasGate() bool {
	if os.Getenv("WRING_GATE") == "" {
		return false
	}
	syscall.CloseOnExec(wringHere)
	syscall.CloseOnExec(wringGo)
	return true
}

// wringPass waits at the gate. Once it is gone nothing waits any more.
func wringPass() {
	wringGated = wringGated && wringByte(syscall.Write, wringHere) &&
		wringByte(syscall.Read, wringGo)
}

// wringByte reports whether call moves one byte.
func wringByte(call func(int, []byte) (int, error), file int) bool {
	for {
		if n, err := call(file, []byte{0}); err != syscall.EINTR {
			return n == 1
		}
	}
}
