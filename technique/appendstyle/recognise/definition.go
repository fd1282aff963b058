package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Definition finds the statement that declares v, before w in the same list.
// What stands between them must not touch the accumulator and, if it leaves
// the list, must leave the function.
func (a *Accumulator) Definition(w Add, v *types.Var) (*ast.AssignStmt, bool) {
	for cur, ok := a.In.Cursor(w.Stmt).PrevSibling(); ok; cur, ok = cur.PrevSibling() {
		if def, ok := cur.Node().(*ast.AssignStmt); ok && declares(a.In.Pkg.Info, def, v) {
			return def, !technique.Uses(a.In.Pkg.Info, def, a.Var)
		}
		if _, labeled := cur.Node().(*ast.LabeledStmt); labeled || a.touches(cur) {
			return nil, false
		}
	}
	return nil, false
}

// touches reports whether a statement uses the accumulator, or may skip what
// follows it without leaving the function.
func (a *Accumulator) touches(cur inspector.Cursor) bool {
	return technique.Uses(a.In.Pkg.Info, cur.Node(), a.Var) ||
		Contains(cur.Node(), func(n ast.Node) bool {
			_, ok := n.(*ast.BranchStmt)
			return ok
		})
}

// Forwardable reports whether a statement declares the first of two results of
// a call, so that the twin's slice can take its place.
func (f *Function) Forwardable(def *ast.AssignStmt) bool {
	if len(def.Lhs) != 2 || len(def.Rhs) != 1 || def.Tok != token.DEFINE {
		return false
	}
	second, ok := def.Lhs[1].(*ast.Ident)
	if _, call := ast.Unparen(def.Rhs[0]).(*ast.CallExpr); !ok || !call {
		return false
	}
	v, isNew := f.Pkg.Info.Defs[second].(*types.Var)
	return !isNew || f.Pkg.nameableThere(def, v.Type())
}

// nameableThere reports whether a type is predeclared and has its name there.
func (ix *Package) nameableThere(at ast.Node, t types.Type) bool {
	return types.Universe.Lookup(t.String()) != nil &&
		technique.Predeclared(ix.Pass, at.Pos(), t.String())
}

// declares reports whether a statement declares a variable.
func declares(info *types.Info, def *ast.AssignStmt, v *types.Var) bool {
	return slices.ContainsFunc(def.Lhs, func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && info.Defs[id] == v
	})
}
