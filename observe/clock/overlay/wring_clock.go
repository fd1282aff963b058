//go:build wring_overlay

// This file is added to package testing of test binaries that are timed by the processor.

package testing

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// wringClock is which clock is asked: the processor's, idle, or the day's.
var wringClock = os.Getenv("WRING_CLOCK")

const wringProcessClock = 2 // CLOCK_PROCESS_CPUTIME_ID

// wringNow stands for time.Now. By the other clocks it is no point in time, but differences
// are all that package testing makes of it.
func wringNow() time.Time {
	switch wringClock {
	case "processor":
		return time.Unix(0, int64(wringWorked()))
	case "idle":
		return time.Now().Add(-wringWorked() - wringQueued())
	}
	return time.Now()
}

// wringWorked is what the threads of the process have had of the processors, the garbage
// collector's among them.
func wringWorked() time.Duration {
	var ts syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, wringProcessClock,
		uintptr(unsafe.Pointer(&ts)), 0)
	if errno != 0 {
		panic("wring: the processor's clock cannot be read: " + errno.Error())
	}
	return time.Duration(ts.Nano())
}

// wringQueued is how long threads of the process could have worked, and other programs did;
// 0 where the kernel does not say.
func wringQueued() (sum time.Duration) {
	const tasks = "/proc/self/task"
	list, _ := os.ReadDir(tasks)
	for _, task := range list {
		text, _ := os.ReadFile(tasks + "/" + task.Name() + "/schedstat")
		if fields := strings.Fields(string(text)); len(fields) > 1 {
			ns, _ := strconv.ParseInt(fields[1], 10, 64)
			sum += time.Duration(ns)
		}
	}
	return sum
}
