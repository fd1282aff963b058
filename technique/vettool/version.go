package vettool

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// answerVersion answers -V=full by the build ID of this program, whose last part is a hash
// of its content. The go command keeps what a tool found by this answer. It reports false
// where the ID cannot be read: then all of the program is hashed, which takes longer.
func answerVersion(args []string) bool {
	if len(args) != 1 || args[0] != "-V=full" {
		return false
	}
	name, err := os.Executable()
	if err != nil {
		return false
	}
	id, ok := buildID(name)
	if ok {
		fmt.Printf("%s version devel buildID=%s\n", filepath.Base(os.Args[0]), id)
	}
	return ok
}

// buildID returns the build ID of an ELF file if the go command made it; other builds may
// give the same one to different programs.
func buildID(name string) (id string, ok bool) {
	f, err := elf.Open(name)
	if err != nil {
		return "", false
	}
	defer f.Close()
	note := f.Section(".note.go.buildid")
	if note == nil {
		return "", false
	}
	data, err := note.Data()
	if err != nil || len(data) < 16 {
		return "", false
	}
	size := f.ByteOrder.Uint32(data[4:]) // after the size of a name, which is 4
	text := data[16:]
	if !bytes.HasPrefix(data[12:], []byte("Go\x00\x00")) || uint64(size) > uint64(len(text)) {
		return "", false
	}
	id = string(text[:size])
	return id, strings.Count(id, "/") == 3
}
