//go:build unix && !solaris && !illumos && !aix

package rewrite

import (
	"os"
	"syscall"
)

// lock locks a file until it is closed or the process ends, however it does.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }

// tryLock locks a file unless another process has it.
func tryLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
