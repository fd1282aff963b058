package trace

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/wring-go/wring/internal/digest"
)

// Builds remembers which test binaries were built and from which files, so that what is
// measured once more is not built once more. Files on disk must not change while it is in
// use. The zero value knows of none; it may be used concurrently.
type Builds struct {
	mu    sync.Mutex
	files map[string]string // digests of what differs from the disk, by binary
}

func (b *Builds) has(binary, files string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	known, ok := b.files[binary]
	return ok && known == files
}

func (b *Builds) add(binary, files string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.files == nil {
		b.files = map[string]string{}
	}
	b.files[binary] = files
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
