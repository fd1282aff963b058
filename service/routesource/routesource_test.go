package routesource

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestFrameworks reads programs that stand in testdata with stubs of their
// framework: its import path and signatures. The comment of each archive is what
// must be found, in the order of the source.
func TestFrameworks(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			routes, err := Find(unpack(t, archive), "./...")
			if err != nil {
				t.Fatal(err)
			}
			var found strings.Builder
			for _, r := range routes {
				found.WriteString(r.Pattern.String() + "\n")
			}
			if want := string(archive.Comment); found.String() != want {
				t.Errorf("found\n%swant\n%s", &found, want)
			}
		})
	}
}

func unpack(t *testing.T, archive *txtar.Archive) string {
	dir := t.TempDir()
	for _, f := range archive.Files {
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
