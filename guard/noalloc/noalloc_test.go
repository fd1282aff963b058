package noalloc

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
)

var update = flag.Bool("update", false, "rewrite what the cases want")

// program is a case: packages in folders named by their import paths, what the
// compiler says of them in the file "facts", and the calls that it inlined in
// the file "inlined". Both name lines as FILE:LINE:COLUMN.
type program struct {
	fset     *token.FileSet
	packages map[string]*Package
	checked  map[string]*types.Package
	texts    map[string][]*ast.File
}

// Import type-checks a package of the case, or takes the one built in.
func (p *program) Import(path string) (*types.Package, error) {
	if done := p.checked[path]; done != nil {
		return done, nil
	}
	if path == "unsafe" || p.texts[path] == nil {
		return importer.Default().Import(path)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Types: map[ast.Expr]types.TypeAndValue{}}
	pkg, err := (&types.Config{Importer: p}).Check(path, p.fset, p.texts[path], info)
	p.checked[path] = pkg
	p.packages[path] = &Package{Path: path, Fset: p.fset, Files: p.texts[path], Info: info}
	return pkg, err
}

// read makes the packages of a case.
func read(t *testing.T, archive *txtar.Archive) *program {
	t.Helper()
	p := &program{token.NewFileSet(), map[string]*Package{}, map[string]*types.Package{},
		map[string][]*ast.File{}}
	var facts []alloc.Fact
	inlined := map[alloc.Position]bool{}
	for _, f := range archive.Files {
		switch {
		case f.Name == "facts":
			for line := range strings.Lines(string(f.Data)) {
				facts = append(facts, fact(t, strings.TrimSpace(line)))
			}
		case f.Name == "inlined":
			for line := range strings.Lines(string(f.Data)) {
				inlined[position(t, strings.TrimSpace(line))] = true
			}
		case strings.HasSuffix(f.Name, ".go"):
			file, err := parser.ParseFile(p.fset, f.Name, f.Data, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			dir := path.Dir(f.Name)
			p.texts[dir] = append(p.texts[dir], file)
		}
	}
	for dir := range p.texts {
		if _, err := p.Import(dir); err != nil {
			t.Fatal(err)
		}
		pkg := p.packages[dir]
		pkg.Inlined = func(at alloc.Position) bool { return inlined[at] }
		for _, f := range facts {
			outer := f.Position
			if n := len(f.Inlined); n > 0 {
				outer = f.Inlined[n-1]
			}
			if path.Dir(outer.File) == dir {
				pkg.Facts = append(pkg.Facts, f)
			}
		}
	}
	return p
}

// fact reads "POSITION: MESSAGE", or "POSITION: MESSAGE @ POSITION" for one that
// was inlined there.
func fact(t *testing.T, line string) alloc.Fact {
	t.Helper()
	at, message, ok := strings.Cut(line, ": ")
	if !ok {
		t.Fatalf("%q is no fact", line)
	}
	f := alloc.Fact{Position: position(t, at)}
	for {
		before, call, ok := strings.Cut(message, " @ ")
		if !ok {
			break
		}
		message = before
		f.Inlined = append(f.Inlined, position(t, call))
	}
	f.Message = message
	return f
}

func position(t *testing.T, text string) alloc.Position {
	t.Helper()
	var at alloc.Position
	file, rest, _ := strings.Cut(text, ":")
	if _, err := fmt.Sscanf(rest, "%d:%d", &at.Line, &at.Column); err != nil {
		t.Fatalf("%q is no position: %v", text, err)
	}
	at.File = file
	return at
}

// report says what is known of each function whose comment says "ask".
func (p *program) report(t *testing.T) []byte {
	t.Helper()
	var paths []string
	for path := range p.packages {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var b bytes.Buffer
	for _, path := range paths {
		for _, file := range p.texts[path] {
			for _, d := range file.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if ok && strings.Contains(fn.Doc.Text(), "ask") {
					p.ask(t, &b, fn)
				}
			}
		}
	}
	return b.Bytes()
}

// ask checks a function, and adds the packages that are wanted for it as the
// guard does.
func (p *program) ask(t *testing.T, b *bytes.Buffer, fn *ast.FuncDecl) {
	t.Helper()
	known := New()
	is := func(decl *ast.FuncDecl, _ *Package) bool { return decl == fn }
	if _, _, ok := known.Check(is); ok {
		t.Fatal("a program without packages knows a function")
	}
	for _, pkg := range p.packages {
		if slices.Contains(pkg.Files, p.file(fn)) {
			known.Add(pkg)
			known.Add(&Package{Path: pkg.Path}) // the first of a path counts
		}
	}
	var answers []Answer
	for {
		found, needs, ok := known.Check(is)
		if !ok {
			t.Fatalf("%s is not known", fn.Name.Name)
		}
		answers = found
		added := false
		for _, path := range needs {
			if pkg := p.packages[path]; pkg != nil {
				known.Add(pkg)
				added = true
			} else {
				fmt.Fprintf(b, "%s: needs %s\n", fn.Name.Name, path)
			}
		}
		if !added {
			break
		}
	}
	if len(answers) == 0 {
		fmt.Fprintf(b, "%s: nothing\n", fn.Name.Name)
	}
	for _, a := range answers {
		outcome := map[Outcome]string{Allocates: "allocates", Unknown: "unknown"}[a.Outcome]
		fmt.Fprintf(b, "%s: %s: %s: %s\n", fn.Name.Name, outcome, a.Cause, a.Text)
		for _, f := range a.Path {
			fmt.Fprintf(b, "\t%s %s:%d\n", f.Func, f.File, f.Line)
		}
	}
}

func (p *program) file(fn *ast.FuncDecl) *ast.File {
	for _, files := range p.texts {
		for _, f := range files {
			if f.FileStart <= fn.Pos() && fn.Pos() < f.FileEnd {
				return f
			}
		}
	}
	return nil
}

func TestCheck(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			last := &archive.Files[len(archive.Files)-1]
			if last.Name != "want" {
				t.Fatal("the last file of a case is what it wants")
			}
			got := read(t, archive).report(t)
			if *update {
				last.Data = got
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(got, last.Data) {
				t.Errorf("got\n%s\nwant\n%s", got, last.Data)
			}
		})
	}
}

