package reach_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/reach"
)

var update = flag.Bool("update", false, "rewrite what the cases want")

// change writes the module of a case to a folder and returns the change from its
// files to those below new/.
func change(t *testing.T, archive *txtar.Archive) verify.Change {
	t.Helper()
	files := map[string]string{}
	c := verify.Change{Module: "example.com/m", New: map[string][]byte{}}
	for _, f := range archive.Files {
		if f.Name != "want" && !strings.HasPrefix(f.Name, "new/") {
			files[f.Name] = string(f.Data)
		}
	}
	c.Dir = testenv.Module(t, files)
	c.ModuleDir = c.Dir
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "new/"); ok {
			c.New[filepath.Join(c.Dir, filepath.FromSlash(name))] = f.Data
		}
	}
	return c
}

// TestTargets lists, for each case, what is to be compared and how it is called.
func TestTargets(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			pkg, err := reach.Load(t.Context(), nil, change(t, archive), "example.com/m/p")
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			for _, target := range pkg.Targets() {
				fmt.Fprintf(&got, "%s", target.Name)
				for i, expr := range target.Exprs {
					fmt.Fprintf(&got, "\n\t%s as %s", expr, target.Instance(i))
				}
				if target.Unable != "" {
					fmt.Fprintf(&got, "\n\tnot called: %s", target.Unable)
				}
				if len(target.Added) > 0 {
					fmt.Fprintf(&got, "\n\twith %s", strings.Join(target.Added, ", "))
				}
				got.WriteByte('\n')
			}
			last := &archive.Files[len(archive.Files)-1]
			if *update {
				last.Data = got.Bytes()
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if last.Name != "want" || !bytes.Equal(got.Bytes(), last.Data) {
				t.Errorf("got\n%s\nwant\n%s", got.Bytes(), last.Data)
			}
		})
	}
}
