package techtest

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/observe/load"
)

// Load writes the files of a module and loads its packages.
func Load(t *testing.T, ar *txtar.Archive) []*load.Checked {
	t.Helper()
	dir := t.TempDir()
	for _, f := range ar.Files {
		file := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, _, err := load.Typed(t.Context(), load.Config{Dir: dir,
		Patterns: []string{"./..."}, Env: []string{"GOWORK=off", "GOFLAGS=", "GOPROXY=off"}})
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}
