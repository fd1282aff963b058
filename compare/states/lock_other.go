//go:build !unix

package states

import (
	"errors"
	"os"
)

// lock takes the lock that the file stands for, unless another process has it.
// The lock outlives a killed process; later processes use the next file.
func lock(name string) (unlock func(), ok bool, err error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	f.Close()
	return func() { os.Remove(name) }, true, nil
}
