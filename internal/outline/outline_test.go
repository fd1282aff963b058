package outline

import (
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// declare checks packages of one file each, given by path.
func declare(t *testing.T, files map[string]string, keys ...string) (Packages, []string) {
	t.Helper()
	dir := t.TempDir()
	var asked []string
	find := func(key string) (Source, error) {
		text, ok := files[key]
		if !ok {
			return Source{}, errors.New("it is not there")
		}
		if !slices.Contains(asked, key) {
			asked = append(asked, key)
		}
		name := filepath.Join(dir, key+".go")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return Source{Path: key, Name: strings.Fields(text)[1], Files: []string{name},
			Key: func(path string) string { return path }}, nil
	}
	return Declare(Config{Fset: token.NewFileSet(), Sizes: types.SizesFor("gc", "amd64"),
		Find: find}, keys), asked
}

// TestDeclare follows the imports that declarations name, by whatever name, and
// only those.
func TestDeclare(t *testing.T) {
	got, asked := declare(t, map[string]string{
		"a": "package a\n\nimport (\n\t\"b\"\n\tother \"c\"\n\t\"d\"\n\t_ \"e\"\n\t. \"f\"\n)\n\n" +
			"func F(x b.T) other.T { d.G(); return other.T{} }\n\n" +
			"var V = func() int { return d.N }\n\n" +
			"type W = FT\n\nfunc g[T any](t T) T { return t }\n",
		"b": "package b\n\ntype T struct{ N int }\n",
		"c": "package c\n\ntype T struct{}\n",
		"d": "package d\n\nimport \"z\"\n\nvar N = z.Z\n",
		"e": "package e\n",
		"f": "package f\n\ntype FT int\n",
	}, "a")
	pkg, err := got.Import("a")
	if err != nil || !pkg.Complete() {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"F": "func a.F(x b.T) c.T",
		"V": "var a.V func() int"} {
		if s := pkg.Scope().Lookup(name).String(); s != want {
			t.Errorf("got %s, want %s", s, want)
		}
	}
	for _, key := range []string{"d", "e"} {
		if got[key].Types != nil {
			t.Errorf("%s was checked", key)
		}
	}
	if !slices.Contains(asked, "f") {
		t.Errorf("asked for %v", asked)
	}
}

// TestBroken wants an error in a declaration to be reported for all packages
// that need it, and an error in a body for none.
func TestBroken(t *testing.T) {
	got, _ := declare(t, map[string]string{
		"good":  "package good\n\nfunc F() int { return \"text\" }\n",
		"bad":   "package bad\n\nvar V int = \"text\"\n",
		"user":  "package user\n\nimport \"bad\"\n\nvar V = bad.V\n",
		"far":   "package far\n\nimport \"user\"\n\nvar V = user.V\n",
		"lost":  "package lost\n\nimport \"nowhere\"\n\nvar V = nowhere.V\n",
		"left":  "package left\n\nimport \"right\"\n\nvar V = right.V\n",
		"right": "package right\n\nimport \"left\"\n\nvar V = left.V\n",
		"half":  "package half\n\nfunc F( {\n",
	}, "good", "bad", "user", "far", "lost", "left", "half")
	if _, err := got.Import("good"); err != nil {
		t.Error(err)
	}
	for key, want := range map[string]string{"bad": "cannot use", "user": "could not import bad",
		"far": "could not import user", "lost": "it is not there", "left": "import cycle",
		"half": "expected", "other": "no metadata"} {
		if _, err := got.Import(key); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", key, err, want)
		}
	}
}

// TestGuarded wants a panic of the checker to be an error.
func TestGuarded(t *testing.T) {
	pkg, err := guarded(func() (*types.Package, error) { panic("assertion failed") })
	if pkg != nil || err == nil || !strings.Contains(err.Error(), "assertion failed") {
		t.Errorf("got %v, %v", pkg, err)
	}
}

// TestStandard compares what it finds with the types that go/importer reads from
// the same sources.
func TestStandard(t *testing.T) {
	if testing.Short() {
		t.Skip("reads much of the standard library, twice")
	}
	src := filepath.Join(testRoot(t), "src")
	find := func(key string) (Source, error) { return inRoot(src, key) }
	keys := []string{"bufio", "encoding/json", "net/url", "regexp", "text/template"}
	got := Declare(Config{Fset: token.NewFileSet(), Sizes: types.SizesFor("gc", "amd64"),
		Find: find}, keys)
	want := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, key := range keys {
		a, err := got.Import(key)
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		b, err := want.Import(key)
		if err != nil {
			t.Fatal(err)
		}
		if x, y := exported(a), exported(b); x != y {
			t.Errorf("%s: got\n%s\nwant\n%s", key, x, y)
		}
	}
}

// exported lists what a package exports, with the methods.
func exported(pkg *types.Package) string {
	var b strings.Builder
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		fmt.Fprintln(&b, obj)
		if _, ok := obj.(*types.TypeName); ok {
			for m := range types.NewMethodSet(types.NewPointer(obj.Type())).Methods() {
				fmt.Fprintln(&b, "\t", m)
			}
		}
	}
	return b.String()
}
