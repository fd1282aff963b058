// Package replace puts new text in place of what files hold: all of several
// files or none, also when the process is killed in between.
package replace

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

// Write puts files in place of original: all of them, or none.
//
// Nothing is touched when a file is not as in original any more, cannot be
// written, or is no ordinary file. Every new content is written beside its file
// and is on the disk before the first is renamed into place; a failure after
// that puts back what was there. So a file is whole at any moment.
//
// What is about to happen is written down in a journal before the first rename.
// When this process is killed between the first rename and the last, a few
// system calls apart, the finisher does at once what is left to do; where both
// are killed, or the machine stops, [Recover] does it later. What is left beside
// the files is hidden, and removed then or by the next Write of the same file.
// A link is followed; modes are kept.
func Write(files, original map[string][]byte, journals Journals) error {
	return write(files, original, journals, func() {})
}

func write(files, original map[string][]byte, journals Journals, at func()) error {
	var staged []stagedFile
	for _, name := range slices.Sorted(maps.Keys(files)) {
		at()
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
	at()
	j, err := keepJournal(journals.Dir, staged)
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	wait, err := journals.escort(j, len(staged))
	if err != nil {
		return errors.Join(fmt.Errorf("nothing was changed: %w", err), j.done())
	}
	defer wait()
	if err := putInPlace(staged, at); err != nil {
		return errors.Join(err, j.done())
	}
	at()
	return j.done()
}

// stagedFile is new content waiting beside the file that it will replace.
type stagedFile struct {
	target       string // links followed
	temp         string
	old, content []byte
	mode         fs.FileMode
}

// stage checks a file and writes its new content beside it.
func stage(name string, content []byte, original map[string][]byte) (stagedFile, error) {
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
	s := stagedFile{target: target, old: old, content: content, mode: info.Mode().Perm()}
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
		return fmt.Errorf("%s has changed since it was read; run wring again",
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

// sweep removes what an earlier process that was killed left beside a file.
func sweep(target string) {
	dir := filepath.Dir(target)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // then it stays; nothing reads it
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix(target)) {
			os.Remove(filepath.Join(dir, e.Name()))
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
func putInPlace(staged []stagedFile, at func()) error {
	for i, s := range staged {
		at()
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
	at()
	for _, s := range staged {
		syncFolder(filepath.Dir(s.target))
		sweep(s.target)
	}
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

// syncFolder makes renames last. Not every file system can, and the files are in
// place in any case.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		f.Sync()
		f.Close()
	}
}
