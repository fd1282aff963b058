package wring

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/fix"
)

// cache is the folder for what can be made again.
type cache struct {
	dir      string
	warnings []alloc.Warning
}

// journals is where those who write files say what they are about to do.
func (c cache) journals() string { return filepath.Join(c.dir, "journals") }

// recover finishes what a wring that was killed was about to write.
func (c *cache) recover() error {
	list, err := fix.Recover(c.journals())
	for _, r := range list {
		text := "were completed"
		if !r.Completed {
			text = "hold again what they held before, but for those that were changed since"
		}
		c.warnings = append(c.warnings, alloc.Warning{Code: "recovered", Text: fmt.Sprintf(
			"An earlier wring fix was killed while it wrote. Its files %s: %s.", text,
			strings.Join(r.Files, ", "))})
	}
	return err
}

// keep is how long something in the cache stays without being used.
const keep = 7 * 24 * time.Hour

// openCache makes the cache folder. One that cannot be written is replaced by a
// temporary folder, with a warning: everything works, more slowly.
func openCache(dir string) (cache, error) {
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return temporaryCache(err)
		}
		dir = filepath.Join(user, "wring")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return cache{}, err
	}
	if err := writable(dir); err != nil {
		return temporaryCache(err)
	}
	trim(filepath.Join(dir, "bin"))
	trim(filepath.Join(dir, "overlay"))
	trim(filepath.Join(dir, "trees")) // of those who were killed
	return cache{dir: dir}, nil
}

// writable makes dir and reports why files cannot be written in it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return probe(dir)
}

// probe reports why files cannot be written in dir.
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

// explain adds to a failure that the go command's own cache cannot be written:
// what the go command says then is about something else.
func (s *session) explain(err error) error {
	if err == nil || s.tools.GOCACHE == "" || errors.Is(err, context.Canceled) {
		return err
	}
	if reason := probe(s.tools.GOCACHE); reason != nil {
		return fmt.Errorf("%w\nthe go command's cache cannot be written: %w; "+
			"set GOCACHE to a folder with more room", err, reason)
	}
	return err
}

// temporaryCache is the cache when the user's own cannot be used. It has one
// fixed place per user, so that it still serves from one run to the next, and
// is refused unless it is the user's alone: it will hold programs that are run.
func temporaryCache(reason error) (cache, error) {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("wring-cache-%d", os.Getuid()))
	if err := private(dir); err != nil {
		return cache{}, fmt.Errorf("wring needs a folder for its builds: %w; "+
			"set XDG_CACHE_HOME or TMPDIR to a folder that can be written", err)
	}
	return cache{dir: dir, warnings: []alloc.Warning{{Code: "cache",
		Text: fmt.Sprintf("The cache folder cannot be written (%v); using %s.", reason, dir)}}}, nil
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

// trim removes the folders in dir that were not used for a while.
func trim(dir string) {
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
