package build_test

import (
	"archive/zip"
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/build"
)

// A package whose module this toolchain cannot use makes the go command give up with
// -mod=mod. It is not listed; the packages that build are.
func TestImportersBesideMissing(t *testing.T) {
	const newer = "module example.com/missing\n\ngo 1.999\n"
	dir := testenv.Module(t, map[string]string{
		"a/a.go": "package a\n",
		"b/b.go": "package b\n\nimport _ \"example.com/m/a\"\n",
		"c/c.go": "package c\n\n" +
			"import (\n\t_ \"example.com/m/a\"\n\t_ \"example.com/missing/x\"\n)\n",
	})
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for name, text := range map[string]string{"go.mod": newer, "x/x.go": "package x\n"} {
		w, err := z.Create("example.com/missing@v1.0.0/" + name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	proxy := testenv.Module(t, map[string]string{
		"example.com/missing/@v/list":        "v1.0.0\n",
		"example.com/missing/@v/v1.0.0.info": `{"Version":"v1.0.0"}`,
		"example.com/missing/@v/v1.0.0.mod":  newer,
		"example.com/missing/@v/v1.0.0.zip":  archive.String(),
	})
	g, err := build.Imports(t.Context(), verify.Change{Dir: dir, Module: "example.com/m",
		Env: []string{"GOPROXY=file://" + filepath.ToSlash(proxy),
			"GONOSUMDB=*", "GOTOOLCHAIN=local",
			"GOWORK=off", "GOMODCACHE=" + t.TempDir(), "GOFLAGS=-mod=mod -modcacherw"}})
	if err != nil {
		t.Fatal(err)
	}
	found := g.Importers([]string{"example.com/m/a"})
	if want := []string{"example.com/m/b"}; !slices.Equal(found, want) {
		t.Errorf("got %q, want %q", found, want)
	}
}
