package escape

import (
	"os"
	"path/filepath"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/replace"
)

// cacheVersion is part of each key; it changes with the format and with what
// is taken from the compiler's log.
const cacheVersion = 1

// cacheAge is how long an entry stays without being read.
const cacheAge = 30 * 24 * time.Hour

// entryName returns the file for key.
func entryName(dir, key string) string { return filepath.Join(dir, key[:2], key+".facts") }

// recall returns the facts kept under key. A damaged entry counts as none; it
// will be written anew.
func recall(dir, key string) (facts []alloc.Fact, ok bool) {
	if dir == "" {
		return nil, false
	}
	name := entryName(dir, key)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	facts, err = unpack(data)
	if err != nil {
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // says that the entry is in use; no matter if not
	return facts, true
}

// store keeps the facts under key. That it cannot is no failure: the next run
// compiles again. Others may read and write the same entry meanwhile.
func store(dir, key string, facts []alloc.Fact) {
	if dir == "" {
		return
	}
	name := entryName(dir, key)
	if os.MkdirAll(filepath.Dir(name), 0o777) != nil {
		return
	}
	_ = replace.Bytes(name, pack(facts))
	trim(filepath.Dir(name))
}

// trim removes what has not been read for long from one of the cache's folders.
func trim(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && time.Since(info.ModTime()) > cacheAge {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
