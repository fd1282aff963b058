//go:build wring_overlay

// This file is added to package testing of test binaries that are timed by the processor.

package testing

import (
	"os"
	"syscall"
	"time"
	"unsafe"
)

// wringByProcessor is whether time is what the process has had of the processors.
var wringByProcessor = os.Getenv("WRING_CLOCK") == "processor"

const wringProcessClock = 2 // CLOCK_PROCESS_CPUTIME_ID

// wringNow stands for time.Now. What the threads of the process have worked, the
// garbage collector's among them, is no point in time, but differences are all that
// package testing makes of it.
func wringNow() time.Time {
	if !wringByProcessor {
		return time.Now()
	}
	var ts syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, wringProcessClock,
		uintptr(unsafe.Pointer(&ts)), 0)
	if errno != 0 {
		panic("wring: the processor's clock cannot be read: " + errno.Error())
	}
	return time.Unix(ts.Unix())
}
