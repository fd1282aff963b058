package numbers

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/wring-go/wring/technique"
)

// TestKinds tells numbers of fixed size from those without.
func TestKinds(t *testing.T) {
	name := func(s string) *types.TypeName { return types.NewTypeName(0, nil, s, nil) }
	named := types.NewNamed(name("celsius"), types.Typ[types.Float32], nil)
	param := types.NewTypeParam(name("T"), types.Universe.Lookup("any").Type())
	for _, test := range []struct {
		t    types.Type
		want Kind
		ok   bool
	}{
		{types.Typ[types.Uint8], Kind{Bits: 8, Basic: "uint8"}, true},
		{types.Typ[types.Int16], Kind{Bits: 16, Signed: true, Basic: "int16"}, true},
		{types.Typ[types.Float64], Kind{Bits: 64, Float: true, Basic: "float64"}, true},
		{named, Kind{Bits: 32, Float: true, Basic: "float32", Named: true}, true},
		{types.Typ[types.Int], Kind{}, false},
		{types.Typ[types.Bool], Kind{}, false},
		{types.NewSlice(types.Typ[types.Uint8]), Kind{}, false},
		{param, Kind{}, false},
	} {
		if got, ok := KindOf(test.t); got != test.want || ok != test.ok {
			t.Errorf("%v: %+v, %t", test.t, got, ok)
		}
	}
}

// TestHelpers type-checks the helpers for all kinds of numbers, in files of old releases, too.
func TestHelpers(t *testing.T) {
	for _, release := range []string{"go1.12", "go1.18"} {
		fset := token.NewFileSet()
		conf := types.Config{GoVersion: release,
			Importer: importer.ForCompiler(fset, "source", nil)}
		for _, basic := range types.Typ {
			kind, ok := KindOf(basic)
			if !ok {
				continue
			}
			generic := release == "go1.18"
			for _, h := range []technique.Helper{reader(kind, generic), writer(kind, generic)} {
				text := "package p\n"
				for _, path := range h.Imports {
					text += fmt.Sprintf("import %q\n", path)
				}
				file, err := parser.ParseFile(fset, "p.go", text+h.Text, 0)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := conf.Check("p", fset, []*ast.File{file}, nil); err != nil {
					t.Errorf("%s, %v: %v\n%s", release, basic, err, h.Text)
				}
			}
		}
	}
}
