//go:build unix

package measure

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwn reports whether a file belongs to the user who runs this process.
func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}
