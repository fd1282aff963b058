package rewrite_test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

var update = flag.Bool("update", false, "rewrite the expected text in testdata")

// TestImports asks for an import at each pkg("path") in in.go, puts the name in
// its place, and compares with out.go.
func TestImports(t *testing.T) {
	cases(t, "imports", func(t *testing.T, get func(string) []byte) []byte {
		src := get("in.go")
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "in.go", src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		info := check(fset, file)
		var edits []alloc.Edit
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 || call.Fun.(*ast.Ident).Name != "pkg" {
				return true
			}
			imported := strings.Trim(call.Args[0].(*ast.BasicLit).Value, `"`)
			name, more := rewrite.AddImport(fset, info, file, rewrite.NamesOf(file),
				call.Pos(), imported)
			for _, e := range append(more, analysis.TextEdit{Pos: call.Pos(), End: call.End(),
				NewText: []byte(name)}) {
				edits = append(edits, alloc.Edit{Start: fset.Position(e.Pos).Offset,
					End: fset.Position(e.End).Offset, New: string(e.NewText)})
			}
			return true
		})
		out, err := rewrite.File("in.go", src, edits)
		if err != nil {
			t.Fatal(err)
		}
		return out
	})
}

// TestFormat makes src.go of old.go, and compares with out.go.
func TestFormat(t *testing.T) {
	cases(t, "format", func(t *testing.T, get func(string) []byte) []byte {
		out, err := rewrite.Format("src.go", get("old.go"), get("src.go"))
		if err != nil {
			t.Fatal(err)
		}
		return out
	})
}

// TestLineEnds: lines end as all lines of the old file do.
func TestLineEnds(t *testing.T) {
	const old = "package p\n\nvar a = `x\ny`\n\nvar b = 1\n"
	ended := func(text string) []byte { return []byte(strings.ReplaceAll(text, "\n", "\r\n")) }
	changed := strings.Replace(old, "var b = 1", "var b =\t2\n\n// c is new.\nvar c = 3", 1)
	want := strings.Replace(changed, "=\t2", "= 2", 1)
	for _, test := range []struct{ old, src, want []byte }{
		{[]byte(old), []byte(changed), []byte(want)},
		{ended(old), ended(changed), ended(want)},
		{ended(old), []byte(changed), ended(want)},
	} {
		got, err := rewrite.Format("src.go", test.old, test.src)
		if err != nil || !bytes.Equal(got, test.want) {
			t.Errorf("of %q: got %q (%v), want %q", test.old, got, err, test.want)
		}
	}
}

// cases runs f on each file of a folder in testdata, and compares what it
// returns with out.go in it.
func cases(t *testing.T, dir string, f func(*testing.T, func(string) []byte) []byte) {
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := f(t, func(name string) []byte { return ar.Files[index(t, ar, name)].Data })
			want := &ar.Files[index(t, ar, "out.go")]
			if string(got) == string(want.Data) {
				return
			}
			t.Errorf("got\n%s\nwant\n%s", got, want.Data)
			if want.Data = got; *update {
				os.WriteFile(file, txtar.Format(ar), 0o666)
			}
		})
	}
}

func index(t *testing.T, ar *txtar.Archive, name string) int {
	i := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("the case has no %s", name)
	}
	return i
}

// check type-checks a file whose imports are all empty. What it complains of
// follows from that.
func check(fset *token.FileSet, file *ast.File) *types.Info {
	info := &types.Info{Scopes: make(map[ast.Node]*types.Scope),
		Defs: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object)}
	cfg := types.Config{Importer: emptyImporter{}, Error: func(error) {}}
	cfg.Check("p", fset, []*ast.File{file}, info)
	return info
}

type emptyImporter struct{}

func (emptyImporter) Import(p string) (*types.Package, error) {
	pkg := types.NewPackage(p, path.Base(p))
	pkg.MarkComplete()
	return pkg, nil
}

