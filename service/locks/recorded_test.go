package locks

import (
	"bytes"
	"flag"
	"fmt"
	gobuild "go/build"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/service/gosource"
)

var update = flag.Bool("update", false, "write the answers anew")

// TestRecorded answers for dumps that were recorded with the source beside them.
// -update writes the answers anew.
func TestRecorded(t *testing.T) {
	cases, err := filepath.Glob("testdata/recorded/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := answer(t, archive)
			last := &archive.Files[len(archive.Files)-1]
			if last.Name != "want.txt" {
				t.Fatalf("the last file is %s", last.Name)
			}
			if *update {
				last.Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(last.Data) {
				t.Errorf("got\n%swant\n%s", got, last.Data)
			}
		})
	}
}

// answer writes the source of a case to a folder, and prints the rows for its dump.
func answer(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	var dump []byte
	for _, f := range archive.Files {
		if f.Name == "dump.txt" {
			dump = f.Data
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d, err := load("dump.txt", bytes.NewReader(dump))
	if err != nil {
		t.Fatal(err)
	}
	opt := gosource.Options{Source: []string{dir}, Goroot: gobuild.Default.GOROOT}
	rep := Analyse([]Dump{d}, opt)
	var b strings.Builder
	for _, l := range rep.Locks {
		fmt.Fprintf(&b, "%s | %s | waiting %v\n", l.Kind, l.Lock, l.Waiters)
		for _, h := range l.Holders {
			fmt.Fprintf(&b, "\t%d %s %s:%d: %s\n", h.Goroutine, h.Grade,
				shortFile(h.File), h.Line, h.Evidence)
		}
	}
	fmt.Fprintf(&b, "cycles %v\n", rep.Cycles)
	return b.String()
}
