package clock

import (
	"math/bits"
	"runtime"
	"syscall"
	"unsafe"
)

// cpuSet is a set of processors, as the kernel wants it.
type cpuSet [16]uint64 // 1024 of them

// pinned calls start, which starts a process, on a thread that may use only n
// processors: the process inherits that. Where the system does not allow it,
// or there are no more than n, start is called all the same.
func pinned(n int, start func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var allowed cpuSet
	if !affinity(syscall.SYS_SCHED_GETAFFINITY, &allowed) {
		return start()
	}
	some := allowed.last(n)
	if some == allowed || !affinity(syscall.SYS_SCHED_SETAFFINITY, &some) {
		return start()
	}
	defer affinity(syscall.SYS_SCHED_SETAFFINITY, &allowed)
	return start()
}

// affinity gets or sets the processors of this thread.
func affinity(call uintptr, set *cpuSet) bool {
	_, _, errno := syscall.RawSyscall(call, 0, unsafe.Sizeof(*set), uintptr(unsafe.Pointer(set)))
	return errno == 0
}

// last returns the last n processors of the set, or all of them: the first ones
// serve the devices.
func (s cpuSet) last(n int) cpuSet {
	var some cpuSet
	for i := len(s) - 1; i >= 0; i-- {
		for word := s[i]; word != 0 && n > 0; n-- {
			top := uint64(1) << (bits.Len64(word) - 1)
			some[i] |= top
			word &^= top
		}
	}
	return some
}
