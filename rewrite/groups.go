package rewrite

import (
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/wring-go/wring/alloc"
)

// dropGroups removes the groups of declarations that edits have emptied, as those of variables of
// which none is used any more. A group that old had empty stays, as does one with a comment.
func dropGroups(filename string, old, src []byte) ([]byte, error) {
	fset, file, err := parseAfter(filename, src)
	if err != nil {
		return nil, err
	}
	empty := emptyGroups(file)
	if len(empty) == 0 {
		return src, nil
	}
	before, err := parser.ParseFile(token.NewFileSet(), filename, old, parser.ParseComments)
	if err != nil || len(emptyGroups(before)) > 0 {
		return src, nil
	}
	var cuts []alloc.Edit
	for _, gen := range empty {
		cuts = append(cuts, cutLines(fset, src, gen.Pos(), gen.End()))
	}
	return Apply(src, cuts)
}

// emptyGroups returns the groups that have neither a declaration nor a comment.
func emptyGroups(file *ast.File) []*ast.GenDecl {
	var empty []*ast.GenDecl
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || !gen.Lparen.IsValid() || len(gen.Specs) > 0 || gen.Doc != nil {
			continue
		}
		commented := false
		for _, group := range file.Comments {
			commented = commented || gen.Pos() < group.Pos() && group.Pos() < gen.End()
		}
		if !commented {
			empty = append(empty, gen)
		}
	}
	return empty
}
