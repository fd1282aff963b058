package technique_test

import (
	"go/ast"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique"
)

// count is a helper that declares a variable, too.
var count = technique.Helper{Name: "count", Text: `// count counts, of any kind.
func count(v any) int {
	counted[v]++
	return len(counted)
}`, Behind: `// counted is what count has seen.
var counted = map[any]int{}`}

// TestHelper shows where a helper is declared, and how.
func TestHelper(t *testing.T) {
	const there = "var _ = 0\n\nfunc other() { f() }\n\n"
	for _, test := range []struct {
		name, release, decls string
		ok                   bool
		want                 string // a part of what is inserted
	}{
		{"new", "1.20", "", true, "func count(v any) int {"},
		{"with what it needs", "1.20", "", true, "var counted = map[any]int{}"},
		{"before go1.18", "1.17", "", true, "of any kind.\nfunc count(v interface{}) int {"},
		{"before go1.18, behind", "1.17", "", true, "var counted = map[interface{}]int{}"},
		{"there", "1.20", there + count.Text + "\n\n" + count.Behind, true, ""},
		{"there before go1.18", "1.17", there + strings.NewReplacer("v any", "v interface{}",
			"[any]", "[interface{}]").Replace(count.Text+"\n\n"+count.Behind), true, ""},
		{"other text", "1.20", "func count(v any) int { return 1 }", false, ""},
		{"no function", "1.20", "var count int", false, ""},
		{"another variable", "1.20", "var counted int", false, ""},
		{"another len", "1.20", "func len(map[any]int) int { return 0 }", false, ""},
	} {
		ar := &txtar.Archive{Files: []txtar.File{
			{Name: "go.mod", Data: []byte("module m\n\ngo " + test.release + "\n")},
			{Name: "m.go", Data: []byte("package m\n\nfunc f() { print() }\n\n" + test.decls)}}}
		asks(t, ar, func(pass *analysis.Pass) {
			file := pass.Files[0]
			edits, ok := count.Declare(pass, file, file.Decls[0].(*ast.FuncDecl).Body)
			text := ""
			for _, e := range edits {
				text += string(e.NewText)
			}
			if ok != test.ok || !strings.Contains(text, test.want) ||
				test.want == "" && text != "" {
				t.Errorf("%s: %t, %q", test.name, ok, text)
			}
		})
	}
}

// TestHelperElsewhere shows that a call does not need a helper in a file that some builds leave
// out.
func TestHelperElsewhere(t *testing.T) {
	const text = "package m\n\nvar _ = 0\n\n"
	for name, want := range map[string]bool{"b.go": true, "b_" + runtime.GOOS + ".go": false,
		"b_" + runtime.GOARCH + ".go": false, runtime.GOOS + ".go": true, "tagged.go": false} {
		line := ""
		if name == "tagged.go" {
			line = "//go:build linux || !linux\n\n"
		}
		for _, there := range []string{"", count.Text + "\n\n" + count.Behind + "\n"} {
			ar := &txtar.Archive{Files: []txtar.File{
				{Name: "go.mod", Data: []byte("module m\n\ngo 1.20\n")},
				{Name: "a.go", Data: []byte("package m\n\nfunc f() { print() }\n")},
				{Name: name, Data: []byte(line + text + there)}}}
			asks(t, ar, func(pass *analysis.Pass) {
				call, other := pass.Files[0], pass.Files[1]
				_, ok := count.Declare(pass, other, call.Decls[0].(*ast.FuncDecl).Body)
				if ok != want {
					t.Errorf("in %s: %t", name, ok)
				}
			})
		}
	}
}

// TestHelperWithin shows that a helper is not called by itself.
func TestHelperWithin(t *testing.T) {
	ar := &txtar.Archive{Files: []txtar.File{
		{Name: "go.mod", Data: []byte("module m\n\ngo 1.20\n")},
		{Name: "m.go", Data: []byte("package m\n\n" + count.Text + "\n\n" + count.Behind + "\n")}}}
	asks(t, ar, func(pass *analysis.Pass) {
		fn := pass.Files[0].Decls[0].(*ast.FuncDecl)
		if _, ok := count.Declare(pass, pass.Files[0], fn.Body.List[0]); ok || !count.Is(pass, fn) {
			t.Error("declared for itself")
		}
		other := count
		other.Text = strings.Replace(other.Text, "++", "--", 1)
		if other.Is(pass, fn) {
			t.Error("another function is taken for it")
		}
	})
}
