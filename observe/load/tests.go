package load

import (
	"go/ast"
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
	for _, decl := range syntax.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Type.TypeParams != nil {
			continue
		}
		name, line := fn.Name.Name, fset.Position(fn.Pos()).Line
		f := Func{Name: name, File: file, Line: line, External: external}
		if checkedExample(fn, syntax.Comments) {
			p.Examples = append(p.Examples, f)
			continue
		}
		p.add(fn, f)
	}
}

// checkedExample reports whether a function is an example that is run, because the
// last comment in it says what it prints.
func checkedExample(fn *ast.FuncDecl, comments []*ast.CommentGroup) bool {
	if !hasPrefix(fn.Name.Name, "Example") || fn.Type.Params.NumFields() > 0 || fn.Body == nil {
		return false
	}
	said := ""
	for _, group := range comments {
		if fn.Body.Pos() <= group.Pos() && group.End() <= fn.Body.End() {
			said = strings.ToLower(strings.TrimSpace(group.Text()))
		}
	}
	return strings.HasPrefix(strings.TrimPrefix(said, "unordered "), "output:")
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
