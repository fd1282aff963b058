package gosource

import (
	"go/ast"
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write lays out a module and returns its folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var example = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.25\n\nrequire example.com/dep v1.2.0\n",
	"main.go": `package main

import (
	"sync"

	"example.com/dep"
	"example.com/m/sub"
)

type box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *box[T]) set(v T) {
	b.mu.Lock()
	func() {
		b.v = v
	}()
	b.mu.Unlock()
}

var hook = func() {
	sub.Twice(func() {
		dep.Do()
	})
}

func main() { hook() }
`,
	"tagged.go": "//go:build special\n\npackage main\n\nfunc special() {\n\tmain()\n}\n",
	"sub/sub.go": `package sub

func Twice(f func()) {
	f()
	f()
}
`,
	"sub/sub_test.go":                     "package sub\n\nfunc helper() {\n\tTwice(nil)\n}\n",
	"cache/example.com/dep@v1.2.0/go.mod": "module example.com/dep\n",
	"cache/example.com/dep@v1.2.0/dep.go": "package dep\n\nfunc Do() {\n\tprintln(1)\n}\n",
}

// TestFuncAt asks for the function of a frame by each form of path and name.
func TestFuncAt(t *testing.T) {
	dir := write(t, example)
	at := func(name string) string { return filepath.Join(dir, name) }
	trimmed := "example.com/dep@v1.2.0/dep.go"
	w := New(Options{Goroot: build.Default.GOROOT, ModCache: at("cache"), Source: []string{dir},
		Files: []string{at("main.go"), at("tagged.go"), at("sub/sub_test.go"), trimmed,
			"/other/machine/m/sub/sub.go", "example.com/m/main.go"}})
	for _, c := range []struct {
		file string
		line int
		name string
		want string // the function, and how many literals deep; "" for none
	}{
		{at("main.go"), 16, "main.(*box[...]).set", "(*box).set"},
		{at("main.go"), 18, "main.(*box[...]).set.func1", "(*box).set/1"},
		{at("main.go"), 25, "main.init.func1.1", "init/2"},
		{at("main.go"), 24, "main.init.func1", "init/1"},
		{at("main.go"), 29, "main.main", "main"},
		{"example.com/m/main.go", 29, "main.main", "main"},
		{at("tagged.go"), 6, "main.special", "special"},
		{at("sub/sub_test.go"), 4, "example.com/m/sub.helper", "helper"},
		{"/other/machine/m/sub/sub.go", 4, "example.com/m/sub.Twice", "Twice"},
		{trimmed, 4, "example.com/dep.Do", "Do"},
		{at("main.go"), 16, "main.other", ""},
		{at("main.go"), 999, "main.main", ""},
		{at("gone.go"), 1, "main.main", ""},
	} {
		got := ""
		if f := w.FuncAt(c.file, c.line, c.name); f != nil {
			depth := 0
			for g := f; g.Lit != nil; g = g.Outer {
				if depth++; g.Outer == nil {
					break
				}
			}
			if got = f.Name(); depth > 0 {
				got += "/" + string(rune('0'+depth))
			}
		}
		if got != c.want {
			t.Errorf("%s:%d %s: %q, want %q", c.file, c.line, c.name, got, c.want)
		}
	}
}

// TestTypes looks through the calls of main into packages beside it and in the cache.
func TestTypes(t *testing.T) {
	dir := write(t, example)
	main := filepath.Join(dir, "main.go")
	w := New(Options{Goroot: build.Default.GOROOT, ModCache: filepath.Join(dir, "cache"),
		Files: []string{main}})
	f := w.FuncAt(main, 16, "main.(*box[...]).set")
	if f == nil {
		t.Fatal("no function")
	}
	if p := f.Params(); len(p) != 2 || p[0].Name() != "b" || p[1].Name() != "v" {
		t.Errorf("parameters %v", p)
	}
	found := map[string]bool{}
	for _, file := range f.Pkg.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if obj := f.Pkg.Info.Uses[sel.Sel]; obj != nil && obj.Pkg() != nil {
					found[obj.Pkg().Path()+"."+obj.Name()] = true
				}
			}
			return true
		})
	}
	for _, want := range []string{"sync.Lock", "example.com/dep.Do", "example.com/m/sub.Twice"} {
		if !found[want] {
			t.Errorf("%s has no type; known are %v", want, found)
		}
	}
	if list := w.Packages(); len(list) == 0 || list[0].Path != "example.com/m/sub" &&
		list[0].Path != "main" {
		t.Errorf("packages %v", list)
	}
}

// TestStd leaves the functions of the standard library that nothing asked for.
func TestStd(t *testing.T) {
	root := build.Default.GOROOT
	bufio, strs := root+"/src/bufio/bufio.go", root+"/src/strings/builder.go"
	w := New(Options{Goroot: root, Files: []string{bufio, strs}, Std: []string{"bufio"}})
	if w.PackageOf(bufio, "bufio.(*Reader).Read") == nil {
		t.Error("bufio was asked for")
	}
	if w.PackageOf(strs, "strings.(*Builder).String") != nil {
		t.Error("strings was not asked for")
	}
}

func TestSplitName(t *testing.T) {
	for name, want := range map[string][3]string{
		"main.main":                            {"main", "main", ""},
		"a.b/c.(*T).f":                         {"a.b/c", "(*T).f", ""},
		"a.b/c.T.f.func1.2":                    {"a.b/c", "T.f", "func1.2"},
		"a.b/c.(*T[...]).f":                    {"a.b/c", "(*T).f", ""},
		"main.f.gowrap1":                       {"main", "f", "gowrap1"},
		"main.(*T).f-fm":                       {"main", "(*T).f", ""},
		"main.init.0.func1":                    {"main", "init", "0.func1"},
		"gopkg.in/yaml%2ev3.Marshal":           {"gopkg.in/yaml%2ev3", "Marshal", ""},
		"main.f.func1-range2":                  {"main", "f", "func1-range2"},
		"golang.org/x/sync/errgroup.(*G).Wait": {"golang.org/x/sync/errgroup", "(*G).Wait", ""},
	} {
		pkg, decl, inner := SplitName(name)
		if got := [3]string{pkg, decl, inner}; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestWithoutBodies blanks functions of real packages: they declare what they did,
// on the same lines.
func TestWithoutBodies(t *testing.T) {
	files, err := filepath.Glob(build.Default.GOROOT + "/src/*/*.go")
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	if testing.Short() {
		files = files[:len(files)/20]
	}
	before, after, whole := 0, 0, 0
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		short := withoutBodies(src)
		before, after = before+len(src), after+len(short)
		if a, b := strings.Count(string(src), "\n"), strings.Count(string(short), "\n"); a != b {
			t.Errorf("%s: %d lines, want %d", name, b, a)
		}
		switch got := declares(name, short); got {
		case declares(name, src):
		case "": // then it is read as it is
			whole++
		default:
			t.Errorf("%s declares something else without its bodies", name)
		}
	}
	if whole > len(files)/50 {
		t.Errorf("%d of %d files cannot be read without bodies", whole, len(files))
	}
	if after > before*2/3 {
		t.Errorf("%d of %d bytes are left", after, before)
	}
}
