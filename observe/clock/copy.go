package clock

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// copyTo copies the binary to a new file of that name.
func (b Binary) copyTo(name string) (Binary, error) {
	// A process that is started while the file is open for writing would hold it
	// open until it runs its own program, and a program that is open for writing
	// cannot be started.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := copyFile(b.Path, name); err != nil {
		return Binary{}, fmt.Errorf("copying a test binary: %w", err)
	}
	b.Path = name
	return b, nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
