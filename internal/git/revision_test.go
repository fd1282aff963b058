package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository makes one with two commits, and returns its folder.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir := t.TempDir()
	do := func(args ...string) {
		t.Helper()
		if _, err := run(t.Context(), dir, args...); err != nil {
			t.Fatal(err)
		}
	}
	do("init", "-q")
	do("config", "user.name", "n")
	do("config", "user.email", "n@example.com")
	for i, text := range []string{"one", "two"} {
		write(t, filepath.Join(dir, "a.txt"), text)
		if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "sub", "b.txt"), text)
		do("add", ".")
		do("commit", "-q", "-m", []string{"first: a \x01 subject", "second"}[i])
	}
	return dir
}

func TestRevisions(t *testing.T) {
	dir := repository(t)
	repo, err := Open(t.Context(), filepath.Join(dir, "sub"))
	if err != nil || repo.Prefix != "sub/" {
		t.Fatalf("got %+v %v", repo, err)
	}
	first, err := repo.Revision(t.Context(), "HEAD~1")
	if err != nil || len(first.Commit) != 40 || !strings.HasPrefix(first.Subject, "first: a") {
		t.Fatalf("got %+v %v", first, err)
	}
	list, err := repo.Between(t.Context(), "HEAD~1", "HEAD")
	if err != nil || len(list) != 1 || list[0].Subject != "second" {
		t.Errorf("got %+v %v", list, err)
	}
	for _, name := range []string{"nobody", "--all", ""} {
		if rev, err := repo.Revision(t.Context(), name); err == nil {
			t.Errorf("%q is %+v", name, rev)
		}
	}
	if _, err := Open(t.Context(), t.TempDir()); !errors.Is(err, ErrNone) {
		t.Errorf("got %v", err)
	}
}

// TestExport proves that a revision can be copied while the work tree holds
// something else, and that the repository is as before.
func TestExport(t *testing.T) {
	dir := repository(t)
	repo, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.txt"), "three")
	before, err := run(t.Context(), dir, "status", "--porcelain")
	if err != nil {
		t.Fatal(err)
	}
	rev, err := repo.Revision(t.Context(), "HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.Mkdir(to, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := repo.Export(t.Context(), rev.Tree, to); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.txt", "sub/b.txt"} {
		data, err := os.ReadFile(filepath.Join(to, name))
		if err != nil || string(data) != "one" {
			t.Errorf("%s holds %q (%v)", name, data, err)
		}
	}
	after, err := run(t.Context(), dir, "status", "--porcelain")
	if err != nil || string(after) != string(before) {
		t.Errorf("the status was %q and is %q (%v)", before, after, err)
	}
	if files, _ := os.ReadDir(filepath.Dir(to)); len(files) != 1 {
		t.Errorf("left beside the copy: %v", files)
	}
}
