package replace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/replace"
)

// betweenRenames is a step at which a write of three files has renamed one.
const betweenRenames = 5

// TestRecoverBack changes one of the files after the writer was killed: it
// stays, and the others are put back.
func TestRecoverBack(t *testing.T) {
	dir := t.TempDir()
	v := versions(dir)
	put(t, v[0])
	if !killed(t, "write", betweenRenames, dir) || holds(t, v[1]) != 1 {
		t.Fatalf("%d files are new, want one", holds(t, v[1]))
	}
	theirs := filepath.Join(dir, "z.go")
	put(t, map[string][]byte{theirs: []byte("theirs")})
	list, err := replace.Recover(journals(dir))
	if err != nil || len(list) != 1 || list[0].Completed || len(list[0].Files) != 3 {
		t.Fatalf("got %+v, %v", list, err)
	}
	if n := holds(t, v[0]); n != 2 {
		t.Errorf("%d files are old, want the two that were not changed", n)
	}
	if text, err := os.ReadFile(theirs); string(text) != "theirs" {
		t.Errorf("theirs is %q (%v)", text, err)
	}
}

// TestRecoverLeavesTheLiving looks for work to finish at each step of a write
// that is under way.
func TestRecoverLeavesTheLiving(t *testing.T) {
	dir := t.TempDir()
	v := versions(dir)
	put(t, v[0])
	err := replace.WriteAt(v[1], v[0], alone(dir), func() {
		if list, err := replace.Recover(journals(dir)); err != nil || len(list) > 0 {
			t.Errorf("got %+v, %v", list, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	wantFiles(t, v[1])
}

// TestRecoverUnreadable has a journal that is none, and a folder that is not
// there.
func TestRecoverUnreadable(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x.json")
	put(t, map[string][]byte{name: []byte("{")})
	if _, err := replace.Recover(dir); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("got %v, want an error that names %s", err, name)
	}
	if list, err := replace.Recover(filepath.Join(dir, "none")); err != nil || len(list) > 0 {
		t.Errorf("no journals: got %v, %v", list, err)
	}
}
