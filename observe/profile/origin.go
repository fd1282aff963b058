package profile

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	pprof "github.com/google/pprof/profile"
)

// Build is what a profile says of the program that wrote it.
type Build struct {
	Program string // where the binary was when it ran; "" when that is not told
	ID      string // of the binary, as the linker gave it; "" when that is not told
}

func buildOf(p *pprof.Profile) Build {
	if len(p.Mapping) == 0 {
		return Build{}
	}
	return Build{Program: p.Mapping[0].File, ID: p.Mapping[0].BuildID}
}

// Same reports whether the binary that is at b.Program now is the one that wrote the
// profile, as far as the linker's note near the beginning of it tells.
func (b Build) Same() bool {
	f, err := os.Open(b.Program)
	if err != nil {
		return false
	}
	defer f.Close()
	if b.ID == "" {
		return true
	}
	var id []byte
	if fmt.Sscanf(b.ID, "%x", &id); 2*len(id) != len(b.ID) {
		return false // not of the linker's form
	}
	head, err := io.ReadAll(io.LimitReader(f, 64<<10))
	return err == nil && bytes.Contains(head, id)
}

// Version returns the version of a module that the name of a source file has in
// the module cache, as in .../example.com/m@v1.2.3/p/p.go; a pseudo-version
// names a commit, and another one a tag. It is "" for other files.
func Version(module, file string) string {
	_, rest, ok := strings.Cut(file, module+"@")
	if !ok {
		return ""
	}
	version, _, ok := strings.Cut(rest, "/")
	if !ok {
		return ""
	}
	version = strings.TrimSuffix(version, "+incompatible")
	if i := strings.LastIndexByte(version, '-'); i > 0 && len(version)-i == 13 {
		if commit := version[i+1:]; strings.Trim(commit, "0123456789abcdef") == "" {
			return commit
		}
	}
	return version
}
