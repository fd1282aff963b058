package trace

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/wring-go/wring/internal/digest"
)

// Builds remembers which test binaries were built and from which files, so that what is
// measured once more is not built once more. Files on disk must not change while it is in
// use. The zero value knows of none; it may be used concurrently.
type Builds struct {
	mu       sync.Mutex
	binaries map[build]string // where they are
}

// build is what a test binary is of: a package, and a digest of what differs from the disk.
type build struct{ path, files string }

// find returns the binary of a package. Some other process may have removed it.
func (b *Builds) find(path, files string) (binary string, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	binary = b.binaries[build{path, files}]
	_, err := os.Stat(binary)
	return binary, err == nil
}

// add remembers a binary, and forgets what was in its place.
func (b *Builds) add(path, files, binary string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.binaries == nil {
		b.binaries = map[build]string{}
	}
	maps.DeleteFunc(b.binaries, func(_ build, at string) bool { return at == binary })
	b.binaries[build{path, files}] = binary
}

// files returns a digest of the files that differ from those on disk.
func (c *Config) files() string {
	var h strings.Builder
	for _, list := range []map[string][]byte{c.Overlay, c.planted()} {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			fmt.Fprintf(&h, "%d:%s%d:%s", len(name), name, len(list[name]), list[name])
		}
		h.WriteByte(';')
	}
	return digest.Hex(h.String())
}
