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
// and path give equal edits, which Apply merges. The names are those of the file.
func AddImport(fset *token.FileSet, info *types.Info, file *ast.File, names Names,
	pos token.Pos, path string) (name string, edits []analysis.TextEdit) {
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
	name = names.Fresh(scope.Parent(), base)
	text := strconv.Quote(path)
	if name != base {
		text = name + " " + text
	}
	return name, insertImport(fset, file, path, text)
}

// insertImport returns the edits that add an import spec to a file: in the list
// of its imports, which is made if there is none.
//
// Several proposals for a file may be applied together, by a tool that knows
// nothing of imports and merges edits by their place. So every new spec stands
// in a list, next to the other new ones, where gofmt drops those that are there
// twice; and what makes the list are edits of their own, the same each time.
func insertImport(fset *token.FileSet, file *ast.File, path, spec string) []analysis.TextEdit {
	for _, gen := range importDecls(file) {
		if gen.Lparen.IsValid() && len(gen.Specs) > 0 {
			return insertSorted(fset, gen, path, spec)
		}
		if edits := makeList(fset, gen, spec); edits != nil {
			return edits
		}
	}
	return firstImport(fset, file, spec)
}

// makeList returns the edits that turn a single import into a list with another
// spec; none for cgo's, or where more follows on the line.
//
//	have: import "fmt"
//	want: import (
//	          "fmt"
//	          "strconv"
//	      )
func makeList(fset *token.FileSet, gen *ast.GenDecl, spec string) []analysis.TextEdit {
	if gen.Lparen.IsValid() {
		return nil
	}
	only := gen.Specs[0].(*ast.ImportSpec)
	tok, end := fset.File(gen.Pos()), only.End()
	if only.Comment != nil {
		end = only.Comment.End()
	}
	line := tok.Line(end)
	if only.Path.Value == `"C"` || line == tok.LineCount() ||
		tok.LineStart(line+1)-end > lineBreak {
		return nil
	}
	return []analysis.TextEdit{insertAt(only.Pos(), openList), insertAt(end, "\n\t"+spec),
		insertAt(tok.LineStart(line+1), closeList)}
}

// firstImport returns the edits that give a file its first list of imports,
// after the whole line of the package clause: it may end in a comment.
func firstImport(fset *token.FileSet, file *ast.File, spec string) []analysis.TextEdit {
	tok := fset.File(file.Package)
	line := tok.Line(file.Name.End())
	if len(file.Decls) > 0 && tok.Line(file.Decls[0].Pos()) == line || line == tok.LineCount() {
		return []analysis.TextEdit{insertAt(file.Name.End(), "; import "+spec)}
	}
	next := tok.LineStart(line + 1)
	if line+1 == tok.LineCount() || tok.LineStart(line+2)-next > lineBreak {
		return []analysis.TextEdit{insertAt(next, "\nimport "+spec+"\n")}
	}
	return []analysis.TextEdit{insertAt(next-1, "\n\nimport ("), insertAt(next, "\t"+spec+"\n"),
		insertAt(tok.LineStart(line+2), closeList+"\n")}
}

// lineBreak is the length of the longest line break.
const lineBreak = token.Pos(len("\r\n"))

// The edits that make a list, which insertsImport knows.
const (
	openList  = "(\n\t"
	closeList = ")\n"
)

// insertSorted returns the edits that add a spec to a list: among those of the
// standard library, sorted if they are, or above a list without any.
func insertSorted(fset *token.FileSet, gen *ast.GenDecl, path, text string) []analysis.TextEdit {
	var last *ast.ImportSpec
	for _, spec := range gen.Specs {
		spec := spec.(*ast.ImportSpec)
		other, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !standard(other) {
			continue
		}
		if other > path {
			return []analysis.TextEdit{insertAt(startOf(spec), text+"\n\t")}
		}
		last = spec
	}
	switch {
	case last == nil:
		return insertAbove(fset, gen, text)
	case last.Comment != nil:
		return []analysis.TextEdit{insertAt(last.Comment.End(), "\n\t"+text)}
	}
	return []analysis.TextEdit{insertAt(last.End(), "\n\t"+text)}
}

// insertAbove returns the edits that add a spec above those of a list, with a
// blank line between.
func insertAbove(fset *token.FileSet, gen *ast.GenDecl, text string) []analysis.TextEdit {
	tok := fset.File(gen.Lparen)
	line := tok.Line(gen.Lparen)
	if tok.Line(gen.Specs[0].Pos()) == line {
		return []analysis.TextEdit{insertAt(startOf(gen.Specs[0].(*ast.ImportSpec)), text+"\n\n\t")}
	}
	return []analysis.TextEdit{insertAt(gen.Lparen+1, "\n\t"+text),
		insertAt(tok.LineStart(line+1), "\n")}
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
