package replace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// file does what renameio does elsewhere: it offers nothing on Windows, where a
// process that has the file open can keep it from being replaced.
func file(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), tempPrefix(name)+"*")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
