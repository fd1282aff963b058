//go:build !windows

package replace

import (
	"io"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// file keeps the text beside name until it is whole: only there does a rename
// surely stay within one file system.
func file(name string, write func(io.Writer) error) error {
	f, err := renameio.NewPendingFile(name, renameio.WithTempDir(filepath.Dir(name)),
		renameio.WithPermissions(0o666), renameio.WithExistingPermissions())
	if err != nil {
		return err
	}
	defer f.Cleanup()
	if err := write(f); err != nil {
		return err
	}
	return f.CloseAtomicallyReplace()
}
