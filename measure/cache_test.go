package measure

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPrivate proves that a folder which another user could write to, or
// which another user owns, is not used for programs that are run.
func TestPrivate(t *testing.T) {
	parent := t.TempDir()
	fresh := filepath.Join(parent, "fresh")
	if err := private(fresh); err != nil {
		t.Errorf("a new folder is refused: %v", err)
	}
	if err := private(fresh); err != nil {
		t.Errorf("the same folder is refused the next time: %v", err)
	}
	open := filepath.Join(parent, "open")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o770); err != nil {
		t.Fatal(err)
	}
	if private(open) == nil {
		t.Error("a folder that others can write to is accepted")
	}
	link := filepath.Join(parent, "link")
	if err := os.Symlink(fresh, link); err != nil {
		t.Fatal(err)
	}
	if private(link) == nil {
		t.Error("a link is accepted")
	}
	theirs := filepath.Join(parent, "theirs")
	if err := os.Mkdir(theirs, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(theirs, 65534, 65534); err != nil {
		t.Skip("only root can give a folder away: ", err)
	}
	if private(theirs) == nil {
		t.Error("another user's folder is accepted")
	}
}

// TestTrim proves that what was used lately stays.
func TestTrim(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{"old": 2 * keep, "new": 0} {
		path := filepath.Join(dir, name)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-age)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
	}
	trim(dir, keep)
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "new" {
		t.Errorf("left: %v, %v; want the new one", left, err)
	}
}
