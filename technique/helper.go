package technique

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Helper is a function that a package is given once, for all the proposals that
// call it.
type Helper struct {
	Name string
	// Text is the function with its comment, as gofmt prints it. It speaks of
	// the packages in Imports by their own names.
	Text string
	// Behind are declarations that the function needs for itself, with their comments.
	Behind  string
	Imports []string
	// Names are the predeclared names in it.
	Names []string
}

// Declare returns the edits that declare the helper at the end of a file; none
// when the package has it. It is not ok when something else has the name, or
// another name in the file means what the helper uses, or when the call at n
// would not see it.
func (h Helper) Declare(pass *analysis.Pass, file *ast.File, n ast.Node) (
	edits []analysis.TextEdit, ok bool) {
	scope := pass.Pkg.Scope().Innermost(n.Pos())
	if scope == nil {
		return nil, false
	}
	if _, seen := scope.LookupParent(h.Name, n.Pos()); seen != pass.Pkg.Scope().Lookup(h.Name) {
		return nil, false
	}
	if pass.Pkg.Scope().Lookup(h.Name) != nil {
		return nil, h.declared(pass, n)
	}
	if FreshName(pass, file, h.Name) != h.Name || h.hidden(pass) {
		return nil, false
	}
	end := file.Decls[len(file.Decls)-1].End()
	for _, path := range h.Imports {
		name, more := AddImport(pass, file, end, path)
		if name != path[strings.LastIndexByte(path, '/')+1:] {
			return nil, false
		}
		edits = append(edits, more...)
	}
	text := "\n\n" + h.Text
	if h.Behind != "" {
		text += "\n\n" + h.Behind
	}
	return append(edits, Insert(end, text)), true
}

// hidden reports whether the package gives a predeclared name another meaning.
func (h Helper) hidden(pass *analysis.Pass) bool {
	for _, name := range h.Names {
		if pass.Pkg.Scope().Lookup(name) != nil || types.Universe.Lookup(name) == nil {
			return true
		}
	}
	return false
}

// declared reports whether the helper is what the package has under its name,
// and n is not a part of it.
func (h Helper) declared(pass *analysis.Pass, n ast.Node) bool {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Name.Name != h.Name {
				continue
			}
			if fn.Pos() <= n.Pos() && n.Pos() < fn.End() {
				return false
			}
			return strings.HasSuffix(h.Text, "\n"+Text(pass, fn))
		}
	}
	return false
}
