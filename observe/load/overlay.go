package load

import (
	"os"

	"github.com/wring-go/wring/internal/gocmd"
)

// overlaid returns the build flags with those for the overlay. Call drop when
// the go command has ended.
func (c Config) overlaid() (flags []string, drop func(), err error) {
	flags = c.buildFlags()
	if len(c.Overlay) == 0 {
		return flags, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, nil, err
	}
	drop = func() { os.RemoveAll(dir) }
	list, err := gocmd.WriteOverlay(dir, c.Overlay, "")
	if err != nil {
		drop()
		return nil, nil, err
	}
	return append(flags, "-overlay="+list), drop, nil
}
