package outline

import (
	"go/ast"
	"go/token"
	"slices"
)

// bare takes the statements out of all functions of a file.
func bare(f *ast.File) {
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
			fn.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Rbrace}
			continue
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if lit, ok := n.(*ast.FuncLit); ok {
				lit.Body.List = nil
			}
			return true
		})
	}
	f.Comments = nil
}

// prune takes the imports out of a file that its declarations do not name.
// Those whose name is not known stay.
func prune(f *ast.File, nameOf func(path string) string) {
	named := make(map[string]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				named[id.Name] = true
			}
		}
		return true
	})
	unused := func(spec *ast.ImportSpec) bool {
		path := ImportPath(spec)
		if path == "C" {
			return false
		}
		if spec.Name != nil {
			return spec.Name.Name != "." && !named[spec.Name.Name]
		}
		name := nameOf(path)
		return name != "" && !named[name]
	}
	f.Imports = slices.DeleteFunc(f.Imports, unused)
	f.Decls = slices.DeleteFunc(f.Decls, func(decl ast.Decl) bool {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			return false
		}
		gen.Specs = slices.DeleteFunc(gen.Specs, func(s ast.Spec) bool {
			return unused(s.(*ast.ImportSpec))
		})
		return len(gen.Specs) == 0
	})
}
