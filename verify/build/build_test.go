package build_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/build"
)

// files is a module with a package, one that uses it, variants, and one package
// that has never built.
func files() map[string]string {
	return map[string]string{
		"p/p.go": "package p\n\n// F is used by q.\nfunc F(n int) string { return name(n) }\n",
		"p/name_linux.go": "package p\n\nfunc name(n int) string { return helper(n) }\n\n" +
			"func helper(int) string { return \"\" }\n",
		"p/name_other.go": "//go:build !linux\n\npackage p\n\n" +
			"func name(int) string { return appendName }\n\nconst appendName = \"\"\n",
		"p/slow.go": "//go:build slow\n\npackage p\n\n" +
			"func slow() string { return helperless }\n\n" +
			"var helperless = F(1)\n",
		"q/q.go":       "package q\n\nimport \"example.com/m/p\"\n\nvar S string = p.F(1)\n",
		"q/q_test.go":  "package q\n\nimport \"testing\"\n\nfunc TestS(*testing.T) {}\n",
		"r/broken.go":  "package r\n\nimport \"example.com/m/p\"\n\nvar n int = p.F(1)\n",
		"far/far.go":   "package far\n",
		"s/s_test.go":  "package s\n\nimport _ \"example.com/m/q\"\n",
		"s/package.go": "package s\n",
	}
}

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		name, file, text string
		want             alloc.Outcome
		words            string
	}{
		{"a good change", "p/p.go",
			"package p\n\n// F is used by q.\nfunc F(n int) string { s := name(n); return s }\n",
			alloc.Accepted, ""},
		{"an unused value", "p/p.go",
			"package p\n\nfunc F(n int) string { x := 1; return name(n) }\n",
			alloc.Rejected, "example.com/m/p does not build any more: p.go:3:24: declared and not"},
		{"another type for who imports it", "p/p.go",
			"package p\n\nfunc F(n int) []byte { return []byte(name(n)) }\n",
			alloc.Rejected, "example.com/m/q does not build any more"},
		{"a name that is taken elsewhere", "p/p.go",
			"package p\n\nfunc F(n int) string { return name(n) + appendName() }\n\n" +
				"func appendName() string { return \"\" }\n",
			alloc.Rejected, "for darwin/arm64"},
		{"a name that is nowhere else", "p/p.go",
			"package p\n\nfunc F(n int) string { return helper(n) }\n",
			alloc.Rejected, "for darwin/arm64"},
		{"a name that is taken with a tag", "p/p.go",
			"package p\n\nfunc F(n int) string { return name(n) + helperless }\n\n" +
				"const helperless = \"\"\n",
			alloc.Rejected, "-tags=slow"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() && strings.Contains(test.words, "for ") {
				t.Skip("compiles the standard library for another system")
			}
			dir := testenv.Module(t, files())
			c := verify.Change{Dir: dir, ModuleDir: dir, Module: "example.com/m",
				Packages: []string{"example.com/m/p"},
				Affected: []string{"example.com/m/q", "example.com/m/r"},
				New:      map[string][]byte{filepath.Join(dir, test.file): []byte(test.text)}}
			j, err := build.Judge(t.Context(), c, verify.Measurements{})
			if err != nil {
				t.Fatal(err)
			}
			v := j.Verdicts[0]
			if v.Outcome != test.want || !strings.Contains(v.Reason, test.words) {
				t.Errorf("want %s %q, got %s\n%s", test.want, test.words, v.Outcome, v.Reason)
			}
		})
	}
}

func TestImporters(t *testing.T) {
	dir := testenv.Module(t, files())
	g, err := build.Imports(t.Context(), verify.Change{Dir: dir, ModuleDir: dir,
		Module: "example.com/m"})
	if err != nil {
		t.Fatal(err)
	}
	got := g.Importers([]string{"example.com/m/p"})
	want := []string{"example.com/m/q", "example.com/m/r", "example.com/m/s"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
