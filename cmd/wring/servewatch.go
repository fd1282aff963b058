package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// lookEvery is how often the sources are looked at, and how long they must have
// been quiet before they count as changed: an editor may write several.
const lookEvery = 500 * time.Millisecond

// sourcesChange returns when a source of the module around dir has changed.
func sourcesChange(ctx context.Context, dir string) error {
	root := moduleAround(dir)
	before := sourceState(root)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	last := before
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		now := sourceState(root)
		if now != before && now == last {
			return nil
		}
		last = now
	}
}

// sourceState returns a text that differs when a source was changed, added or
// removed.
func sourceState(root string) string {
	var b strings.Builder
	filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if d.IsDir() {
			if name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); ext != ".go" && ext != ".mod" && ext != ".s" {
			return nil
		}
		if info, err := d.Info(); err == nil {
			fmt.Fprintln(&b, name, info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return b.String()
}

// openBrowser asks the system to show an address. Where it cannot, the user has
// it on the terminal.
func openBrowser(address string) {
	opener := []string{"xdg-open"}
	if runtime.GOOS == "darwin" {
		opener = []string{"open"}
	}
	if own := os.Getenv("BROWSER"); own != "" {
		opener = strings.Fields(own)
	}
	cmd := exec.Command(opener[0], append(opener[1:], address)...)
	if cmd.Start() == nil {
		go cmd.Wait()
	}
}
