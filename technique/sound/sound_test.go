package sound_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique/sound"
)

// TestCases checks each proposal alone, and those that are sound together. A case
// is a package, proposals whose lines are edits, and what comes out:
//
//	-- 1 --
//	replace a.go "old" "new"
//	before a.go "text" "new"
//	-- want --
//	1: alone together
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, proposals, want := load(t, ar)
			var got strings.Builder
			alone := sound.Alone(p, proposals)
			var good [][]analysis.TextEdit
			for i, edits := range proposals {
				if alone[i] == nil {
					good = append(good, edits)
				}
			}
			together := sound.Together(p, good)
			for i := range proposals {
				fmt.Fprintf(&got, "%d:", i+1)
				if alone[i] == nil {
					got.WriteString(" alone")
					if together[0] {
						got.WriteString(" together")
					}
					together = together[1:]
				}
				got.WriteByte('\n')
			}
			if got.String() != want {
				t.Errorf("got\n%swant\n%s%v", &got, want, alone)
			}
		})
	}
}

// TestCycle has a package of the standard library import one that imports it.
func TestCycle(t *testing.T) {
	ar := txtar.Parse([]byte("-- a.go --\npackage utf8\n\nfunc f(n int) int { return n }\n" +
		"-- 1 --\nbefore a.go \"func f\" \"import \\\"strconv\\\"\\n\\n\"\n" +
		"replace a.go \"return n\" \"return len(strconv.Itoa(n))\"\n"))
	p, proposals, _ := load(t, ar)
	pkg := types.NewPackage("unicode/utf8", "utf8")
	p.Types = pkg
	if err := sound.Alone(p, proposals)[0]; err == nil || !strings.Contains(err.Error(), "cycle") {
		t.Errorf("what strconv imports may import strconv: %v", err)
	}
}

// TestStandard has a package of the standard library import another one, which
// go/build would have to allow though a test of it imports it, and use one that it imports already.
func TestStandard(t *testing.T) {
	name := filepath.Join(build.Default.GOROOT, "src", "p", "a.go")
	test := filepath.Join(build.Default.GOROOT, "src", "p", "a_test.go")
	ar := txtar.Parse(fmt.Appendf(nil, "-- %[1]s --\npackage p\n\nimport \"errors\"\n\n"+
		"var err = errors.New(\"x\")\n\nfunc f(n int) int { return n }\n"+
		"-- 1 --\nreplace %[1]s \"import\" \"import \\\"strconv\\\"\\n\\nimport\"\n"+
		"replace %[1]s \"return n\" \"return len(strconv.Itoa(n))\"\n"+
		"-- 2 --\nreplace %[1]s \"return n\" \"return len(errors.New(err.Error()).Error())\"\n"+
		"-- %[2]s --\npackage p\n\nimport \"strconv\"\n\nvar _ = strconv.Itoa(1)\n",
		name, test))
	p, proposals, _ := load(t, ar)
	problems := sound.Alone(p, proposals)
	if problems[0] == nil || !strings.Contains(problems[0].Error(), "no new imports") {
		t.Errorf("a new import is accepted: %v", problems[0])
	}
	if problems[1] != nil {
		t.Error(problems[1])
	}
}

// load type-checks the package of a case and reads its proposals.
func load(t *testing.T, ar *txtar.Archive) (p sound.Package, list [][]analysis.TextEdit,
	want string) {
	t.Helper()
	src := make(map[string][]byte)
	p = sound.Package{Fset: token.NewFileSet(), ReadFile: func(name string) ([]byte, error) {
		return src[name], nil
	}, Info: &types.Info{Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object)}}
	for _, f := range ar.Files {
		if !strings.HasSuffix(f.Name, ".go") {
			continue
		}
		src[f.Name] = f.Data
		file, err := parser.ParseFile(p.Fset, f.Name, f.Data, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		p.Files = append(p.Files, file)
	}
	cfg := types.Config{Importer: importer.ForCompiler(p.Fset, "source", nil)}
	var err error
	if p.Types, err = cfg.Check("p", p.Fset, p.Files, p.Info); err != nil {
		t.Fatal(err)
	}
	for _, f := range ar.Files {
		switch {
		case f.Name == "want":
			want = string(f.Data)
		case !strings.HasSuffix(f.Name, ".go"):
			list = append(list, proposal(t, p, src, string(f.Data)))
		}
	}
	return p, list, want
}

// proposal reads the edits of a proposal.
func proposal(t *testing.T, p sound.Package, src map[string][]byte, text string) (
	edits []analysis.TextEdit) {
	t.Helper()
	for line := range strings.Lines(text) {
		var op, file, old, now string
		if _, err := fmt.Sscanf(line, "%s %s %q %q", &op, &file, &old, &now); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		at := strings.Index(string(src[file]), old)
		if at < 0 {
			t.Fatalf("%s has no %q", file, old)
		}
		for _, f := range p.Files {
			if tok := p.Fset.File(f.FileStart); tok.Name() == file {
				e := analysis.TextEdit{Pos: tok.Pos(at), End: tok.Pos(at + len(old)),
					NewText: []byte(now)}
				if op == "before" {
					e.End = e.Pos
				}
				edits = append(edits, e)
			}
		}
	}
	return edits
}
