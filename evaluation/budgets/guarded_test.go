package budgets

import (
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/evaluation/bench"
	"golang.org/x/tools/txtar"
)

// TestGuardNoticesFaults plants what the verb guard plants, in a small module:
// each fault, and no other, must make the guard fail and say why.
func TestGuardNoticesFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module once for each of more than fifty faults")
	}
	m := bench.ForTest(t)
	archive, err := txtar.ParseFile("testdata/guarded.txtar")
	if err != nil {
		t.Fatal(err)
	}
	g := guarded{dir: filepath.Join(m.Dir, "guarded"), pkg: "guarded", hotFile: "hot.go",
		hotFunc: "func Join(words []string) string {", test: "hot_test.go",
		bench: "BenchmarkJoin", body: "b", other: "other"}
	for _, f := range archive.Files {
		if err := m.Write("guarded/"+f.Name, f.Data); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := unplanted(t.Context(), m, g); err != nil {
		t.Fatal(err)
	}
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			a, err := plantFault(t.Context(), m, g, f)
			if err != nil {
				t.Fatal(err)
			}
			if missed := f.missed(a); missed != "" {
				t.Error(missed)
			}
		})
	}
}
