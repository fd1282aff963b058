package main

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestGuardNoticesFaults plants what the verb guard plants, in a small module:
// each fault, and no other, must make the guard fail and say why.
func TestGuardNoticesFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module once for each of more than fifty faults")
	}
	m := testMachine(t)
	archive, err := txtar.ParseFile("testdata/guarded.txtar")
	if err != nil {
		t.Fatal(err)
	}
	g := guarded{dir: filepath.Join(m.dir, "guarded"), pkg: "guarded", hotFile: "hot.go",
		hotFunc: "func Join(words []string) string {", test: "hot_test.go",
		bench: "BenchmarkJoin", body: "b", other: "other"}
	for _, f := range archive.Files {
		if err := m.write("guarded/"+f.Name, f.Data); err != nil {
			t.Fatal(err)
		}
	}
	v, _, err := m.guardFaults(t.Context(), g, os.Getenv("FAULT"))
	if err != nil || v.print(m) != nil {
		t.Errorf("%v\n%s", err, m.out)
	}
}