// TestReaches follows calls, values and methods of a name.
func TestReaches(t *testing.T) {
	p := read(t, txtar.Parse([]byte(`
-- p/p.go --
package p

type T struct{}

func (T) Run()  { leaf() }
func (T) Stop() {}

type runner interface{ Run() }

func direct()           { middle() }
func middle()           { leaf() }
func leaf()             {}
func value() func()     { return middle }
func dynamic(r runner)  { r.Run() }
func other(r interface{ Stop() }) { r.Stop() }
func generic[X any](X)  { leaf() }
func uses()             { generic(1) }
func circular()         { circular() }
`)))
	known := New()
	known.Add(p.packages["p"])
	for from, want := range map[string]bool{"direct": true, "middle": true, "leaf": true,
		"value": true, "dynamic": true, "other": false, "uses": true, "circular": false,
		"generic[...]": true, "uncalled": false} {
		is := func(name string) bool { return name == "p."+from }
		if got := known.Reaches(is, "p.leaf"); got != want {
			t.Errorf("from %s: got %t, want %t", from, got, want)
		}
	}
}

// TestSymbol spells functions as pprof does.
func TestSymbol(t *testing.T) {
	p := read(t, txtar.Parse([]byte(`
-- example.com/m/p/p.go --
package p

type T struct{}
type G[X any] struct{}

func F()              {}
func H[X any]()       {}
func (T) Value()      {}
func (*T) Pointer()   {}
func (G[X]) Generic() {}
func (*G[X]) Both()   {}
-- example.com/m/cmd/main.go --
package main

func main() {}
`)))
	got := map[string]bool{}
	for _, pkg := range p.packages {
		known := New()
		known.Add(pkg)
		for _, fn := range known.funcs {
			got[fn.name] = true
		}
	}
	for _, want := range []string{"example.com/m/p.F", "example.com/m/p.H[...]",
		"example.com/m/p.T.Value", "example.com/m/p.(*T).Pointer",
		"example.com/m/p.G[...].Generic", "example.com/m/p.(*G[...]).Both", "main.main"} {
		if !got[want] {
			t.Errorf("no function is named %s: %v", want, got)
		}
	}
}
