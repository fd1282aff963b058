package replace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// journal is a file that says what a write of several files is about to do. It
// is locked as long as the process that writes lives; one that is there and not
// locked was left by a process that was killed.
type journal struct {
	file *os.File
	name string
}

// planned is a file that a journal names.
type planned struct {
	File     string // links followed
	Mode     fs.FileMode
	Old, New []byte
}

// What journals are called: those that hold all that they should, and those that
// are being written.
const (
	journalSuffix = ".json"
	journalPrefix = "unfinished-"
)

// keepJournal writes down in dir what is about to happen, through to the disk.
func keepJournal(dir string, staged []stagedFile) (*journal, error) {
	var plan []planned
	for _, s := range staged {
		plan = append(plan, planned{s.target, s.mode, s.old, s.content})
	}
	text, err := json.Marshal(plan)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, journalPrefix+"*")
	if err != nil {
		return nil, err
	}
	j := &journal{f, filepath.Join(dir,
		strings.TrimPrefix(filepath.Base(f.Name()), journalPrefix)+journalSuffix)}
	_, err = f.Write(text)
	if err = errors.Join(err, lock(f), f.Sync()); err == nil {
		err = os.Rename(f.Name(), j.name)
	}
	if err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	syncFolder(dir)
	return j, nil
}

// done removes the journal: what it says has happened, or is undone.
func (j *journal) done() error {
	return errors.Join(os.Remove(j.name), j.file.Close())
}

// Recovered is a write that an earlier process was killed in.
type Recovered struct {
	Files     []string
	Completed bool // all files hold what was to be written; else what they held before
}

// Recover finishes the writes that processes were killed in, as their journals
// in dir tell: to the end, or back to the beginning if one of the files has
// been changed since. An error speaks of files that are neither.
func Recover(dir string) ([]Recovered, error) { return recoverAll(dir, func() {}) }

func recoverAll(dir string, at func()) ([]Recovered, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Recovered
	var errs []error
	for _, e := range entries {
		r, err := recoverOne(filepath.Join(dir, e.Name()), at)
		errs = append(errs, err)
		if r != nil {
			list = append(list, *r)
		}
	}
	return list, errors.Join(errs...)
}

// recoverOne finishes one write, unless the process that began it still lives.
func recoverOne(name string, at func()) (*Recovered, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // it has just been finished
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if tryLock(f) != nil {
		return nil, nil
	}
	return follow(f, name, at)
}

// follow does what a locked journal says, unless that is done.
func follow(f *os.File, name string, at func()) (*Recovered, error) {
	if !same(f, name) {
		return nil, nil
	}
	if strings.HasPrefix(filepath.Base(name), journalPrefix) {
		return nil, os.Remove(name) // nothing had happened yet
	}
	var plan []planned
	if err := json.NewDecoder(f).Decode(&plan); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r, err := finish(plan, at)
	if err != nil {
		return nil, fmt.Errorf("wring was killed while it wrote %s, and that cannot be finished: "+
			"%w; restore them as they should be, and remove %s", strings.Join(files(plan), ", "),
			err, name)
	}
	at()
	return r, os.Remove(name)
}

// same reports whether an open file is still the one of that name.
func same(f *os.File, name string) bool {
	a, errA := f.Stat()
	b, errB := os.Stat(name)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// finish puts in place what is planned, or puts back what was there when
// another program has changed one of the files.
func finish(plan []planned, at func()) (*Recovered, error) {
	r := &Recovered{Files: files(plan), Completed: true}
	holds := make([][]byte, len(plan))
	for i, p := range plan {
		holds[i], _ = os.ReadFile(p.File) // one that is gone was changed, too
		if !bytes.Equal(holds[i], p.Old) && !bytes.Equal(holds[i], p.New) {
			r.Completed = false
		}
	}
	for i, p := range plan {
		from, to := p.Old, p.New
		if !r.Completed {
			from, to = p.New, p.Old
		}
		sweep(p.File)
		if !bytes.Equal(holds[i], from) {
			continue
		}
		at()
		temp, err := writeBeside(p.File, to, p.Mode)
		if err != nil {
			return nil, err
		}
		at()
		if err := os.Rename(temp, p.File); err != nil {
			os.Remove(temp)
			return nil, err
		}
		syncFolder(filepath.Dir(p.File))
	}
	return r, nil
}

func files(plan []planned) []string {
	var names []string
	for _, p := range plan {
		names = append(names, p.File)
	}
	return names
}
