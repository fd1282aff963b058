package techtest

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
)

// Older runs the case in a file for a module of an older Go release than cases
// are for: go.mod, before.go and after.go. The rewrite must give after.go, and
// that must type-check there; nothing is run. With -update, after.go is
// rewritten.
func Older(t *testing.T, tech technique.Technique, name string) {
	t.Helper()
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]*txtar.File)
	for i := range ar.Files {
		files[ar.Files[i].Name] = &ar.Files[i]
	}
	mod, old, now := files["go.mod"], files[beforeFile], files[afterFile]
	if mod == nil || old == nil || now == nil {
		t.Fatalf("%s must have go.mod, %s and %s", name, beforeFile, afterFile)
	}
	got := rewriteIn(t, tech, mod.Data, old.Data)
	if string(got) != string(now.Data) && *update {
		now.Data = got
		if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if string(got) != string(now.Data) {
		t.Errorf("the rewrite is not %s; -update would change:\n%s", afterFile,
			rewrite.Diff(afterFile, now.Data, got))
	}
	if again := rewriteIn(t, tech, mod.Data, got); string(again) != string(got) {
		t.Errorf("rewriting it again gives\n%s", again)
	}
}

// rewriteIn returns a file of a module with everything done that is proposed.
func rewriteIn(t *testing.T, tech technique.Technique, mod, src []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, beforeFile)
	for name, data := range map[string][]byte{filepath.Join(dir, "go.mod"): mod, file: src} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, _, err := load.Typed(t.Context(), load.Config{Dir: dir, Patterns: []string{"."},
		Env: moduleEnv("")})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, problem := range p.Errors {
			t.Fatalf("it does not compile: %v\n%s", problem, src)
		}
	}
	found, warnings := technique.Propose(pkgs, []technique.Technique{tech})
	for _, w := range warnings {
		t.Error(w.Text)
	}
	var edits []alloc.Edit
	for _, c := range found {
		edits = append(edits, c.Edits...)
	}
	out, err := rewrite.File(file, src, edits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
