package technique_test

import (
	"cmp"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/techtest"
)

// marks proposes to replace each string that begins with "@" by a longer one.
// The rest of the string is what TestPropose wants the function to be called.
func marks() technique.Technique {
	return technique.Technique{
		Title: "Mark strings", Causes: []string{"unknown"}, Risk: technique.Ask,
		Analyzer: &analysis.Analyzer{Name: "marks", Doc: "mark strings",
			Run: func(pass *analysis.Pass) (any, error) {
				for _, file := range pass.Files {
					for n := range ast.Preorder(file) {
						if lit, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(lit.Value, `"@`) {
							technique.Report(pass, technique.Proposal{At: lit,
								Message: strings.Trim(lit.Value, `"@`),
								Edits: []analysis.TextEdit{
									technique.Replace(lit, technique.Text(pass, lit)+`+""`)}})
						}
					}
				}
				return nil, nil
			}},
	}
}

// TestRuntimeStays proves that nothing is reported in packages of the runtime, and
// that it is in others of the standard library.
func TestRuntimeStays(t *testing.T) {
	for path, want := range map[string]int{"runtime": 0, "internal/runtime/maps": 0,
		"runtime/debug": 1, "internal/abi": 1} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", "package p\n\nvar s = \"s\"\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file},
			Pkg: types.NewPackage(path, "p"), TypesInfo: &types.Info{},
			Report: func(analysis.Diagnostic) { got++ }}
		technique.Report(pass, technique.Proposal{At: file.Decls[0], Message: "change it"})
		if got != want {
			t.Errorf("%s: %d proposals are reported, want %d", path, got, want)
		}
	}
}

// TestPropose compares candidates with what the marked strings say: the
// function as pprof prints it. Nothing may come from generated files and tests.
func TestPropose(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/propose.txtar")
	if err != nil {
		t.Fatal(err)
	}
	pkgs := techtest.Load(t, ar)
	found, warnings := technique.Propose(pkgs, []technique.Technique{marks()})
	if len(warnings) > 0 {
		t.Errorf("warnings %v", warnings)
	}
	marked := 0
	for _, f := range ar.Files {
		if !strings.Contains(f.Name, "_") {
			marked += strings.Count(string(f.Data), `"@`)
		}
	}
	if len(found) != marked {
		t.Errorf("%d candidates for %d marks", len(found), marked)
	}
	for _, c := range found {
		if c.Func != c.Message {
			t.Errorf("%s:%d: the function is called %s, want %s", c.File, c.Line, c.Func, c.Message)
		}
		if c.Technique != "marks" || c.Risk != "ask" || c.File == "" || filepath.IsAbs(c.File) ||
			len(c.Edits) != 1 || c.Edits[0].New != `"@`+c.Message+`"+""` {
			t.Errorf("candidate %+v", c)
		}
	}
	byPlace := slices.IsSortedFunc(found, func(a, b alloc.Candidate) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.File, b.File), a.Line-b.Line)
	})
	if !byPlace {
		t.Error("the candidates are not sorted by place")
	}
}

// TestProposeGoesOn has one technique that panics, one that fails, and one that
// does neither.
func TestProposeGoesOn(t *testing.T) {
	ar := txtar.Parse([]byte("-- go.mod --\nmodule m\n-- a.go --\npackage a\n\n" +
		"var A = \"@m.init\"\n-- b/b.go --\npackage b\n\nvar B int = \"no\"\n"))
	failing, panicking := marks(), marks()
	failing.Analyzer.Name, panicking.Analyzer.Name = "failing", "panicking"
	failing.Run = func(*analysis.Pass) (any, error) { return nil, errors.New("no luck") }
	panicking.Run = func(*analysis.Pass) (any, error) { panic("no way") }
	list := []technique.Technique{failing, panicking, marks()}
	found, warnings := technique.Propose(techtest.Load(t, ar), list)
	if len(found) != 1 || found[0].Func != "m.init" {
		t.Errorf("candidates %+v", found)
	}
	if len(warnings) != 2 || !strings.Contains(warnings[0].Text, "failing in m: no luck") ||
		!strings.Contains(warnings[1].Text, "panicking in m: it panicked, which is a bug") {
		t.Errorf("warnings %v", warnings)
	}
}

// TestProposeDrops has a technique that is wrong: what it proposes does not
// compile.
func TestProposeDrops(t *testing.T) {
	ar := txtar.Parse([]byte("-- go.mod --\nmodule m\n-- a.go --\npackage a\n\n" +
		"var A = \"@m.init\"\n\nfunc f() string { return \"-@\" }\n"))
	wrong := marks()
	wrong.Run = func(pass *analysis.Pass) (any, error) {
		for n := range ast.Preorder(pass.Files[0]) {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Value == `"-@"` {
				technique.Report(pass, technique.Proposal{At: lit, Message: "be wrong",
					Edits: []analysis.TextEdit{technique.Replace(lit, "unheardOf")}})
			}
		}
		return nil, nil
	}
	wrong.Analyzer.Name = "wrong"
	list := []technique.Technique{wrong, marks()}
	found, warnings := technique.Propose(techtest.Load(t, ar), list)
	if len(found) != 1 || found[0].Technique != "marks" {
		t.Errorf("candidates %+v", found)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0].Text, "wrong at a.go:5: what it "+
		"proposes does not compile") || !strings.Contains(warnings[0].Text, "unheardOf") {
		t.Errorf("warnings %v", warnings)
	}
}

func TestValidate(t *testing.T) {
	if err := techtest.Validate([]technique.Technique{marks()}); err != nil {
		t.Errorf("complains about nothing: %v", err)
	}
	type fact struct{ analysis.Fact }
	spoilers := map[string]func(*technique.Technique){
		"no analyzer":   func(t *technique.Technique) { t.Analyzer = nil },
		"lower-case":    func(t *technique.Technique) { t.Analyzer.Name = "Marks" },
		"a title":       func(t *technique.Technique) { t.Title = "" },
		"and a doc":     func(t *technique.Technique) { t.Doc = "" },
		"the causes":    func(t *technique.Technique) { t.Causes = nil },
		`risk is "low"`: func(t *technique.Technique) { t.Risk = "low" },
		"uses facts": func(t *technique.Technique) {
			t.Requires = []*analysis.Analyzer{{Name: "other", FactTypes: []analysis.Fact{&fact{}}}}
		},
	}
	for _, want := range slices.Sorted(maps.Keys(spoilers)) {
		bad := marks()
		spoilers[want](&bad)
		err := techtest.Validate([]technique.Technique{bad})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	err := techtest.Validate([]technique.Technique{marks(), marks()})
	if err == nil || !strings.Contains(err.Error(), "two techniques are called marks") {
		t.Errorf("two of one name: %v", err)
	}
}

func TestRiskAllows(t *testing.T) {
	order := []technique.Risk{technique.Safe, technique.Checked, technique.Ask}
	for i, r := range order {
		for j, other := range order {
			if r.Allows(other) != (j <= i) {
				t.Errorf("%s allows %s: %v", r, other, r.Allows(other))
			}
		}
		if r.Allows("unheard-of") {
			t.Errorf("%s allows a risk that does not exist", r)
		}
	}
}

func TestPlural(t *testing.T) {
	for word, want := range map[string]string{"buffer": "buffers", "class": "classes",
		"box": "boxes", "entry": "entries", "status": "statuses", "tokens": "tokens",
		"files": "files", "s": "ses"} {
		if got := technique.Plural(word); got != want {
			t.Errorf("Plural(%q) = %q, want %q", word, got, want)
		}
	}
}
