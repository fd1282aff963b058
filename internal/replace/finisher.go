package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
)

// Journals is where writes are written down before they happen.
type Journals struct {
	Dir string
	// Finisher is a program and its arguments. With the name of a journal as one
	// more argument, it calls [Finish]. It runs beside a process that renames
	// several files, in a session of its own, and is there when that process is
	// killed in between. Without it, what was begun waits for [Recover].
	Finisher []string
}

// escort starts the finisher of a journal, if it is needed. The function that it
// returns waits for its end, after the journal is done.
func (d Journals) escort(j *journal, renames int) (wait func(), err error) {
	if len(d.Finisher) == 0 || renames < 2 || !locks {
		return func() {}, nil
	}
	cmd := exec.Command(d.Finisher[0], append(d.Finisher[1:len(d.Finisher):len(d.Finisher)],
		j.name)...)
	cmd.Dir = d.Dir // not in a folder that a user may want to remove
	cmd.SysProcAttr = ownSession()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("what would finish the write if this process is killed "+
			"does not start: %w", err)
	}
	return func() { cmd.Wait() }, nil
}

// Finish waits until the process that writes what the journal says is done, or
// killed, and then does what is left of it, as [Recover] would.
func Finish(name string) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if err := lock(f); err != nil {
		return err
	}
	_, err = follow(f, name, func() {})
	return err
}
