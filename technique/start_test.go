package technique_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// TestStart asks where statements begin. A comment belongs to the first one in its line.
func TestStart(t *testing.T) {
	const src = "package p\n\nfunc f() {\n\t// above\n\tg(); h()\n\tg()\n" +
		"\t/* before */ g()\n\tg()\n}\n"
	pass := &analysis.Pass{Fset: token.NewFileSet(),
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil }}
	file, err := parser.ParseFile(pass.Fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for i, stmt := range file.Decls[0].(*ast.FuncDecl).Body.List {
		want := stmt.Pos()
		if i == 0 {
			want = file.Comments[0].Pos()
		}
		if got := technique.Start(pass, file, stmt); got != want {
			t.Errorf("statement %d begins at %d, want %d", i, got, want)
		}
	}
}
