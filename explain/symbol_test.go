package explain

import (
	"strings"
	"testing"
)

func TestParseSymbol(t *testing.T) {
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
		got := parseSymbol(c.full)
		if got.pkg != c.pkg || got.name != c.name {
			t.Errorf("parseSymbol(%q) is %q %q, want %q %q",
				c.full, got.pkg, got.name, c.pkg, c.name)
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
		if got := innermost(c.full); got != c.want {
			t.Errorf("innermost(%q) is %q, want %q", c.full, got, c.want)
		}
	}
}

// FuzzParseSymbol checks that no name of a function, however broken, leaves
// type arguments behind or invents a package.
func FuzzParseSymbol(f *testing.F) {
	f.Add("example.com/m/p.(*T[...]).Join.func1")
	f.Add("gopkg.in/yaml%2ev3.Marshal-fm")
	f.Add("p.F[[]a/b.c].G]")
	f.Fuzz(func(t *testing.T, full string) {
		s := parseSymbol(full)
		if strings.Contains(s.name, "[") {
			t.Errorf("type arguments are left in %q", s.name)
		}
		innermost(full) // does not panic
		if s.pkg != "" && !strings.Contains(full, ".") {
			t.Errorf("package %q from a name without one: %q", s.pkg, full)
		}
	})
}
