package main

import (
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
	if _, err := m.unplanted(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			a, err := m.plant(t.Context(), g, f)
			if err != nil {
				t.Fatal(err)
			}
			if missed := f.missed(a); missed != "" {
				t.Error(missed)
			}
		})
	}
}
