package harness

import (
	"os"
	"syscall"
	"time"
	"unsafe"
)

// limitMemory keeps a function that is asked for something huge from taking all
// of the machine's memory: the allocation fails instead, and ends the process.
func limitMemory() {
	const limit = 3 << 30
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit})
}

// cpuTime returns how much processor time this process has used.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// The system calls of landlock have the same numbers on all architectures.
const (
	landlockCreate   = 444
	landlockRestrict = 446
	prSetNoNewPrivs  = 38
	writing          = 1<<1 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<11 | 1<<12
)

// restrictFiles forbids this process to write, make and remove files, where the
// kernel can. The judge runs nothing that it sees to do such things; this is
// for what it does not see. Files that are open already stay writable.
func restrictFiles() {
	rights := uint64(writing)
	fd, _, errno := syscall.Syscall(landlockCreate, uintptr(unsafe.Pointer(&rights)), 8, 0)
	if errno != 0 || os.Getenv("WRING_UNRESTRICTED") != "" {
		return
	}
	defer syscall.Close(int(fd))
	defer func() { _ = recover() }() // AllThreadsSyscall panics where C code has threads
	if _, _, errno := syscall.AllThreadsSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs,
		1, 0, 0, 0, 0); errno != 0 {
		return
	}
	_, _, _ = syscall.AllThreadsSyscall(landlockRestrict, fd, 0, 0)
}
