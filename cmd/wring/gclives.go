package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/collector"
	"github.com/wring-go/wring/collector/lives"
	"github.com/wring-go/wring/observe/profile/web"
)

// lives runs the program once more, and says what outlives its cycles.
func (g *gcCommand) lives(ctx context.Context, p collector.Program, books *alloc.Record,
	folder string, show func(phase, what string)) (lives.Heap, error) {
	show("running", "it to see what outlives a cycle")
	own := filepath.Join(folder, "lives")
	if err := os.Mkdir(own, 0o700); err != nil {
		return lives.Heap{}, err
	}
	files, err := collector.Survivors(ctx, g.source, p, own)
	if err != nil {
		return lives.Heap{}, err
	}
	return lives.Read(ctx, files, books, false)
}

// sampled says what lives in the heap profile of a process that runs already. The
// profile is fetched once, since it is read more than once.
func (g *gcCommand) sampled(ctx context.Context, patterns []string) (lives.Heap, error) {
	file := g.heap
	if strings.Contains(file, "://") {
		f, err := os.CreateTemp("", "wring-heap-")
		if err != nil {
			return lives.Heap{}, err
		}
		file = f.Name()
		defer os.Remove(file)
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		_, body, err := web.Fetch(ctx, g.heap)
		if err == nil {
			_, err = io.Copy(f, io.LimitReader(body, maxHeap))
			body.Close()
		}
		if err := firstError(err, f.Close()); err != nil {
			return lives.Heap{}, fmt.Errorf("-heap: %w", err)
		}
	}
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	books, err := wring.ReadProfiles(ctx, []string{file}, wring.ProfileOptions{Dir: g.source.Dir,
		Tags: g.source.Tags, Patterns: patterns})
	if err != nil {
		return lives.Heap{}, fmt.Errorf("-heap: %w", err)
	}
	return lives.Read(ctx, []string{file}, books, true)
}

// maxHeap is more than any heap profile has, in bytes.
const maxHeap = 256 << 20
