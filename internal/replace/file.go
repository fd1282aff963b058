package replace

import (
	"io"
	"path/filepath"
)

// File writes a file whole or not at all, even if other processes write it too:
// what write writes is put in place of what name holds, if anything. A link
// stays, and what it leads to is replaced. A file keeps its mode; a new one
// gets what the umask leaves.
func File(name string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	return file(name, write)
}

// Bytes is [File] for text that is at hand.
func Bytes(name string, text []byte) error {
	return File(name, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
