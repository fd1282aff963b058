package replace_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/internal/replace"
)

// TestFile proves that a file keeps its mode, a link stays a link, and nothing is
// left of what fails.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := replace.Bytes(name, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := replace.Bytes(link, []byte("two")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := replace.File(name, func(w io.Writer) error {
		io.WriteString(w, "thr")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "two" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if to, err := os.Readlink(link); err != nil || to != "file" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("left: %v", left)
	}
	if err := replace.Bytes(filepath.Join(dir, "none", "file"), nil); err == nil {
		t.Error("a file in a folder that does not exist is written")
	}
}
