package technique

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Helper is a function that a package is given once, for all the proposals that
// call it.
type Helper struct {
	Name string
	// Text is the function with its comment, as gofmt prints it. It speaks of
	// the packages in Imports by their own names, and calls the empty interface any.
	Text string
	// Behind are declarations that the function needs for itself, with their comments.
	Behind  string
	Imports []string
}

// Declare returns the edits that declare the helper at the end of a file; none
// when the package has it. It is not ok when something else has a name that it declares, or
// another name in the file means what the helper uses, or when the call at n would not see
// it or is a part of it: also where a build may leave out the file with the helper and not that
// with the call.
func (h Helper) Declare(pass *analysis.Pass, file *ast.File, n ast.Node) (
	edits []analysis.TextEdit, ok bool) {
	there := pass.Pkg.Scope().Lookup(h.Name)
	if !meant(pass, h.Name, there, n.Pos()) {
		return nil, false
	}
	if fn, ok := there.(*types.Func); ok {
		decl := DeclOf(pass, fn)
		return nil, h.Is(pass, decl) && (n.Pos() < decl.Pos() || decl.End() <= n.Pos()) &&
			InEachBuild(pass, FileOf(pass, decl.Pos()), n)
	}
	if !InEachBuild(pass, file, n) || MentionedBeside(pass, h.Name) {
		return nil, false // a file that this build leaves out may declare it
	}
	text := h.in(pass, file)
	if taken(pass, file, text) {
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
	return append(edits, Insert(end, text)), true
}

// InEachBuild reports whether each build that has some syntax has a file, too: it is the same file,
// or one that is no test, has no line of build constraints, and is named after no system.
func InEachBuild(pass *analysis.Pass, file *ast.File, n ast.Node) bool {
	if file.FileStart <= n.Pos() && n.Pos() < file.FileEnd {
		return true
	}
	return !constrained(pass, file) && !InTest(pass, file)
}

// Is reports whether a function of the package is the helper, to the letter.
func (h Helper) Is(pass *analysis.Pass, decl *ast.FuncDecl) bool {
	if decl.Recv != nil || decl.Name.Name != h.Name {
		return false
	}
	h.Behind = ""
	return strings.HasSuffix(h.in(pass, FileOf(pass, decl.Pos())), "\n"+Text(pass, decl))
}

// in returns what a file writes to declare the helper behind another declaration.
func (h Helper) in(pass *analysis.Pass, file *ast.File) string {
	text := "\n\n" + h.Text
	if h.Behind != "" {
		text += "\n\n" + h.Behind
	}
	name := EmptyInterface(pass, file)
	if name == "any" {
		return text
	}
	var b strings.Builder
	done := 0
	for n := range ast.Preorder(parsed(text)) {
		if id, ok := n.(*ast.Ident); ok && id.Name == "any" {
			at := int(id.Pos()) - start
			b.WriteString(text[done:at] + name)
			done = at + len(id.Name)
		}
	}
	return b.String() + text[done:]
}

// taken reports whether the package or the file has another meaning for a name that
// declarations declare, or the package for a predeclared name in them.
func taken(pass *analysis.Pass, file *ast.File, text string) bool {
	syntax := parsed(text)
	for n := range ast.Preorder(syntax) {
		id, ok := n.(*ast.Ident)
		if ok && types.Universe.Lookup(id.Name) != nil && pass.Pkg.Scope().Lookup(id.Name) != nil {
			return true
		}
	}
	for _, decl := range syntax.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv != nil {
			continue // the name is the type's
		}
		if FreshName(pass, file, declaredName(decl)) != declaredName(decl) {
			return true
		}
	}
	return false
}

// declaredName returns the name of a function, or of the first type or variable of a
// declaration.
func declaredName(decl ast.Decl) string {
	if fn, ok := decl.(*ast.FuncDecl); ok {
		return fn.Name.Name
	}
	switch spec := decl.(*ast.GenDecl).Specs[0].(type) {
	case *ast.TypeSpec:
		return spec.Name.Name
	case *ast.ValueSpec:
		return spec.Names[0].Name
	}
	return "" // an import, which no helper has
}

// start is where the text begins that is parsed, behind the clause that every file has.
const (
	start  = len(clause) + 1
	clause = "package p"
)

// parsed returns the syntax of declarations, which are wring's own.
func parsed(text string) *ast.File {
	file, err := parser.ParseFile(token.NewFileSet(), "", clause+text, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	return file
}
