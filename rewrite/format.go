package rewrite

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// File makes the edits of one file and returns it fit to be written: without
// the imports that only the old text used, and as gofmt prints it.
func File(filename string, old []byte, edits []alloc.Edit) ([]byte, error) {
	src, err := Apply(old, edits)
	if err != nil {
		return nil, err
	}
	return Format(filename, old, src)
}

// Format makes src, which was made from old by edits, fit to be written. It
// drops the imports that old used and src does not, and formats what comes
// out, unless old was not formatted either: then the rest of the file would
// change with it, which nobody asked for.
func Format(filename string, old, src []byte) ([]byte, error) {
	src, err := dropImports(filename, old, src)
	if err != nil {
		return nil, err
	}
	if was, err := format.Source(old); err != nil || !bytes.Equal(was, old) {
		return src, nil
	}
	out, err := format.Source(src)
	if err != nil {
		return nil, fmt.Errorf("rewrite: %s does not parse after the edits: %w", filename, err)
	}
	return out, nil
}

// dropImports removes the imports that old used and src does not.
func dropImports(filename string, old, src []byte) ([]byte, error) {
	before, err := parser.ParseFile(token.NewFileSet(), filename, old, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("rewrite: %s does not parse: %w", filename, err)
	}
	fset := token.NewFileSet()
	after, err := parser.ParseFile(fset, filename, src, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("rewrite: %s does not parse after the edits: %w", filename, err)
	}
	had, has := qualifiers(before), qualifiers(after)
	var cuts []alloc.Edit
	for _, decl := range after.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			break // imports come first
		}
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

// qualifiers returns the names X in selectors X.Sel of a file that no
// declaration in it explains: those that can be names of imports.
func qualifiers(file *ast.File) map[string]bool {
	names := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := sel.X.(*ast.Ident); ok && id.Obj == nil {
			names[id.Name] = true
		}
		return true
	})
	return names
}

// importName returns the name under which a file knows an import; without
// types a guess, which is right for the standard library.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return assumedName(p)
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// assumedName returns the package name that custom gives to an import path.
func assumedName(importPath string) string {
	elems := strings.Split(importPath, "/")
	if len(elems) > 1 && majorVersion.MatchString(elems[len(elems)-1]) {
		elems = elems[:len(elems)-1]
	}
	name := strings.TrimPrefix(path.Base(elems[len(elems)-1]), "go-")
	if i := strings.IndexFunc(name, notInName); i > 0 {
		name = name[:i]
	}
	return name
}

func notInName(r rune) bool {
	return !slices.Contains([]rune{'_'}, r) && !('a' <= r && r <= 'z') &&
		!('A' <= r && r <= 'Z') && !('0' <= r && r <= '9')
}
