package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/wring-go/wring/alloc"
)

// Cache is the folder for what can be made again. What was not used in it for a
// while is removed.
type Cache struct {
	Path string
	// fallback is why the folder is not the one that was asked for, but a
	// temporary one; nil when it is.
	fallback error
}

// Journals is where those who write files say what they are about to do.
func (c Cache) Journals() string { return filepath.Join(c.Path, "journals") }

// keep is how long something in the cache stays without being used, and keepChanged how
// long what one process built of code that it changed: it is of no use to others.
const (
	keep        = 7 * 24 * time.Hour
	keepChanged = 24 * time.Hour
)

// OpenCache makes the cache folder dir, which is a folder of wring below
// os.UserCacheDir when it is "". One that cannot be written is replaced by a
// temporary folder, and the warning says why: everything works, more slowly.
func OpenCache(dir string) (Cache, []alloc.Warning, error) {
	cache, err := openCache(dir)
	if err != nil || cache.fallback == nil {
		return cache, nil, err
	}
	return cache, []alloc.Warning{{Code: alloc.WarnCacheFallback, Text: fmt.Sprintf(
		"The cache folder cannot be written (%v); using %s.", cache.fallback, cache.Path)}}, nil
}

func openCache(dir string) (Cache, error) {
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return temporary(err)
		}
		dir = filepath.Join(user, "wring")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Cache{}, err
	}
	if err := writable(dir); err != nil {
		return temporary(err)
	}
	trim(filepath.Join(dir, "bin"), keep)
	trim(filepath.Join(dir, "changed"), keepChanged)
	trim(filepath.Join(dir, "overlay"), keep)
	trim(filepath.Join(dir, "trees"), keep) // of those who were killed
	return Cache{Path: dir}, nil
}

// writable makes dir and reports why files cannot be written in it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return probe(dir)
}

// probe returns the reason why files cannot be written in dir, or nil.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 4<<10)) // a full disk takes empty files
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	os.Remove(f.Name())
	return err
}

// temporary is the cache when the user's own cannot be used. It has one fixed
// place per user, so that it still serves from one run to the next, and is
// refused unless it is the user's alone: it will hold programs that are run.
func temporary(reason error) (Cache, error) {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("wring-cache-%d", os.Getuid()))
	if err := private(dir); err != nil {
		return Cache{}, fmt.Errorf("wring needs a folder for its builds: %w; "+
			"set XDG_CACHE_HOME or TMPDIR to a folder that can be written", err)
	}
	return Cache{Path: dir, fallback: reason}, nil
}

func private(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || !isOwn(info) || info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s is not a folder of this user alone", dir)
	}
	return writable(dir)
}

// trim removes the folders in dir that were not used for so long.
func trim(dir string, keep time.Duration) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // nothing there yet
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && time.Since(info.ModTime()) > keep {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
