package rewrite

import (
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
	return name, []analysis.TextEdit{insertImport(fset, file, path, text)}
}

// insertImport returns the edit that adds an import spec to a file: where it
// belongs in a list of imports, or as a declaration of its own.
func insertImport(fset *token.FileSet, file *ast.File, path, spec string) analysis.TextEdit {
	if decls := importDecls(file); len(decls) > 0 {
		gen := decls[0]
		if gen.Lparen.IsValid() && len(gen.Specs) > 0 {
			return insertSorted(gen, path, spec)
		}
		if gen.Doc != nil {
			return insertAt(gen.Doc.Pos(), "import "+spec+"\n\n")
		}
		return insertAt(gen.Pos(), "import "+spec+"\n")
	}
	// After the whole line of the package clause: it may end in a comment.
	tok := fset.File(file.Package)
	line := tok.Line(file.Name.End())
	if len(file.Decls) > 0 && tok.Line(file.Decls[0].Pos()) == line || line == tok.LineCount() {
		return insertAt(file.Name.End(), "; import "+spec)
	}
	return insertAt(tok.LineStart(line+1), "\nimport "+spec+"\n")
}

// insertSorted returns the edit that adds a spec to a list: among those of the
// standard library, sorted if they are, or above a list without any.
func insertSorted(gen *ast.GenDecl, path, text string) analysis.TextEdit {
	var last *ast.ImportSpec
	for _, spec := range gen.Specs {
		spec := spec.(*ast.ImportSpec)
		other, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !standard(other) {
			continue
		}
		if other > path {
			return insertAt(startOf(spec), text+"\n\t")
		}
		last = spec
	}
	if last == nil {
		return insertAt(startOf(gen.Specs[0].(*ast.ImportSpec)), text+"\n\n\t")
	}
	if last.Comment != nil {
		return insertAt(last.Comment.End(), "\n\t"+text)
	}
	return insertAt(last.End(), "\n\t"+text)
}

// standard reports whether a path looks like one of the standard library.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && path != "C"
}

func startOf(spec *ast.ImportSpec) token.Pos {
	if spec.Doc != nil {
		return spec.Doc.Pos()
	}
	return spec.Pos()
}

func insertAt(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}
