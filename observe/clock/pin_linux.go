package clock

import (
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// cpuSet is a set of processors, as the kernel wants it.
type cpuSet [16]uint64 // 1024 of them

// pinned calls start, which starts a process, on a thread that may use only the processors
// of p: the process inherits that. Where the system does not allow it, or they are all that
// there are, start is called all the same.
func pinned(p place, start func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var allowed cpuSet
	if !affinity(syscall.SYS_SCHED_GETAFFINITY, &allowed) {
		return start()
	}
	some := allowed.last(p.skip + p.n).without(allowed.last(p.skip))
	if some == allowed || some == (cpuSet{}) || !affinity(syscall.SYS_SCHED_SETAFFINITY, &some) {
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

func (s cpuSet) without(t cpuSet) cpuSet {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// resident watches how much memory a process has until it is called to end, which returns the
// most, in bytes. What the system says of a process that has ended counts what this one had when
// it began the other, so it cannot be asked.
func resident(pid int) (end func() int64) {
	file := fmt.Sprintf("/proc/%d/status", pid)
	most, done := int64(0), make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for tick := time.Tick(time.Millisecond); ; {
			text, err := os.ReadFile(file)
			if err != nil {
				return
			}
			if _, rest, found := strings.Cut(string(text), "\nVmHWM:"); found {
				var kilobytes int64
				if _, err := fmt.Sscan(rest, &kilobytes); err == nil {
					most = max(most, kilobytes<<10)
				}
			}
			select {
			case <-done:
				return
			case <-tick:
			}
		}
	})
	return func() int64 {
		close(done)
		wait.Wait()
		return most
	}
}
