//go:build unix && !solaris && !illumos && !aix

package replace

import (
	"os"
	"syscall"
)

// locks says whether files can be locked.
const locks = true

// ownSession lets a process live on when the session of this one is killed.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// lock locks a file until it is closed or the process ends, however it does.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }

// tryLock locks a file unless another process has it.
func tryLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
