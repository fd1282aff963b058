package wring_test

import (
	"go/ast"
	"testing"
)

// TestWarningCodes wants each warning to be made with one of the constants of
// package alloc, so that programs can decide by it.
func TestWarningCodes(t *testing.T) {
	tree, seen := tree(t), 0
	for _, f := range tree.Files {
		if f.Syntax == nil || f.Guest || f.Test() {
			continue
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			for _, elt := range lit.Elts {
				pair, ok := elt.(*ast.KeyValueExpr)
				if !ok || !isWarning(lit) || !isIdent(pair.Key, "Code") {
					continue
				}
				seen++
				if _, literal := pair.Value.(*ast.BasicLit); literal {
					t.Errorf("%s: a warning has its code as text: use or add a constant in "+
						"alloc/warning.go", f.Path)
				}
			}
			return true
		})
	}
	if seen < 20 {
		t.Errorf("only %d warnings are made: does this test look at the right places?", seen)
	}
}

// isWarning reports whether a literal is an alloc.Warning; one without a type,
// inside of a list, may be.
func isWarning(lit *ast.CompositeLit) bool {
	switch typ := lit.Type.(type) {
	case nil:
		return true
	case *ast.SelectorExpr:
		return typ.Sel.Name == "Warning" && isIdent(typ.X, "alloc")
	}
	return false
}

func isIdent(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}
