package load

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/scanner"
	"go/token"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// readTests adds what package testing would call in a test file to p.
func (p *Package) readTests(file string, external bool) {
	fset := token.NewFileSet()
	const mode = parser.ParseComments | parser.SkipObjectResolution
	syntax, err := parser.ParseFile(fset, file, nil, mode)
	if err != nil {
		p.Errors = append(p.Errors, syntaxErrors(err)...)
	}
	if syntax == nil {
		return
	}
	checked := checkedExamples(syntax)
	for _, decl := range syntax.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Type.TypeParams != nil {
			continue
		}
		name, line := fn.Name.Name, fset.Position(fn.Pos()).Line
		f := Func{Name: name, File: file, Line: line, External: external}
		if checked[name] {
			p.Examples = append(p.Examples, f)
			continue
		}
		p.add(fn, f)
	}
}

// checkedExamples returns the names of the examples that are run, because a
// comment says what they print.
func checkedExamples(file *ast.File) map[string]bool {
	names := make(map[string]bool)
	for _, ex := range doc.Examples(file) {
		if ex.Output != "" || ex.EmptyOutput {
			names["Example"+ex.Name] = true
		}
	}
	return names
}

// add files f under what package testing takes it for, if anything.
func (p *Package) add(fn *ast.FuncDecl, f Func) {
	switch param := testingParam(fn.Type); {
	case param == "M" && f.Name == "TestMain":
		p.TestMain = true
	case param == "T" && hasPrefix(f.Name, "Test"):
		p.Tests = append(p.Tests, f)
	case param == "B" && hasPrefix(f.Name, "Benchmark"):
		p.Benchmarks = append(p.Benchmarks, f)
	case param == "F" && hasPrefix(f.Name, "Fuzz"):
		p.Fuzzers = append(p.Fuzzers, f)
	}
}

// testingParam returns T for func(*testing.T), whatever the import is called,
// and "" for functions of any other shape.
func testingParam(typ *ast.FuncType) string {
	if typ.Results.NumFields() != 0 || typ.Params.NumFields() != 1 {
		return ""
	}
	ptr, ok := typ.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return ""
	}
	switch t := ptr.X.(type) {
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.Ident: // import . "testing"
		return t.Name
	}
	return ""
}

// hasPrefix reports whether name is prefix or goes on with a new word, as the
// go command wants it: TestFoo and Test_foo, but not Testify.
func hasPrefix(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && (rest == "" || !unicode.IsLower(first))
}

// syntaxErrors returns the first few of a parser's complaints, files without
// their folder, as the go command prints them.
func syntaxErrors(err error) []string {
	list, ok := err.(scanner.ErrorList)
	if !ok {
		return []string{err.Error()}
	}
	const enough = 3 // the rest mostly follows from the first
	var out []string
	for _, e := range list[:min(enough, len(list))] {
		e.Pos.Filename = filepath.Base(e.Pos.Filename)
		out = append(out, e.Error())
	}
	return out
}
