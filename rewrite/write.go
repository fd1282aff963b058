package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Files is the content of files by absolute path.
type Files map[string][]byte

// Write puts files in place of original: all of them, or none.
//
// Nothing is touched when a file is not as in original any more, cannot be
// written, or is no ordinary file. Every new content is written beside its file
// and is on the disk before the first is renamed into place; a failure after
// that puts back what was there. So a file is whole at any moment. A process
// that is killed has changed nothing, unless it was killed between the first
// rename and the last, a few system calls apart; then the files not yet renamed
// are still the old ones. What it leaves behind is hidden, and removed by the
// next Write of the same file. A link is followed; modes are kept.
func Write(files, original Files) error {
	var staged []stagedFile
	for _, name := range slices.Sorted(maps.Keys(files)) {
		s, err := stage(name, files[name], original)
		if err != nil {
			discard(staged)
			return fmt.Errorf("nothing was changed: %w", err)
		}
		staged = append(staged, s)
	}
	defer discard(staged)
	for _, s := range staged {
		if err := unchanged(s.target, s.old); err != nil {
			return fmt.Errorf("nothing was changed: %w", err)
		}
	}
	return putInPlace(staged)
}

// stagedFile is new content waiting beside the file that it will replace.
type stagedFile struct {
	target string // links followed
	temp   string
	old    []byte
	mode   fs.FileMode
}

// stage checks a file and writes its new content beside it.
func stage(name string, content []byte, original Files) (stagedFile, error) {
	old, ok := original[name]
	if !ok {
		return stagedFile{}, fmt.Errorf("%s: it is not known what the file held before", name)
	}
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return stagedFile{}, err
	}
	info, err := os.Stat(target)
	if err != nil {
		return stagedFile{}, err
	}
	if !info.Mode().IsRegular() {
		return stagedFile{}, fmt.Errorf("%s is no ordinary file", name)
	}
	if err := errors.Join(unchanged(target, old), writable(target)); err != nil {
		return stagedFile{}, err
	}
	s := stagedFile{target: target, old: old, mode: info.Mode().Perm()}
	s.temp, err = writeBeside(target, content, s.mode)
	return s, err
}

// unchanged returns an error unless the file holds what it held.
func unchanged(name string, old []byte) error {
	now, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, old) {
		return fmt.Errorf("%s was changed by somebody else since it was read; run wring again",
			name)
	}
	return nil
}

// writable returns an error for a file that is protected, which a rename in a
// folder that is not would ignore.
func writable(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// tempPrefix begins the names of the files that are written beside target.
func tempPrefix(target string) string { return "." + filepath.Base(target) + ".wring-" }

// sweep removes what an earlier process that was killed left beside the files.
func sweep(staged []stagedFile) {
	for _, s := range staged {
		dir := filepath.Dir(s.target)
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // then they stay; nothing reads them
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), tempPrefix(s.target)) {
				os.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
}

// writeBeside writes a hidden file into the folder of target, through to the
// disk. The go command does not read files that begin with a dot.
func writeBeside(target string, content []byte, mode fs.FileMode) (temp string, err error) {
	f, err := os.CreateTemp(filepath.Dir(target), tempPrefix(target)+"*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// putInPlace renames all staged files, or puts back those it has renamed.
func putInPlace(staged []stagedFile) error {
	for i, s := range staged {
		err := os.Rename(s.temp, s.target)
		if err == nil {
			continue
		}
		if back := putBack(staged[:i]); back != nil {
			return fmt.Errorf("%w; and of what was already changed, not all could be put back: %v",
				err, back)
		}
		return fmt.Errorf("nothing was changed: %w", err)
	}
	syncFolders(staged)
	sweep(staged)
	return nil
}

// putBack restores the old content of files, as far as possible.
func putBack(staged []stagedFile) error {
	var errs []error
	for _, s := range staged {
		temp, err := writeBeside(s.target, s.old, s.mode)
		if err == nil {
			err = os.Rename(temp, s.target)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// discard removes what is still staged.
func discard(staged []stagedFile) {
	for _, s := range staged {
		os.Remove(s.temp)
	}
}

// syncFolders makes the renames last. Not every file system can, and the files
// are in place in any case.
func syncFolders(staged []stagedFile) {
	done := make(map[string]bool)
	for _, s := range staged {
		dir := filepath.Dir(s.target)
		if done[dir] {
			continue
		}
		done[dir] = true
		if f, err := os.Open(dir); err == nil {
			f.Sync()
			f.Close()
		}
	}
}
