package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// AddImport returns the name by which code at pos can speak of the package
// with that import path, and the edits that make it so: none when the file
// imports it already and nothing hides the name there. Two calls for one file
// and path give equal edits, which Apply merges.
func AddImport(fset *token.FileSet, info *types.Info, file *ast.File, pos token.Pos,
	path string) (name string, edits []analysis.TextEdit) {
	scope := info.Scopes[file]
	for _, spec := range file.Imports {
		if imported, err := strconv.Unquote(spec.Path.Value); err != nil || imported != path {
			continue
		}
		pkg := info.PkgNameOf(spec)
		if pkg == nil || pkg.Name() == "_" || pkg.Name() == "." {
			continue
		}
		if _, seen := scope.Innermost(pos).LookupParent(pkg.Name(), pos); seen == pkg {
			return pkg.Name(), nil
		}
	}
	base := assumedName(path)
	name = FreshName(file, scope.Parent(), base)
	text := strconv.Quote(path)
	if name != base {
		text = name + " " + text
	}
	return name, []analysis.TextEdit{insertImport(fset, file, text)}
}

// insertImport returns the edit that adds an import spec to a file: before the
// first one of the standard library in a list of imports, so that gofmt sorts
// it in; or as a declaration of its own.
func insertImport(fset *token.FileSet, file *ast.File, spec string) analysis.TextEdit {
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			break
		}
		if gen.Lparen.IsValid() && len(gen.Specs) > 0 {
			return insertAt(startOf(besideStandard(gen)), spec+"\n\t")
		}
		return insertAt(startOfDecl(gen), "import "+spec+"\n")
	}
	// After the whole line of the package clause: it may end in a comment.
	tok := fset.File(file.Package)
	line := tok.Line(file.Name.End())
	if line == tok.LineCount() {
		return insertAt(file.Name.End(), "\n\nimport "+spec+"\n")
	}
	return insertAt(tok.LineStart(line+1), "\nimport "+spec+"\n")
}

// besideStandard returns the spec before which one of the standard library
// belongs: the first such, else the first of all.
func besideStandard(gen *ast.GenDecl) *ast.ImportSpec {
	for _, spec := range gen.Specs {
		spec := spec.(*ast.ImportSpec)
		first, _, _ := strings.Cut(strings.Trim(spec.Path.Value, "\"`"), "/")
		if !strings.Contains(first, ".") && first != "C" {
			return spec
		}
	}
	return gen.Specs[0].(*ast.ImportSpec)
}

func startOf(spec *ast.ImportSpec) token.Pos {
	if spec.Doc != nil {
		return spec.Doc.Pos()
	}
	return spec.Pos()
}

func startOfDecl(gen *ast.GenDecl) token.Pos {
	if gen.Doc != nil {
		return gen.Doc.Pos()
	}
	return gen.Pos()
}

func insertAt(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// FreshName returns base, or base with the smallest number behind it, so that
// a declaration of that name anywhere in the file hides nothing and is hidden
// by nothing: no identifier of the file and no name of the scope (the
// package's, usually) is the same.
func FreshName(file *ast.File, scope *types.Scope, base string) string {
	taken := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
		return true
	})
	for _, spec := range file.Imports {
		taken[importName(spec)] = true
	}
	name := base
	for i := 2; taken[name] || declared(scope, name); i++ {
		name = fmt.Sprint(base, i)
	}
	return name
}

// declared reports whether the scope or one around it declares the name.
func declared(scope *types.Scope, name string) bool {
	if scope == nil || token.IsKeyword(name) {
		return token.IsKeyword(name)
	}
	_, obj := scope.LookupParent(name, token.NoPos)
	return obj != nil
}
