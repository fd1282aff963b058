package gosource

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// declares lists the declarations of a file with their lines, or nothing where it
// cannot be parsed.
func declares(name string, src []byte) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, d := range f.Decls {
		from, to := fset.Position(d.Pos()).Line, fset.Position(d.End()).Line
		if fd, ok := d.(*ast.FuncDecl); ok {
			fmt.Fprintf(&b, "%d-%d %s\n", from, to, declName(fd))
			continue
		}
		fmt.Fprintf(&b, "%d-%d\n", from, to)
	}
	return b.String()
}

func TestStrange(t *testing.T) {
	for src, want := range map[string]string{
		"func f() {\n\tx\n}\n":                      "func f() {\n\n}\n",
		"func f() { x }\nvar a = 1\n":               "func f() { x }\nvar a = 1\n",
		"func f(\n\ta int,\n) {\n\tx\n}\nvar a = 1": "func f(\n\ta int,\n) {\n\n}\nvar a = 1",
		"func asm()\n\nfunc g() {\n\tx\n}\n":        "func asm()\n\nfunc g() {\n\n}\n",
		"type t struct {\n\ta int\n}\n":             "type t struct {\n\ta int\n}\n",
	} {
		if got := string(withoutBodies([]byte(src))); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}
