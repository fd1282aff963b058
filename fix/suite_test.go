package fix

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/rewrite"
)

// suite is the folder of the adversarial functions: a module whose edge cases
// break rewrites that look right. Its folder oracle holds what looks at the
// functions from outside, and its folder naive the rewrites that look right.
const suite = "testdata/adversarial"

// always are the packages of the suite that are tested even if a test may not take long.
// Each is about what rewrites of many techniques must keep.
var always = []string{"alias", "compared", "empty", "escaping", "format", "late", "leaving",
	"order", "reused", "text", "values", "variant"}

// left reports whether a folder of the suite is left out: oracle and naive, the packages
// that are not among those that were named, and unless the test may take long those
// that are not tested always.
func left(folder string) bool {
	switch list := named(); {
	case folder == ".":
		return false
	case folder == "oracle" || folder == "naive":
		return true
	case len(list) > 0:
		return !slices.Contains(list, folder)
	}
	return !long() && !slices.Contains(always, folder)
}

// suiteModule copies the suite, without what is left out, to a temporary folder.
func suiteModule(t *testing.T) string {
	t.Helper()
	for _, folder := range always {
		if _, err := os.Stat(filepath.Join(suite, folder)); err != nil {
			t.Fatal(err) // a new name, and nothing would be tested under the old one
		}
	}
	files := map[string]string{}
	err := filepath.WalkDir(suite, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(suite, name)
		if err != nil {
			return err
		}
		if d.IsDir() && left(rel) {
			return fs.SkipDir
		}
		if !d.IsDir() {
			files[filepath.ToSlash(rel)] = read(t, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return testenv.Module(t, files)
}

// seen is what the oracle wrote of each function, keyed "package.Func".
type seen map[string]string

// witnessed puts the oracle beside the functions in dir, with the files of the
// overlay written over what is there, and returns what it saw.
func witnessed(t *testing.T, overlay rewrite.Files, tags string) seen {
	t.Helper()
	dir := suiteModule(t)
	for name, text := range overlay {
		testenv.Write(t, filepath.Join(dir, filepath.FromSlash(name)), string(text))
	}
	testenv.Write(t, filepath.Join(dir, "witness", "witness.go"),
		read(t, suite+"/oracle/witness/witness.go"))
	oracles, err := filepath.Glob(suite + "/oracle/*_test.go")
	if err != nil || len(oracles) == 0 {
		t.Fatal("no oracles", err)
	}
	for _, name := range oracles {
		pkg := strings.TrimSuffix(filepath.Base(name), "_test.go")
		if left(pkg) {
			continue
		}
		testenv.Write(t, filepath.Join(dir, pkg, "oracle_test.go"), read(t, name))
	}
	out := t.TempDir()
	if _, err := gocmd.Run(t.Context(), gocmd.Call{Dir: dir, Env: []string{"WITNESS=" + out},
		Args: []string{"test", "-tags=" + tags, "-run=^TestOracle$", "./..."}}); err != nil {
		t.Fatal(err)
	}
	return logs(t, out)
}

// logs reads what the oracles of all packages wrote to a folder.
func logs(t *testing.T, dir string) seen {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		t.Fatal("the oracle wrote nothing", err)
	}
	found := seen{}
	for _, e := range entries {
		for line := range strings.Lines(read(t, filepath.Join(dir, e.Name()))) {
			fn, _, _ := strings.Cut(line, ":")
			found[e.Name()+"."+fn] += line
		}
	}
	return found
}

// declared returns the functions of a Go file, as the oracle names them.
func declared(t *testing.T, name string) map[string]*ast.FuncDecl {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*ast.FuncDecl{}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			found[funcName(fn)] = fn
		}
	}
	return found
}

// funcName returns "F", or "T.M" for a method.
func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	recv := fn.Recv.List[0].Type
	if star, ok := recv.(*ast.StarExpr); ok {
		recv = star.X
	}
	if index, ok := recv.(*ast.IndexExpr); ok {
		recv = index.X
	}
	return recv.(*ast.Ident).Name + "." + fn.Name.Name
}

// naive puts the functions and types of a file of naive rewrites in place of those of the
// same name in src, appends what else it declares, and adds its imports.
func naive(t *testing.T, name string, src, rewrites []byte) []byte {
	t.Helper()
	fset := token.NewFileSet()
	parse := func(text []byte) *ast.File {
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	old, now := parse(src), parse(rewrites)
	at := func(pos token.Pos) int { return fset.Position(pos).Offset }
	text := func(n ast.Node) string { return string(rewrites[at(n.Pos()):at(n.End())]) }
	declared := map[string]ast.Decl{}
	for _, d := range old.Decls {
		if name := declName(d); name != "" {
			declared[name] = d
		}
	}
	var edits []alloc.Edit
	replace := func(start, end int, text string) {
		edits = append(edits, alloc.Edit{Start: start, End: end, New: text})
	}
	for _, spec := range now.Imports {
		if !bytes.Contains(src, []byte(text(spec))) {
			end := at(old.Name.End())
			replace(end, end, "\nimport "+text(spec))
		}
	}
	for _, d := range now.Decls {
		if gen, ok := d.(*ast.GenDecl); ok && gen.Tok == token.IMPORT {
			continue
		}
		if was := declared[declName(d)]; was != nil {
			replace(at(was.Pos()), at(was.End()), text(d))
			continue
		}
		replace(len(src), len(src), "\n"+text(d)+"\n")
	}
	out, err := rewrite.File(name, src, edits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// declName names a function or a single type, "" for another declaration.
func declName(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return funcName(d)
	case *ast.GenDecl:
		if d.Tok == token.TYPE && len(d.Specs) == 1 {
			return "type " + d.Specs[0].(*ast.TypeSpec).Name.Name
		}
	}
	return ""
}

// naives returns the packages that have naive rewrites, with these.
func naives(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob(suite + "/naive/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no naive rewrites", err)
	}
	files := map[string]string{}
	for _, name := range names {
		pkg := strings.TrimSuffix(path.Base(filepath.ToSlash(name)), ".go")
		files[pkg] = name
	}
	return files
}

// long reports whether a test may take many minutes: WRING_TEST_LONG is 1, or the names
// of packages of the suite, with commas between, of which alone it is then.
func long() bool { return os.Getenv("WRING_TEST_LONG") != "" }

// named returns these names.
func named() []string {
	if list := os.Getenv("WRING_TEST_LONG"); list != "" && list != "1" {
		return strings.Split(list, ",")
	}
	return nil
}
