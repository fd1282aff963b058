package load_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/observe/load"
)

var update = flag.Bool("update", false, "write the want sections of testdata anew")

// A case is a txtar file: a comment that says what it shows, the file "ask"
// with folder, tags and patterns, the sources, and the file "want".
func TestList(t *testing.T) {
	each(t, "list", func(t *testing.T, cfg load.Config) string {
		l, err := load.List(t.Context(), cfg)
		if err != nil {
			return "error: " + err.Error() + "\n"
		}
		return describe(l)
	})
}

func TestTyped(t *testing.T) {
	each(t, "typed", func(t *testing.T, cfg load.Config) string {
		pkgs, warnings, err := load.Typed(t.Context(), cfg)
		if err != nil {
			return "error: " + err.Error() + "\n"
		}
		var b strings.Builder
		for _, p := range pkgs {
			fmt.Fprintf(&b, "%s: package %s, %d files, typed %t\n",
				p.ID, p.Name, len(p.Syntax), p.TypesInfo != nil && len(p.Errors) == 0)
			for _, name := range p.Types.Scope().Names() {
				fmt.Fprintf(&b, "\t%s\n", p.Types.Scope().Lookup(name))
			}
		}
		for _, w := range warnings {
			fmt.Fprintf(&b, "warning %s: %s\n", w.Code, w.Text)
		}
		return b.String()
	})
}

// each runs f on the cases below testdata/kind and compares its text.
func each(t *testing.T, kind string, f func(*testing.T, load.Config) string) {
	cases, err := filepath.Glob("testdata/" + kind + "/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := unpack(t, ar)
			got := strings.ReplaceAll(f(t, ask(t, dir, file(t, ar, "ask").Data)), dir, "$DIR")
			want := file(t, ar, "want")
			if *update {
				want.Data = []byte(got)
				err = os.WriteFile(name, txtar.Format(ar), 0o666)
			} else if got != string(want.Data) {
				err = fmt.Errorf("got:\n%s\nwant:\n%s", got, want.Data)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// unpack writes the sources to a folder and returns its path.
func unpack(t *testing.T, ar *txtar.Archive) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ar.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.ToSlash(dir)
}

func file(t *testing.T, ar *txtar.Archive, name string) *txtar.File {
	t.Helper()
	i := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no section %s", name)
	}
	return &ar.Files[i]
}

// ask reads lines such as "dir sub", "tags a,b" and "patterns ./...". The
// modules of the cases require nothing that is not in them.
func ask(t *testing.T, dir string, text []byte) load.Config {
	t.Helper()
	cfg := load.Config{Dir: dir, Env: []string{"GOFLAGS=", "GOPROXY=off", "GOWORK="}}
	for line := range bytes.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		switch key {
		case "dir":
			cfg.Dir = filepath.Join(dir, value)
		case "tags":
			cfg.Tags = value
		case "patterns":
			cfg.Patterns = strings.Fields(value)
		default:
			t.Fatalf("ask: unknown key %q", key)
		}
	}
	return cfg
}

// describe writes all that a listing says, but no lists of Go's own packages.
func describe(l *load.Listing) string {
	var b strings.Builder
	if l.Module == "std" {
		l.ModuleDir = filepath.Base(l.ModuleDir)
	}
	fmt.Fprintf(&b, "module %q in %s, go %s\n", l.Module, l.ModuleDir, l.GoVersion)
	for _, p := range l.Packages {
		if p.Standard {
			fmt.Fprintf(&b, "%s: package %s of %s, benchmarks: %t\n",
				p.Path, p.Name, p.Module, len(p.Benchmarks) > 0)
			continue
		}
		fmt.Fprintf(&b, "%s: package %s in %s of %q\n", p.Path, p.Name, p.Dir, p.Module)
		fmt.Fprintf(&b, "\tfiles %s | %s\n", bases(p.TestFiles), bases(p.XTestFiles))
		funcs(&b, "benchmark", p.Benchmarks)
		funcs(&b, "test", p.Tests)
		funcs(&b, "example", p.Examples)
		funcs(&b, "fuzzer", p.Fuzzers)
		if p.TestMain {
			fmt.Fprintln(&b, "\tTestMain")
		}
		for _, e := range p.Errors {
			fmt.Fprintf(&b, "\terror %s\n", e)
		}
	}
	for _, w := range l.Warnings {
		fmt.Fprintf(&b, "warning %s: %s\n", w.Code, w.Text)
	}
	return b.String()
}

func funcs(b *strings.Builder, kind string, list []load.Func) {
	for _, f := range list {
		fmt.Fprintf(b, "\t%s %s at %s:%d", kind, f.Name, filepath.Base(f.File), f.Line)
		if f.External {
			b.WriteString(", external")
		}
		b.WriteString("\n")
	}
}

func bases(files []string) []string {
	out := []string{}
	for _, f := range files {
		out = append(out, filepath.Base(f))
	}
	return out
}
