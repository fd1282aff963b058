package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

func TestChanged(t *testing.T) {
	out := " M a.go\x00R  new name.go\x00old.go\x00?? p/b.go\x00"
	got := changed([]byte(out))
	want := []string{"a.go", "new name.go", filepath.FromSlash("p/b.go")}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDirtyAndCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir := t.TempDir()
	if _, err := Dirty(t.Context(), dir); !errors.Is(err, ErrNone) {
		t.Fatalf("without a repository: %v", err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"config", "user.name", "n"},
		{"config", "user.email", "n@example.com"}} {
		if _, err := run(t.Context(), dir, args...); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "a.go")
	write(t, file, "package a\n")
	if got, err := Dirty(t.Context(), dir); err != nil || len(got) != 1 {
		t.Fatalf("a file that git does not know: %v %v", got, err)
	}
	if _, err := run(t.Context(), dir, "add", "a.go"); err != nil {
		t.Fatal(err)
	}
	if err := Commit(t.Context(), dir, []string{file}, "first"); err != nil {
		t.Fatal(err)
	}
	if got, err := Dirty(t.Context(), dir); err != nil || len(got) != 0 {
		t.Fatalf("after the commit: %v %v", got, err)
	}
	write(t, file, "package b\n")
	got, err := Dirty(t.Context(), dir)
	real, _ := filepath.EvalSymlinks(file)
	if err != nil || !got[file] && !got[real] {
		t.Fatalf("after a change: %v %v", got, err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
