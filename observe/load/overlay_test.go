package load_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/load"
)

// TestTypedOverlay has a package, and one that it imports, say other things
// than on disk.
func TestTypedOverlay(t *testing.T) {
	dir := testenv.Module(t, map[string]string{
		"p/p.go": "package p\n\nimport \"net/http\"\n\nvar Client http.Client\n\nvar N int\n",
		"q/q.go": "package q\n\nimport \"example.com/m/p\"\n\nvar M = p.N\n",
	})
	pkgs, warnings, err := load.Typed(t.Context(), load.Config{Dir: dir,
		Patterns: []string{"./q"}, Overlay: map[string][]byte{
			filepath.Join(dir, "p", "p.go"): []byte("package p\n\nvar N string\n"),
			filepath.Join(dir, "q", "q.go"): []byte("package q\n\nimport \"example.com/m/p\"\n\n" +
				"// Two is new.\nvar Two = p.N + p.N\n"),
		}})
	if err != nil || len(pkgs) != 1 || len(warnings) > 0 {
		t.Fatal(len(pkgs), warnings, err)
	}
	two := pkgs[0].Types.Scope().Lookup("Two")
	if two == nil || two.Type().String() != "string" {
		t.Errorf("got %v, want a string", two)
	}
	if name := pkgs[0].Fset.Position(two.Pos()).Filename; !strings.HasPrefix(name, dir) {
		t.Errorf("the file is called %s", name)
	}
}
