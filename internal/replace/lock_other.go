//go:build !unix || solaris || illumos || aix

package replace

import (
	"errors"
	"os"
	"syscall"
)

const locks = false

func ownSession() *syscall.SysProcAttr { return nil }

// lock does nothing where files cannot be locked as here needed.
func lock(*os.File) error { return nil }

// tryLock fails, so that nobody finishes what another process is about to: what
// was left by one that was killed stays until somebody looks at it.
func tryLock(*os.File) error { return errors.ErrUnsupported }
