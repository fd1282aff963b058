//go:build unix

package states

import (
	"os"
	"syscall"
)

// lock takes the lock that the file stands for, unless another process has it.
// The lock ends with this process, whatever ends it.
func lock(name string) (unlock func(), ok bool, err error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, false, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, false, nil
	}
	// The previous owner may have removed the file since it was opened.
	mine, err := f.Stat()
	there, thereErr := os.Stat(name)
	if err != nil || thereErr != nil || !os.SameFile(mine, there) {
		f.Close()
		return nil, false, nil
	}
	return func() {
		os.Remove(name)
		f.Close()
	}, true, nil
}
