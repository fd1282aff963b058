package rewrite

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// tidyImports removes the imports that old used and src does not, and joins
// those that were added to a single one.
func tidyImports(filename string, old, src []byte) ([]byte, error) {
	before, err := parser.ParseFile(token.NewFileSet(), filename, old, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("rewrite: %s does not parse: %w", filename, err)
	}
	src, err = dropImports(filename, src, qualifiers(before))
	if err != nil {
		return nil, err
	}
	src, err = joinImports(filename, src, len(importDecls(before)))
	if err != nil || slices.ContainsFunc(importDecls(before), isList) {
		return src, err
	}
	return unlist(filename, src)
}

func isList(gen *ast.GenDecl) bool { return gen.Lparen.IsValid() }

// unlist makes a list of one import a single one.
func unlist(filename string, src []byte) ([]byte, error) {
	fset, file, err := parseAfter(filename, src)
	if err != nil {
		return nil, err
	}
	var edits []alloc.Edit
	for _, gen := range importDecls(file) {
		if isList(gen) && len(gen.Specs) == 1 && plain(gen) {
			from, to := offsets(fset, gen.Specs[0])
			e := alloc.Edit{New: "import " + string(src[from:to])}
			e.Start, e.End = offsets(fset, gen)
			edits = append(edits, e)
		}
	}
	return Apply(src, edits)
}

// offsets returns where a node begins and ends.
func offsets(fset *token.FileSet, n ast.Node) (from, to int) {
	return fset.Position(n.Pos()).Offset, fset.Position(n.End()).Offset
}

// parseAfter parses what edits made.
func parseAfter(filename string, src []byte) (*token.FileSet, *ast.File, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filename, src, parser.ParseComments)
	if err != nil {
		err = fmt.Errorf("rewrite: %s does not parse after the edits: %w", filename, err)
	}
	return fset, file, err
}

// importDecls returns the import declarations of a file.
func importDecls(file *ast.File) []*ast.GenDecl {
	var decls []*ast.GenDecl
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			break // imports come first
		}
		decls = append(decls, gen)
	}
	return decls
}

// dropImports removes the imports that were used and are not any more.
func dropImports(filename string, src []byte, had map[string]bool) ([]byte, error) {
	fset, file, err := parseAfter(filename, src)
	if err != nil {
		return nil, err
	}
	has := qualifiers(file)
	var cuts []alloc.Edit
	for _, gen := range importDecls(file) {
		cuts = append(cuts, unused(fset, src, gen, had, has)...)
	}
	return Apply(src, cuts)
}

// unused returns edits that remove the specs of an import declaration that are
// in had and not in has; all of it when nothing would remain.
func unused(fset *token.FileSet, src []byte, gen *ast.GenDecl,
	had, has map[string]bool) []alloc.Edit {
	var cuts []alloc.Edit
	for _, spec := range gen.Specs {
		spec := spec.(*ast.ImportSpec)
		name := importName(spec)
		if had[name] && !has[name] {
			cuts = append(cuts, cutLines(fset, src, spec.Pos(), spec.End()))
		}
	}
	if len(cuts) > 0 && len(cuts) == len(gen.Specs) {
		return []alloc.Edit{cutLines(fset, src, gen.Pos(), gen.End())}
	}
	return cuts
}

// cutLines removes a range, with the rest of its lines when only a comment
// follows and nothing precedes.
func cutLines(fset *token.FileSet, src []byte, from, to token.Pos) alloc.Edit {
	start, end := fset.Position(from).Offset, fset.Position(to).Offset
	line := bytes.LastIndexByte(src[:start], '\n') + 1
	rest := src[end:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i+1]
	}
	words := bytes.TrimSpace(rest)
	if len(bytes.TrimSpace(src[line:start])) > 0 ||
		len(words) > 0 && !bytes.HasPrefix(words, []byte("//")) {
		return alloc.Edit{Start: start, End: end}
	}
	return alloc.Edit{Start: line, End: end + len(rest)}
}

// joinImports puts single import declarations at the top of a file into one
// list, if there are more than there were before.
func joinImports(filename string, src []byte, had int) ([]byte, error) {
	fset, file, err := parseAfter(filename, src)
	if err != nil {
		return nil, err
	}
	decls := importDecls(file)
	var specs strings.Builder
	for _, gen := range decls {
		if gen.Lparen.IsValid() || !plain(gen) {
			return src, nil
		}
		from, to := fset.Position(gen.Specs[0].Pos()).Offset, fset.Position(gen.End()).Offset
		fmt.Fprintf(&specs, "\t%s\n", src[from:to])
	}
	if len(decls) <= max(had, 1) {
		return src, nil
	}
	return Apply(src, []alloc.Edit{{
		Start: fset.Position(decls[0].Pos()).Offset,
		End:   fset.Position(decls[len(decls)-1].End()).Offset,
		New:   "import (\n" + specs.String() + ")",
	}})
}

// plain reports whether an import declaration has no comments, and is not
// cgo's, whose comment is code.
func plain(gen *ast.GenDecl) bool {
	spec := gen.Specs[0].(*ast.ImportSpec)
	return gen.Doc == nil && spec.Comment == nil && spec.Path.Value != `"C"`
}