func TestApply(t *testing.T) {
	const src = "0123456789"
	slice := func(edits ...alloc.Edit) []alloc.Edit { return edits }
	imp := alloc.Edit{Start: 1, End: 1, New: "\"fmt\"\n\t"}
	fn := alloc.Edit{Start: 10, End: 10, New: "\n\n// f is f.\nfunc f() {}"}
	method := alloc.Edit{Start: 10, End: 10, New: "\n\n// f is f.\nfunc (t *T) f() {}"}
	for _, c := range []struct {
		what  string
		edits []alloc.Edit
		want  string // "" for an error
	}{
		{"any order", slice(alloc.Edit{Start: 8, End: 9}, alloc.Edit{Start: 0, End: 1, New: "a"}),
			"a12345679"},
		{"insertions in the order given", slice(alloc.Edit{Start: 1, End: 1, New: "a"},
			alloc.Edit{Start: 1, End: 1, New: "b"}), "0ab123456789"},
		{"insertions at both ends of a replacement", slice(alloc.Edit{Start: 3, End: 3, New: ")"},
			alloc.Edit{Start: 1, End: 1, New: "("}, alloc.Edit{Start: 1, End: 3, New: "x"}),
			"0(x)3456789"},
		{"one import twice", slice(imp, imp), "0\"fmt\"\n\t123456789"},
		{"one function twice", slice(fn, fn), src + fn.New},
		{"one method twice", slice(method, method), src + method.New},
		{"other text twice", slice(alloc.Edit{Start: 1, End: 1, New: "x"},
			alloc.Edit{Start: 1, End: 1, New: "x"}), "0xx123456789"},
		{"the very end", slice(alloc.Edit{Start: 10, End: 10, New: "!"}), src + "!"},
		{"overlap", slice(alloc.Edit{Start: 1, End: 4}, alloc.Edit{Start: 3, End: 5}), ""},
		{"insertion inside", slice(alloc.Edit{Start: 1, End: 4}, alloc.Edit{Start: 2, End: 2}), ""},
		{"past the end", slice(alloc.Edit{Start: 9, End: 11}), ""},
		{"backwards", slice(alloc.Edit{Start: 3, End: 2}), ""},
		{"before the start", slice(alloc.Edit{Start: -1, End: 2}), ""},
		{"two files", slice(alloc.Edit{File: "a"}, alloc.Edit{File: "b"}), ""},
	} {
		got, err := rewrite.Apply([]byte(src), c.edits)
		if string(got) != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s: got %q, %v, want %q", c.what, got, err, c.want)
		}
	}
}

// FuzzConflict compares with Apply: what does not conflict can be made in
// either order, and gives the same text.
func FuzzConflict(f *testing.F) {
	f.Add(1, 2, "a", 2, 3, "b")
	f.Add(1, 1, "\"fmt\"\n\t", 1, 1, "\"fmt\"\n\t")
	f.Add(1, 3, "a", 2, 2, "b")
	f.Add(1, 1, "\n\n// f\nfunc f() {}", 1, 1, "\n\n// f\nfunc f() {}")
	f.Fuzz(func(t *testing.T, s1, e1 int, n1 string, s2, e2 int, n2 string) {
		src := []byte("0123456789")
		a, b := alloc.Edit{Start: s1, End: e1, New: n1}, alloc.Edit{Start: s2, End: e2, New: n2}
		for _, e := range []alloc.Edit{a, b} {
			if _, err := rewrite.Apply(src, []alloc.Edit{e}); err != nil {
				t.Skip("no edit")
			}
		}
		if rewrite.Conflict([]alloc.Edit{a}, []alloc.Edit{b}) {
			return
		}
		ab, err1 := rewrite.Apply(src, []alloc.Edit{a, b})
		ba, err2 := rewrite.Apply(src, []alloc.Edit{b, a})
		same := string(ab) == string(ba) || s1 == s2 && s1 == e1 && s2 == e2 // two imports
		if err1 != nil || err2 != nil || !same {
			t.Errorf("%v and %v give %q (%v) or %q (%v)", a, b, ab, err1, ba, err2)
		}
	})
}
