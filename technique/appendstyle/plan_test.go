package appendstyle

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// TestPlansAreValues makes each proposal for the cases of testdata three times
// from the same facts, the last when all others were made, and wants the same
// edits: nothing that an attempt does is left behind.
func TestPlansAreValues(t *testing.T) {
	proposals := 0
	planner := &analysis.Analyzer{Name: "plans", Doc: "plan again and again",
		Run: func(pass *analysis.Pass) (any, error) {
			ix := recognise.New(pass, inspector.New(pass.Files).Root())
			var want []string
			for round := range 3 {
				for i, f := range editable(ix) {
					made := propose(f)
					got := edits(made)
					if round == 0 {
						proposals += len(made)
						want = append(want, got, edits(propose(f)))
					}
					if got != want[2*i] || got != want[2*i+1] {
						t.Errorf("%s: round %d makes\n%s\nof\n%s", f.Decl.Name.Name, round, got,
							want[2*i])
					}
				}
			}
			return nil, nil
		}}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: befores(t),
		Env: append(os.Environ(), "GOWORK=off")}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	pkgs = slices.DeleteFunc(pkgs, func(p *packages.Package) bool {
		return p.IllTyped // the case has further files
	})
	graph, err := checker.Analyze([]*analysis.Analyzer{planner}, pkgs,
		&checker.Options{Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Error(act.Err)
		}
	}
	if proposals < 20 {
		t.Errorf("%d proposals for the cases of testdata", proposals)
	}
}

// befores writes what the cases begin with, each in a folder of one module.
func befores(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module cases\n\ngo 1.25\n"))
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range cases {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == "before.go" {
				name := strings.TrimSuffix(filepath.Base(file), ".txtar")
				writeFile(t, filepath.Join(dir, name, "p.go"), f.Data)
			}
		}
	}
	return dir
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func editable(ix *recognise.Package) []*recognise.Function {
	var list []*recognise.Function
	for _, file := range ix.Pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && ix.Editable(file, fn) {
				list = append(list, ix.Function(fn))
			}
		}
	}
	return list
}

func edits(list []proposal) string {
	var b strings.Builder
	for _, p := range list {
		for _, e := range p.edits {
			fmt.Fprintf(&b, "%d-%d %s\n", e.Pos, e.End, e.NewText)
		}
	}
	return b.String()
}
