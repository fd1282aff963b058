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

// tryLock fails, so that no process finishes what another is about to: what a
// killed process left stays until a user looks at it.
func tryLock(*os.File) error { return errors.ErrUnsupported }
