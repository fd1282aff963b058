package generator

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The calls here are made behind the scheduler's back. It would take the processor
// away from a thread that waits for 20 µs, and wake another thread for it, at each of
// the many times that a thread waits for the next answers. What a thread holds
// meanwhile must not be missed: see together. A signal, as that of the collector, ends
// the waiting.

// poll waits for events, and returns how many there are.
func poll(fd int, events []unix.EpollEvent, most time.Duration) int {
	n, _, errno := unix.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(fd),
		uintptr(unsafe.Pointer(&events[0])), uintptr(len(events)), uintptr(most.Milliseconds()),
		0, 0)
	if errno != 0 {
		return 0
	}
	return int(n)
}

func read(fd int, to []byte) (int, error)    { return transfer(unix.SYS_READ, fd, to) }
func write(fd int, from []byte) (int, error) { return transfer(unix.SYS_WRITE, fd, from) }

// transfer reads or writes a file that does not block, with memory that is not empty.
func transfer(call uintptr, fd int, b []byte) (int, error) {
	n, _, errno := unix.RawSyscall(call, uintptr(fd), uintptr(unsafe.Pointer(&b[0])),
		uintptr(len(b)))
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}
