package symbol

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ full, pkg, name string }{
		{"strings.Join", "strings", "Join"},
		{"example.com/m/p.(*T).Join", "example.com/m/p", "(*T).Join"},
		{"example.com/m/p.T.Join.func1.2", "example.com/m/p", "T.Join"},
		{"example.com/m/p.Join.func1", "example.com/m/p", "Join"},
		{"example.com/m/p.Join.gowrap2", "example.com/m/p", "Join"},
		{"example.com/m/p.Join.deferwrap1", "example.com/m/p", "Join"},
		{"example.com/m/p.Join-range1", "example.com/m/p", "Join"},
		{"example.com/m/p.(*T).Join-fm", "example.com/m/p", "(*T).Join"},
		{"example.com/m/p.init.func3", "example.com/m/p", "init"},
		{"example.com/m/p.init.0", "example.com/m/p", "init"},
		{"example.com/m/p.glob..func1", "example.com/m/p", "glob"},
		{"example.com/m/p.F[...]", "example.com/m/p", "F"},
		{"example.com/m/p.(*T[...]).M", "example.com/m/p", "(*T).M"},
		{"p.F[go.shape.struct { a.b/c.D int; e []x.Y }].func1", "p", "F"},
		{"gopkg.in/yaml%2ev3.Marshal", "gopkg.in/yaml.v3", "Marshal"},
		{"main.main", "main", "main"},
		{"_cgo_panic", "", "_cgo_panic"},
		{"", "", ""},
	} {
		got := Parse(c.full)
		if got.Package != c.pkg || got.Name != c.name {
			t.Errorf("Parse(%q) is %q %q, want %q %q",
				c.full, got.Package, got.Name, c.pkg, c.name)
		}
	}
}

func TestInnermost(t *testing.T) {
	for _, c := range []struct{ full, want string }{
		{"example.com/m/p.F.Collect[...]-range1", "Collect"},
		{"example.com/m/p.(*T).F.Values[go.shape.int].func1-range2", "Values"},
		{"example.com/m-2/p.F.All.func1.2", "All"},
		{"slices.Collect[...]", "Collect"},
		{"", ""},
	} {
		if got := Innermost(c.full); got != c.want {
			t.Errorf("Innermost(%q) is %q, want %q", c.full, got, c.want)
		}
	}
}

// FuzzParse checks that no name of a function, however broken, leaves
// type arguments behind or invents a package.
func FuzzParse(f *testing.F) {
	f.Add("example.com/m/p.(*T[...]).Join.func1")
	f.Add("gopkg.in/yaml%2ev3.Marshal-fm")
	f.Add("p.F[[]a/b.c].G]")
	f.Fuzz(func(t *testing.T, full string) {
		s := Parse(full)
		if strings.Contains(s.Name, "[") {
			t.Errorf("type arguments are left in %q", s.Name)
		}
		Innermost(full) // do not panic
		Source(full)
		if s.Package != "" && !strings.Contains(full, ".") {
			t.Errorf("package %q from a name without one: %q", s.Package, full)
		}
	})
}

// TestShort proves that slashes and dots of receivers and type arguments are not
// taken for those of the path.
func TestShort(t *testing.T) {
	for _, c := range []struct{ full, short, local, source string }{
		{"strings.Join", "strings.Join", "Join", "Join"},
		{"example.com/m/p.(*T).Join.func1", "p.(*T).Join.func1", "(*T).Join.func1", "T.Join.func1"},
		{"example.com/m/p.(*T[...]).Join", "p.(*T[...]).Join", "(*T[...]).Join", "T.Join"},
		{"example.com/m/p.F[a/b.c]", "p.F[a/b.c]", "F[a/b.c]", "F[a/b.c]"},
		{"gopkg.in/yaml%2ev3.Marshal", "yaml%2ev3.Marshal", "Marshal", "Marshal"},
		{"_cgo_panic", "_cgo_panic", "", ""},
		{"", "", "", ""},
	} {
		if got := Short(c.full); got != c.short {
			t.Errorf("Short(%q) is %q, want %q", c.full, got, c.short)
		}
		if got := Local(c.full); got != c.local {
			t.Errorf("Local(%q) is %q, want %q", c.full, got, c.local)
		}
		if got := Source(c.full); got != c.source {
			t.Errorf("Source(%q) is %q, want %q", c.full, got, c.source)
		}
	}
}

// TestWritten proves that a declaration and its type-checked function get one
// name, and that Source reads it back.
func TestWritten(t *testing.T) {
	const text = "package p\n" +
		"func F() {}\nfunc G[A any](A) {}\n" +
		"type T struct{}\nfunc (T) M() {}\nfunc (*T) N() {}\n" +
		"type L[A any] struct{}\nfunc (L[A]) M() {}\nfunc (*L[_]) N() {}\n" +
		"type P[A, B any] struct{}\nfunc (p *P[A, B]) M() {}\n"
	want := map[string]string{"F": "F", "G[...]": "G", "T.M": "T.M", "(*T).N": "T.N",
		"L[...].M": "L.M", "(*L[...]).N": "L.N", "(*P[...]).M": "P.M"}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	if _, err := new(types.Config).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		seen++
		name := OfDecl(fn)
		if other := OfFunc(info.Defs[fn.Name].(*types.Func)); name != other {
			t.Errorf("the declaration is %q, the function %q", name, other)
		}
		if source, ok := want[name]; !ok || Source("example.com/p."+name) != source {
			t.Errorf("%q: %t, read back as %q", name, ok, Source("example.com/p."+name))
		}
	}
	if seen != len(want) {
		t.Errorf("%d functions, want %d", seen, len(want))
	}
}
