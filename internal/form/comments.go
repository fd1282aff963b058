package form

import (
	"go/ast"
	"go/token"
	"strings"
)

// comments wants a comment on every exported name at the top level, beginning
// with that name. In a group of constants or variables a comment on the group
// or at the end of the line will do instead.
func comments(t *Tree) []Problem {
	var problems []Problem
	for _, f := range t.source() {
		if f.Guest {
			continue
		}
		for _, decl := range f.Syntax.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if reachable(decl) {
					problems = append(problems, named(t, decl.Name, decl.Doc)...)
				}
			case *ast.GenDecl:
				problems = append(problems, group(t, decl)...)
			}
		}
	}
	return problems
}

// reachable reports whether other packages can name f: it is exported, and so
// is its receiver's type.
func reachable(f *ast.FuncDecl) bool {
	recv := receiver(f)
	return f.Name.IsExported() && (recv == "" || ast.IsExported(recv))
}

// receiver returns the name of the type that f is a method of, or "".
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	expr := f.Recv.List[0].Type
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}

func group(t *Tree, decl *ast.GenDecl) []Problem {
	var problems []Problem
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() {
				doc := spec.Doc
				if doc == nil && !decl.Lparen.IsValid() {
					doc = decl.Doc
				}
				problems = append(problems, named(t, spec.Name, doc)...)
			}
		case *ast.ValueSpec:
			problems = append(problems, values(t, decl, spec)...)
		}
	}
	return problems
}

func values(t *Tree, decl *ast.GenDecl, spec *ast.ValueSpec) []Problem {
	name := spec.Names[0]
	grouped := decl.Lparen.IsValid()
	switch {
	case !name.IsExported():
		return nil
	case spec.Doc != nil:
		return named(t, name, spec.Doc)
	case !grouped:
		return named(t, name, decl.Doc)
	case decl.Doc == nil && spec.Comment == nil:
		return named(t, name, nil)
	}
	return nil
}

// named wants doc to begin with name.
func named(t *Tree, name *ast.Ident, doc *ast.CommentGroup) []Problem {
	if doc == nil {
		return []Problem{t.problem(name.Pos(), "%s has no comment", name.Name)}
	}
	rest, ok := strings.CutPrefix(doc.Text(), name.Name)
	if !ok || rest == "" || token.IsIdentifier("x"+rest[:1]) {
		return []Problem{t.problem(doc.Pos(), "the comment must begin with %q", name.Name)}
	}
	return nil
}
