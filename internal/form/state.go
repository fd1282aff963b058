package form

import (
	"go/ast"
	"go/token"
)

// state wants no init functions and no package-level variable that the package
// changes: both act at a distance. Tables, compiled patterns and error values
// are variables only because Go has no other word for them, and nothing
// assigns to them.
func state(t *Tree) []Problem {
	var problems []Problem
	for _, files := range t.folders() {
		vars := packageVars(files)
		for _, f := range files {
			if f.Test() {
				continue
			}
			for _, decl := range f.Syntax.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok {
					continue
				}
				if fn.Name.Name == "init" && fn.Recv == nil {
					problems = append(problems, t.problem(fn.Pos(),
						"no init functions; call what it does from where it is needed"))
				}
				problems = append(problems, changes(t, fn, vars)...)
			}
		}
	}
	return sorted(problems)
}

// packageVars returns the names of the variables that files declare at the
// top level.
func packageVars(files []*File) map[string]bool {
	vars := make(map[string]bool)
	for _, f := range files {
		for _, decl := range f.Syntax.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR || f.Test() {
				continue
			}
			for _, spec := range gen.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					vars[name.Name] = true
				}
			}
		}
	}
	return vars
}

// changes returns the assignments in fn to variables in vars. A local name
// that hides one of them anywhere in fn is given the benefit of the doubt.
func changes(t *Tree, fn *ast.FuncDecl, vars map[string]bool) []Problem {
	local := localNames(fn)
	var problems []Problem
	check := func(expr ast.Expr) {
		id := root(expr)
		if id == nil || !vars[id.Name] || local[id.Name] || id.Name == "_" {
			return
		}
		problems = append(problems, t.problem(id.Pos(),
			"%s changes the package-level variable %s; pass it in instead",
			fn.Name.Name, id.Name))
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, left := range n.Lhs {
					check(left)
				}
			}
		case *ast.IncDecStmt:
			check(n.X)
		}
		return true
	})
	return problems
}

// root returns the variable that an assignment to expr changes, or nil.
func root(expr ast.Expr) *ast.Ident {
	for {
		switch e := expr.(type) {
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.ParenExpr:
			expr = e.X
		case *ast.StarExpr:
			expr = e.X
		default:
			return nil
		}
	}
}

// localNames returns the names that fn declares: receiver, parameters,
// results, variables.
func localNames(fn *ast.FuncDecl) map[string]bool {
	names := make(map[string]bool)
	add := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			if id, ok := e.(*ast.Ident); ok {
				names[id.Name] = true
			}
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key, n.Value)
			}
		}
		return true
	})
	return names
}
